/**
 * Signatures of binary file types, so that none is mistaken for text. Leaves out those that could also start a CSV
 * file, such as `BM` for a bitmap.
 */
const SIGNATURES: readonly [kind: string, ...bytes: number[]][] = [
  ['a PNG image', 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  ['a JPEG image', 0xff, 0xd8, 0xff],
  ['a GIF image', 0x47, 0x49, 0x46, 0x38, 0x37, 0x61],
  ['a GIF image', 0x47, 0x49, 0x46, 0x38, 0x39, 0x61],
  ['a TIFF image', 0x49, 0x49, 0x2a, 0x00],
  ['a TIFF image', 0x4d, 0x4d, 0x00, 0x2a],
  ['a PDF document', 0x25, 0x50, 0x44, 0x46, 0x2d],
  // An .xlsx is a ZIP archive; only its contents distinguish the two.
  ['an Excel workbook or another ZIP archive', 0x50, 0x4b, 0x03, 0x04],
  ['a ZIP archive', 0x50, 0x4b, 0x05, 0x06],
  ['an Excel workbook (.xls)', 0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1],
  ['a gzip archive', 0x1f, 0x8b],
  ['a 7z archive', 0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c],
  ['a RAR archive', 0x52, 0x61, 0x72, 0x21, 0x1a, 0x07],
  ['an xz archive', 0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00],
  ['a zstd archive', 0x28, 0xb5, 0x2f, 0xfd],
  ['a program', 0x7f, 0x45, 0x4c, 0x46],
];

/** Number of bytes needed to identify a file. */
export const SIGNATURE_BYTES = 8;

/**
 * Kind of file that starts with these bytes, such as `a PNG image`.
 * @returns null if it is none of the known binary file types, or there are too few bytes to tell
 */
export function binaryFileKind(head: Uint8Array): string | null {
  const match = SIGNATURES.find(([, ...bytes]) => bytes.every((byte, index) => head[index] === byte));
  return match ? match[0] : null;
}
