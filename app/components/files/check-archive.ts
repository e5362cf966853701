import { Inflate } from 'fflate';
import {
  findZipDirectory,
  readZipDirectory,
  type ZipPart,
  zipContentOffset,
} from '~/domain/files/zip-directory';
import { MessageError } from '~/hooks/api-fetch';

export type Archive = {
  bytes: Uint8Array;
  parts: ReadonlyMap<string, ZipPart>;
};

const MEGABYTE = 1_048_576;
export const MAX_FILE_BYTES = 50 * MEGABYTE;
const MAX_PARTS = 2_000;
/** Browsers fail on longer strings. */
const MAX_PART_BYTES = 400 * MEGABYTE;
const MAX_TOTAL_BYTES = 600 * MEGABYTE;
/** Spreadsheets compress to a tenth or a fortieth of their size; only a zip bomb exceeds this ratio. */
const MAX_RATIO = 400;
const RATIO_MATTERS_FROM = 20 * MEGABYTE;
const SLICE = 65_536;

const NOT_A_WORKBOOK =
  'This file isn’t an Excel workbook (.xlsx), or it’s damaged. Open it in Excel and save it again.';
const TOO_LARGE =
  'This workbook is too large to unpack in a browser. Save the sheet you need as CSV and choose that file.';

/**
 * Reads a workbook's ZIP directory before unpacking anything, and rejects invalid or unsafe files: encrypted or old workbooks,
 * macros, parts that are too many or too large. Declared sizes are checked again when a part is unpacked.
 * @throws MessageError with text for the user
 */
export function openArchive(bytes: Uint8Array): Archive {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length >= 8 && view.getUint32(0) === 0xd0cf11e0) {
    throw new MessageError(
      includesText(bytes, 'EncryptedPackage')
        ? 'This workbook is protected with a password. Remove the password in Excel, save it and choose it again.'
        : 'This is an old Excel workbook (.xls). Save it as .xlsx and choose it again.',
    );
  }
  const directory = findZipDirectory(bytes);
  if (!directory) throw new MessageError(NOT_A_WORKBOOK);
  const { count, start } = directory;
  if (directory.isTooLarge) throw new MessageError(TOO_LARGE);
  if (count > MAX_PARTS)
    throw new MessageError(`This workbook has ${count} parts. The limit is ${MAX_PARTS}.`);
  const entries = readZipDirectory(bytes.subarray(start), count);
  if (!entries) throw new MessageError(NOT_A_WORKBOOK);
  const parts = new Map<string, ZipPart>();
  let total = 0;
  for (const part of entries) {
    const { name, packed, size, isEncrypted } = part;
    if (isEncrypted)
      throw new MessageError('This workbook is encrypted. Save it without a password and choose it again.');
    if (/vbaProject\.bin$/i.test(name)) {
      throw new MessageError(
        'This workbook has macros. Save it as .xlsx without macros and choose it again.',
      );
    }
    total += size;
    if (size > MAX_PART_BYTES || total > MAX_TOTAL_BYTES) throw new MessageError(TOO_LARGE);
    if (size > RATIO_MATTERS_FROM && size > packed * MAX_RATIO) throw new MessageError(TOO_LARGE);
    if (parts.has(name)) throw new MessageError(NOT_A_WORKBOOK);
    parts.set(name, part);
  }
  if (!parts.has('[Content_Types].xml') || ![...parts.keys()].some((name) => /workbook\.xml$/.test(name))) {
    throw new MessageError(NOT_A_WORKBOOK);
  }
  return { bytes, parts };
}

/** Returned by a consumer that needs no more chunks. */
export const ENOUGH = Symbol('enough');

/**
 * Unpacks a part chunk by chunk, so a part larger than its declared size is rejected early.
 * @param onChunk called with each chunk of decoded text; may return ENOUGH to stop
 * @throws MessageError if a part is missing, damaged, or larger than its directory entry declares
 */
export function unpack(archive: Archive, name: string, onChunk: (text: string) => unknown): void {
  const decoder = new TextDecoder('utf-8');
  const isWhole = unpackBytes(archive, name, (piece) => onChunk(decoder.decode(piece, { stream: true })));
  if (isWhole) onChunk(decoder.decode());
}

/** Bytes of a part. @throws MessageError as in unpack */
export function bytesOf(archive: Archive, name: string): Uint8Array {
  const content = new Uint8Array(archive.parts.get(name)?.size ?? 0);
  let at = 0;
  unpackBytes(archive, name, (piece) => {
    content.set(piece, at);
    at += piece.length;
  });
  return content;
}

/** @returns false when the consumer stopped early */
function unpackBytes(
  { bytes, parts }: Archive,
  name: string,
  onChunk: (piece: Uint8Array) => unknown,
): boolean {
  const part = parts.get(name);
  if (!part) throw new MessageError(NOT_A_WORKBOOK);
  const { start, packed, size, method } = part;
  const offset = zipContentOffset(bytes.subarray(start));
  if (offset === null) throw new MessageError(NOT_A_WORKBOOK);
  const from = start + offset;
  if (from + packed > bytes.length || (method !== 0 && method !== 8)) throw new MessageError(NOT_A_WORKBOOK);
  let unpacked = 0;
  let isEnough = false;
  const add = (piece: Uint8Array) => {
    unpacked += piece.length;
    if (unpacked > size) throw new MessageError(NOT_A_WORKBOOK);
    if (!isEnough) isEnough = onChunk(piece) === ENOUGH;
  };
  const inflate = method === 8 ? new Inflate(add) : null;
  try {
    for (let at = 0; at < packed && !isEnough; at += SLICE) {
      const slice = bytes.subarray(from + at, from + Math.min(at + SLICE, packed));
      if (inflate) inflate.push(slice, at + SLICE >= packed);
      else add(slice);
    }
  } catch (error) {
    if (error instanceof MessageError) throw error;
    throw new MessageError(NOT_A_WORKBOOK);
  }
  if (isEnough) return false;
  if (unpacked !== size) throw new MessageError(NOT_A_WORKBOOK);
  return true;
}

/** Full text of a part; '' if the part is missing. */
export function textOf(archive: Archive, name: string): string {
  if (!archive.parts.has(name)) return '';
  const pieces: string[] = [];
  unpack(archive, name, (text) => pieces.push(text));
  return pieces.join('');
}

/** True when an old-format file has an entry with this name, stored as UTF-16. */
function includesText(bytes: Uint8Array, text: string): boolean {
  const pattern = [...text].flatMap((character) => [character.charCodeAt(0), 0]);
  const limit = Math.min(bytes.length, 4 * MEGABYTE) - pattern.length;
  for (let at = 0; at <= limit; at += 1) {
    if (pattern.every((byte, index) => bytes[at + index] === byte)) return true;
  }
  return false;
}
