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
  'This workbook unpacks to more than a browser can hold. Save the sheet you need as CSV and choose that.';

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
  const directory = findZipDirectory(bytes);
  if (!directory) throw new MessageError(NOT_A_WORKBOOK);
  const { count, start } = directory;
  if (directory.isTooLarge) throw new MessageError(TOO_LARGE);
  if (count > MAX_PARTS)
    throw new MessageError(`This workbook has ${count} parts. The limit is ${MAX_PARTS}.`);
  const listed = readZipDirectory(bytes.subarray(start), count);
  if (!listed) throw new MessageError(NOT_A_WORKBOOK);
  const parts = new Map<string, ZipPart>();
  let total = 0;
  for (const part of listed) {
    const { name, packed, size, isEncrypted } = part;
    if (isEncrypted)
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
    parts.set(name, part);
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

/** Whether a file of the old kind has an entry of this name, in UTF-16 as they have. */
function includesText(bytes: Uint8Array, text: string): boolean {
  const wanted = [...text].flatMap((character) => [character.charCodeAt(0), 0]);
  const limit = Math.min(bytes.length, 4 * MEGABYTE) - wanted.length;
  for (let at = 0; at <= limit; at += 1) {
    if (wanted.every((byte, index) => bytes[at + index] === byte)) return true;
  }
  return false;
}
