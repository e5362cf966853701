/** Filters of a well's ledger. Omitted ones don't apply. */
export type LedgerFilter = { from?: string; to?: string; openingsTo?: string; kind?: string; layer?: string };

/** Address of a well's page, with its ledger filtered. */
export function wellAddress(
  wellId: string,
  { from, to, openingsTo, kind, layer }: LedgerFilter = {},
): string {
  const parts = {
    ledgerFrom: from,
    ledgerTo: to,
    ledgerOpenings: openingsTo,
    ledgerKind: kind,
    ledgerLayer: layer,
  };
  let address = `/?tab=wells&well=${encodeURIComponent(wellId)}`;
  for (const name in parts) {
    const value = parts[name as keyof typeof parts];
    if (value) address += `&${name}=${encodeURIComponent(value)}`;
  }
  return address;
}
