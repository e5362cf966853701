/** An amount as one pastes it from a spreadsheet, "$100,000.00", without sign and separators. Else as it is. */
export function plainAmount(text: string): string {
  const trimmed = text.trim();
  return /^\$?\s?\d{1,3}(,\d{3})*(\.\d*)?$/.test(trimmed) ? trimmed.replace(/[$,\s]/g, '') : text;
}
