/** The address of the records of a period end that cover more than one month. */
export function catchUpAddress(periodEnd: string): string {
  return `/?${new URLSearchParams({ tab: 'accretion', periodEnd, catchUp: 'true' })}`;
}
