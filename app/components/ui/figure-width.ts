/** Character widths in em, taken from the widest platform font; narrower fonts leave some slack. */
const SEPARATOR = 0.32;
const DIGIT = 0.64;
const SIGN = 0.84;
const BOLDER = 1.1;
/** Font size in tables, in rem. */
const FONT_SIZE = 0.8125;

/**
 * Width a figure needs in a table, in rem. Table columns have fixed widths regardless of content, also when rendered on the
 * server, so the width is computed rather than measured.
 */
export function figureWidth(text: string, { isBold }: { isBold: boolean } = { isBold: false }): number {
  const em = [...text].reduce((sum, character) => sum + characterWidth(character), 0);
  return em * FONT_SIZE * (isBold ? BOLDER : 1);
}

function characterWidth(character: string): number {
  if (/[.,\s]/.test(character)) return SEPARATOR;
  return /[\u2212\p{Lu}]/u.test(character) ? SIGN : DIGIT;
}

/** Width in rem of the widest of amounts such as "27070.90" once formatted by `write`. Uses nines, so only the length matters. */
export function amountsWidth(
  amounts: readonly string[],
  formatAmount: (amount: string) => string,
  look?: { isBold: boolean },
): number {
  const maxLengths = { '': 0, '-': 0 };
  for (const amount of amounts) {
    const sign = amount.startsWith('-') ? '-' : '';
    maxLengths[sign] = Math.max(maxLengths[sign], amount.length - sign.length);
  }
  const widths = (['', '-'] as const)
    .filter((sign) => maxLengths[sign] > 0)
    .map((sign) => formatAmount(`${sign}${'9'.repeat(maxLengths[sign] - '.99'.length)}.99`))
    .map((text) => figureWidth(text, look));
  return Math.max(0, ...widths);
}
