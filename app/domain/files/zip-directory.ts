/** A part of a ZIP archive as its directory tells of it. */
export type ZipPart = {
  name: string;
  method: number;
  packed: number;
  size: number;
  /** Where its local header begins. */
  start: number;
  isEncrypted: boolean;
};

/** Where an archive's directory is: what the record at its end says. */
export type ZipDirectory = {
  count: number;
  start: number;
  length: number;
  /** Whether these figures are too small for it, and it says the real ones in another way, which nobody here reads. */
  isTooLarge: boolean;
};

/** The record at the end of the directory is within so many last bytes: behind it there may be a remark of 64 KB. */
export const ZIP_END_BYTES = 65_557;
/** A part's local header without its name and extra fields. */
export const LOCAL_HEADER_BYTES = 30;

const END_MARK = 0x06054b50;
const ENTRY_MARK = 0x02014b50;
const LOCAL_MARK = 0x04034b50;

/**
 * Where the directory is, from an archive's last bytes.
 * @returns null when they are not the end of an archive
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
 * The parts that a directory lists.
 * @param directory its bytes, from its start
 * @returns null when it is damaged
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
 * How many bytes after its local header's beginning a part's content begins.
 * @param header at least the header's first LOCAL_HEADER_BYTES
 * @returns null when it is no local header
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
