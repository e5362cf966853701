/** Where the wells selected in the list wait for the form that revises their estimates (use-kept-state). */
export function chosenWellsKey(companyId: string | undefined): string {
  return `chosen wells of ${companyId}`;
}
