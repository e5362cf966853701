import { cleanLine } from '~/domain/wells/clean-text';
import { binaryFileKind } from './file-signature';

/** File types accepted as evidence for the books, by content type. */
export const EVIDENCE_TYPES = {
  'application/pdf': { name: 'PDF', extensions: ['pdf'] },
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': { name: 'XLSX', extensions: ['xlsx'] },
  'text/csv': { name: 'CSV', extensions: ['csv'] },
  'image/png': { name: 'PNG', extensions: ['png'] },
  'image/jpeg': { name: 'JPEG', extensions: ['jpg', 'jpeg'] },
} as const satisfies Record<string, { name: string; extensions: readonly string[] }>;

export type EvidenceType = keyof typeof EVIDENCE_TYPES;

/** Maximum size of an evidence file. */
export const MAX_EVIDENCE_BYTES = 25 * 1_048_576;

const TYPES = Object.keys(EVIDENCE_TYPES) as EvidenceType[];
export const EVIDENCE_EXTENSIONS: readonly string[] = TYPES.flatMap((type) => [
  ...EVIDENCE_TYPES[type].extensions,
]);
const KINDS = 'PDF, XLSX, CSV, PNG or JPEG';

/** File type by a file name's extension; null for any other. */
export function evidenceTypeOf(fileName: string): EvidenceType | null {
  const extension = /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase();
  return TYPES.find((type) => EVIDENCE_TYPES[type].extensions.some((known) => known === extension)) ?? null;
}

/** File type by a Content-Type header; null for any other. */
export function evidenceTypeOfHeader(contentType: string | null): EvidenceType | null {
  const type = contentType?.split(';')[0]?.trim().toLowerCase();
  return TYPES.find((known) => known === type) ?? null;
}

/** Message for a file with any other extension. */
export const NOT_EVIDENCE = `Only ${KINDS} files can be added`;

const MAX_NAME = 150;

/**
 * Cleans a file name for storage: removes folders and characters that reorder text, and replaces characters that are
 * special in file systems. Keeps the extension.
 */
export function cleanFileName(name: string): string {
  const baseName = name.split(/[/\\]/).at(-1) ?? '';
  const clean = cleanLine(baseName)
    .normalize('NFC')
    .replace(/[<>:"|?*]/g, '_')
    // Leading or trailing dots and spaces hide a file or its extension.
    .replace(/^[. ]+|[. ]+$/g, '');
  const [, stem = '', extension = ''] = /^(.*?)(\.[^.]{1,5})?$/.exec(clean) ?? [];
  return `${[...stem].slice(0, MAX_NAME).join('').trimEnd() || 'file'}${extension}`;
}

const SIGNATURES: Partial<Record<EvidenceType, readonly number[]>> = {
  'application/pdf': [0x25, 0x50, 0x44, 0x46, 0x2d],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': [0x50, 0x4b, 0x03, 0x04],
  'image/png': [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  'image/jpeg': [0xff, 0xd8, 0xff],
};

/** Number of bytes at the start of a file to inspect. */
export const EVIDENCE_HEAD_BYTES = 1024;

/**
 * Checks the first bytes of a file against its type.
 * @param head the first EVIDENCE_HEAD_BYTES of the file, or all of it
 * @returns a message for the user, or null if they match
 */
export function headProblem(type: EvidenceType, head: Uint8Array): string | null {
  const signature = SIGNATURES[type];
  if (signature?.every((byte, index) => head[index] === byte)) return null;
  const { name } = EVIDENCE_TYPES[type];
  const kind = binaryFileKind(head);
  if (kind) return `This is ${kind}, not a ${name} file`;
  if (signature) return `This is not a ${name} file`;
  return textProblem(head) ?? (isMarkup(head) ? `This is a web page or script, not a ${name} file` : null);
}

/** True for text that a browser or a shell would execute. */
function isMarkup(head: Uint8Array): boolean {
  const text = new TextDecoder().decode(head).trimStart();
  return /^(<[a-z!?/]|#!|%!ps)/i.test(text);
}

/**
 * Checks that bytes are plain text, meaning no control characters. Non-ASCII letters are fine in any encoding.
 * @returns a message for the user, or null if they are
 */
export function textProblem(bytes: Uint8Array): string | null {
  const isControl = (byte: number) =>
    (byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d) || byte === 0x7f;
  return bytes.some(isControl) ? 'This file is not plain text. Save it as CSV and add it again.' : null;
}

const MACROS = 'This workbook has macros. Save it as .xlsx without macros and add it again.';
export const NOT_A_WORKBOOK = 'This is not an Excel workbook (.xlsx), or it is damaged';
const ENCRYPTED = 'This workbook is encrypted. Save it without a password and add it again.';
/** The workbook part that declares the content type of every other part. */
export const CONTENT_TYPES = '[Content_Types].xml';
/** The content types part takes a few kilobytes; a larger one isn't from a real workbook. */
export const MAX_CONTENT_TYPES_BYTES = 1_048_576;

/** Checks a workbook by the names of its parts; returns a message for the user, or null if it is acceptable. */
export function workbookPartsProblem(
  parts: readonly { name: string; size: number; isEncrypted: boolean }[],
): string | null {
  const names = parts.map(({ name }) => name.toLowerCase());
  if (parts.some(({ isEncrypted }) => isEncrypted)) return ENCRYPTED;
  if (names.some((name) => name.includes('vbaproject'))) return MACROS;
  const types = parts.filter(({ name }) => name === CONTENT_TYPES);
  const hasContentTypes = types.length === 1 && types[0]!.size <= MAX_CONTENT_TYPES_BYTES;
  // Programs disagree on which of two parts with the same name to read.
  const hasUniqueNames = new Set(names).size === names.length;
  return hasContentTypes && hasUniqueNames && names.includes('xl/workbook.xml') ? null : NOT_A_WORKBOOK;
}

/**
 * DOCTYPE and entity declarations, and numeric character references. Spreadsheet programs never write them in this
 * part, and they can hide the strings checked below.
 */
const OBFUSCATION = /<!(DOCTYPE|ENTITY)|&#/i;

/** Checks a workbook by its parts' declared content types, whatever their names; returns a message for the user, or null. */
export function contentTypesProblem(xml: string): string | null {
  if (OBFUSCATION.test(xml)) return NOT_A_WORKBOOK;
  if (/vbaProject|macroEnabled|macrosheet/i.test(xml)) return MACROS;
  return xml.includes('spreadsheetml.sheet.main+xml') ? null : NOT_A_WORKBOOK;
}
