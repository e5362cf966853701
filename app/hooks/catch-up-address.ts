/** Address of a period end's catch-up records: those that cover more than one month. */
export function catchUpAddress(periodEnd: string): string {
  return `/?${new URLSearchParams({ tab: 'accretion', periodEnd, catchUp: 'true' })}`;
}
