import { binaryFileKind } from './file-signature';

/** What an upload address takes: a CSV file of wells, or a file of evidence. */
export const UPLOAD_PURPOSES = ['wells', 'evidence'] as const;
export type UploadPurpose = (typeof UPLOAD_PURPOSES)[number];

/** What evidence may support. A revision is a posting; a close is a month. */
export const EVIDENCE_SUBJECTS = ['well', 'posting', 'close'] as const;
export type EvidenceSubject = (typeof EVIDENCE_SUBJECTS)[number];

/** The largest file of evidence: 25 MB. */
export const MAX_EVIDENCE_BYTES = 25 * 1024 * 1024;

/** So many bytes of a file tell what it is: a workbook names its first part within them. */
export const EVIDENCE_HEAD_BYTES = 64;

export const EVIDENCE_TYPES = {
  'application/pdf': 'pdf',
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'text/csv': 'csv',
} as const;
export type EvidenceType = keyof typeof EVIDENCE_TYPES;

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
/** What a workbook's first part may be called. Other archives begin otherwise. */
const WORKBOOK_PARTS = ['[Content_Types].xml', '_rels/', 'docProps/', 'xl/'];
const NAME_AT = 30;
const BYTE_ORDER_MARK = '\uFEFF';

/**
 * What a file is by the bytes it begins with and the end of its name, whatever type the sender claims. Text counts as CSV
 * unless it has characters that no text has or begins as markup does, which a browser might run.
 *
 * @param head the first EVIDENCE_HEAD_BYTES bytes, or all there are
 * @param ending of its name, without the dot
 * @returns null for what is no kind of evidence, and where name and content disagree
 */
export function evidenceType(head: Uint8Array, ending: string): EvidenceType | null {
  const found = typeOf(head);
  const wanted = ending.toLowerCase() === 'jpeg' ? 'jpg' : ending.toLowerCase();
  return found !== null && EVIDENCE_TYPES[found] === wanted ? found : null;
}

function typeOf(head: Uint8Array): EvidenceType | null {
  const latin = Array.from(head, (byte) => String.fromCharCode(byte)).join('');
  if (latin.startsWith('%PDF-')) return 'application/pdf';
  if (latin.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (latin.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (latin.startsWith('PK\x03\x04')) {
    return WORKBOOK_PARTS.some((part) => latin.startsWith(part, NAME_AT)) ? XLSX : null;
  }
  return isPlainText(head) ? 'text/csv' : null;
}

function isPlainText(head: Uint8Array): boolean {
  if (head.length === 0 || binaryFileKind(head) !== null || head.includes(0)) return false;
  const text = new TextDecoder('utf-8').decode(head).replace(BYTE_ORDER_MARK, '').trimStart();
  return !text.startsWith('<');
}

/** The ending of a file's name, without the dot; blank where it has none. */
export function endingOf(fileName: string): string {
  const dot = fileName.lastIndexOf('.');
  return dot < 0 ? '' : fileName.slice(dot + 1);
}
