/** An entry of a ZIP archive's central directory. */
export type ZipPart = {
  name: string;
  method: number;
  packed: number;
  size: number;
  /** Offset of the local header. */
  start: number;
  isEncrypted: boolean;
};

/** Location of an archive's central directory, from the end record. */
export type ZipDirectory = {
  count: number;
  start: number;
  length: number;
  /** True when the values exceed these fields, as in ZIP64, which isn't supported. */
  isTooLarge: boolean;
};

/** Maximum distance of the end record from the end of the file: a comment of up to 64 KB may follow it. */
export const ZIP_END_BYTES = 65_557;
/** Size of a local header without its file name and extra fields. */
export const LOCAL_HEADER_BYTES = 30;

const END_MARK = 0x06054b50;
const ENTRY_MARK = 0x02014b50;
const LOCAL_MARK = 0x04034b50;

/**
 * Locates the central directory from an archive's last bytes.
 * @returns null if they aren't the end of an archive
 */
export function findZipDirectory(tail: Uint8Array): ZipDirectory | null {
  const view = viewOf(tail);
  const first = Math.max(0, tail.byteLength - ZIP_END_BYTES);
  for (let at = tail.byteLength - 22; at >= first; at -= 1) {
    if (view.getUint32(at, true) !== END_MARK) continue;
    const [count, length, start] = [
      view.getUint16(at + 10, true),
      view.getUint32(at + 12, true),
      view.getUint32(at + 16, true),
    ];
    return { count, start, length, isTooLarge: count === 0xffff || start === 0xffffffff };
  }
  return null;
}

/**
 * Reads the entries of a central directory.
 * @param directory its bytes, from the start
 * @returns null if it is damaged
 */
export function readZipDirectory(directory: Uint8Array, count: number): ZipPart[] | null {
  const view = viewOf(directory);
  const parts: ZipPart[] = [];
  let at = 0;
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > directory.byteLength || view.getUint32(at, true) !== ENTRY_MARK) return null;
    const nameLength = view.getUint16(at + 28, true);
    parts.push({
      name: new TextDecoder().decode(directory.subarray(at + 46, at + 46 + nameLength)),
      method: view.getUint16(at + 10, true),
      packed: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      start: view.getUint32(at + 42, true),
      isEncrypted: (view.getUint16(at + 8, true) & 1) === 1,
    });
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return parts;
}

/**
 * Offset of an entry's content from the start of its local header.
 * @param header at least the first LOCAL_HEADER_BYTES of the header
 * @returns null if it isn't a local header
 */
export function zipContentOffset(header: Uint8Array): number | null {
  if (header.byteLength < LOCAL_HEADER_BYTES) return null;
  const view = viewOf(header);
  if (view.getUint32(0, true) !== LOCAL_MARK) return null;
  return LOCAL_HEADER_BYTES + view.getUint16(26, true) + view.getUint16(28, true);
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
