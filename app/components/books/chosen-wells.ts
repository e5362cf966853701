/** State key for passing the wells selected in the list to the form that revises their estimates (use-kept-state). */
export function chosenWellsKey(companyId: string | undefined): string {
  return `chosen wells of ${companyId}`;
}
