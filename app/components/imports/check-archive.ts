import { Inflate } from 'fflate';
import { MessageError } from '~/hooks/api-fetch';

/** A part of a workbook as its directory tells of it. */
type Part = { name: string; method: number; packed: number; size: number; start: number };

export type Archive = {
  bytes: Uint8Array;
  parts: ReadonlyMap<string, Part>;
};

const MEGABYTE = 1_048_576;
export const MAX_FILE_BYTES = 50 * MEGABYTE;
const MAX_PARTS = 2_000;
/** A browser gives up on texts of more. */
const MAX_PART_BYTES = 400 * MEGABYTE;
const MAX_TOTAL_BYTES = 600 * MEGABYTE;
/** Spreadsheets shrink to a tenth or a fortieth; only a bomb shrinks to so little. */
const MAX_RATIO = 400;
const RATIO_MATTERS_FROM = 20 * MEGABYTE;
const SLICE = 65_536;

const NOT_A_WORKBOOK =
  'This file isn’t an Excel workbook (.xlsx), or it’s damaged. Open it in Excel and save it again.';
const TOO_LARGE =
  'This workbook unpacks to more than a browser can hold. Save the sheet with the wells as CSV and import that.';

/**
 * Reads a workbook's directory, before any of it is unpacked, and refuses what is none or would do harm: encrypted and old
 * workbooks, macros, parts of too much. What the directory says is checked again when a part is unpacked.
 * @throws MessageError in words for the person who chose the file
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
  const end = endOfDirectory(view);
  const count = view.getUint16(end + 10, true);
  const start = view.getUint32(end + 16, true);
  if (count === 0xffff || start === 0xffffffff) throw new MessageError(TOO_LARGE);
  if (count > MAX_PARTS)
    throw new MessageError(`This workbook has ${count} parts. The limit is ${MAX_PARTS}.`);
  const parts = new Map<string, Part>();
  let at = start;
  let total = 0;
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== 0x02014b50)
      throw new MessageError(NOT_A_WORKBOOK);
    const flags = view.getUint16(at + 8, true);
    const packed = view.getUint32(at + 20, true);
    const size = view.getUint32(at + 24, true);
    const nameLength = view.getUint16(at + 28, true);
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength));
    if (flags & 1)
      throw new MessageError('This workbook is encrypted. Save it without a password and choose it again.');
    if (/vbaProject\.bin$/i.test(name)) {
      throw new MessageError(
        'This workbook has macros. Save it as .xlsx, without them, and choose it again.',
      );
    }
    total += size;
    if (size > MAX_PART_BYTES || total > MAX_TOTAL_BYTES) throw new MessageError(TOO_LARGE);
    if (size > RATIO_MATTERS_FROM && size > packed * MAX_RATIO) throw new MessageError(TOO_LARGE);
    if (parts.has(name)) throw new MessageError(NOT_A_WORKBOOK);
    parts.set(name, {
      name,
      method: view.getUint16(at + 10, true),
      packed,
      size,
      start: view.getUint32(at + 42, true),
    });
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  if (!parts.has('[Content_Types].xml') || ![...parts.keys()].some((name) => /workbook\.xml$/.test(name))) {
    throw new MessageError(NOT_A_WORKBOOK);
  }
  return { bytes, parts };
}

/** What a taker of pieces returns when it needs no more of them. */
export const ENOUGH = Symbol('enough');

/**
 * Unpacks a part slice by slice, so that one which is larger than it says is given up in time.
 * @param take the text so far unpacked, in pieces; may return ENOUGH
 * @throws MessageError for a part that is missing, damaged, or larger than its directory says
 */
export function unpack(archive: Archive, name: string, take: (text: string) => unknown): void {
  const decoder = new TextDecoder('utf-8');
  const isWhole = unpackBytes(archive, name, (piece) => take(decoder.decode(piece, { stream: true })));
  if (isWhole) take(decoder.decode());
}

/** A part's bytes. @throws MessageError as unpack */
export function bytesOf(archive: Archive, name: string): Uint8Array {
  const whole = new Uint8Array(archive.parts.get(name)?.size ?? 0);
  let at = 0;
  unpackBytes(archive, name, (piece) => {
    whole.set(piece, at);
    at += piece.length;
  });
  return whole;
}

/** @returns whether all of it was taken */
function unpackBytes({ bytes, parts }: Archive, name: string, take: (piece: Uint8Array) => unknown): boolean {
  const part = parts.get(name);
  if (!part) throw new MessageError(NOT_A_WORKBOOK);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { start, packed, size, method } = part;
  if (start + 30 > bytes.length || view.getUint32(start, true) !== 0x04034b50)
    throw new MessageError(NOT_A_WORKBOOK);
  const from = start + 30 + view.getUint16(start + 26, true) + view.getUint16(start + 28, true);
  if (from + packed > bytes.length || (method !== 0 && method !== 8)) throw new MessageError(NOT_A_WORKBOOK);
  let unpacked = 0;
  let isEnough = false;
  const add = (piece: Uint8Array) => {
    unpacked += piece.length;
    if (unpacked > size) throw new MessageError(NOT_A_WORKBOOK);
    if (!isEnough) isEnough = take(piece) === ENOUGH;
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

/** A part as one text; '' for one that is not there. */
export function textOf(archive: Archive, name: string): string {
  if (!archive.parts.has(name)) return '';
  const pieces: string[] = [];
  unpack(archive, name, (text) => pieces.push(text));
  return pieces.join('');
}

/** Where the record at the end of the directory begins: behind it there may be a remark of 64 KB. */
function endOfDirectory(view: DataView): number {
  const first = Math.max(0, view.byteLength - 65_557);
  for (let at = view.byteLength - 22; at >= first; at -= 1) {
    if (view.getUint32(at, true) === 0x06054b50) return at;
  }
  throw new MessageError(NOT_A_WORKBOOK);
}

/** Whether a file of the old kind has an entry of this name, in UTF-16 as they have. */
function includesText(bytes: Uint8Array, text: string): boolean {
  const wanted = [...text].flatMap((character) => [character.charCodeAt(0), 0]);
  const limit = Math.min(bytes.length, 4 * MEGABYTE) - wanted.length;
  for (let at = 0; at <= limit; at += 1) {
    if (wanted.every((byte, index) => bytes[at + index] === byte)) return true;
  }
  return false;
}
