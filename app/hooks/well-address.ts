/** Which of a well's movements its ledger shows; what is not given is not narrowed. */
export type LedgerFilter = { from?: string; to?: string; openingsTo?: string; kind?: string; layer?: string };

/** The address of a well's page, with its ledger narrowed to some movements. */
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
