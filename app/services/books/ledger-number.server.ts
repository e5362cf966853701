/** The id of a layer or posting, as calls spell it, for the ledger. Null for a text that no layer or posting can have. */
export function ledgerNumber(text: string): number | null {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
}
