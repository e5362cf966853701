/** Which of a well's movements its ledger shows; what is not given is not narrowed. */
export type LedgerFilter = { from?: string; to?: string; kind?: string; layer?: string };

/** The address of a well's page, with its ledger narrowed to some movements. */
export function wellAddress(wellId: string, { from, to, kind, layer }: LedgerFilter = {}): string {
  const params = new URLSearchParams({ tab: 'wells', well: wellId });
  const filters = { ledgerFrom: from, ledgerTo: to, ledgerKind: kind, ledgerLayer: layer };
  for (const [name, value] of Object.entries(filters)) if (value) params.set(name, value);
  return `/?${params}`;
}
