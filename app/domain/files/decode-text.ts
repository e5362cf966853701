/**
 * Decodes a file the way spreadsheets save text: UTF-8, UTF-16 with a byte order mark ("Unicode Text"), and otherwise
 * Windows-1252, which Excel on Windows uses for plain CSV.
 * @returns null text for data that isn't text, such as a workbook; the encoding only if it was guessed
 */
export function decodeText(bytes: Uint8Array): { text: string | null; encoding: 'Windows-1252' | null } {
  const { text, encoding } = decode(bytes);
  return { text: text.includes('\0') ? null : text, encoding };
}

function decode(bytes: Uint8Array): { text: string; encoding: 'Windows-1252' | null } {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe)
    return { text: new TextDecoder('utf-16le').decode(bytes), encoding: null };
  if (first === 0xfe && second === 0xff)
    return { text: new TextDecoder('utf-16be').decode(bytes), encoding: null };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: null };
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'Windows-1252' };
  }
}
