import { env } from 'cloudflare:workers';
import { strToU8, zipSync } from 'fflate';
import type { EvidenceView } from '~/schemas/close/evidence';
import { postingsOf } from './books';
import { companyToClose } from './close';
import { contextInterrupted } from './layers';
import { putFile, UPLOAD_PATH } from './upload';
import { type Client, ORIGIN, type SignedIn } from './worker';

export type Subject = { subject: string; id: string };

const text = (content: string) => strToU8(content, true);

export const PDF = text('%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n%%EOF\n');
export const PNG = text('\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01');
export const JPEG = text('\xff\xd8\xff\xe0\0\x10JFIF\0');
export const CSV = strToU8('well,quote\r\nA-1,"1,200.00"\r\nØ-2,Ærlig\r\n');

const SHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml';

/** A workbook of the given parts and the mandatory ones. */
export function workbook(parts: Record<string, string> = {}, contentType = SHEET): Uint8Array<ArrayBuffer> {
  const files = {
    '[Content_Types].xml': `<Types><Override PartName="/xl/workbook.xml" ContentType="${contentType}"/></Types>`,
    'xl/workbook.xml': '<workbook/>',
    ...parts,
  };
  return zipSync(
    Object.fromEntries(Object.entries(files).map(([name, content]) => [name, strToU8(content)])),
  );
}

/** Sends a file to a new evidence address. @returns the response, and the address as the next request expects it */
export async function sendFile(
  client: Client,
  content: Uint8Array | ReadableStream<Uint8Array>,
  contentType = 'application/pdf',
): Promise<{ response: Response; uploadURL: string }> {
  const made = await client.post(`${UPLOAD_PATH}?for=evidence`);
  const { uploadURL } = await made.json<{ uploadURL: string }>();
  const headers = { 'Content-Type': contentType };
  const response = await putFile(
    client,
    uploadURL.slice(ORIGIN.length),
    content as Uint8Array<ArrayBuffer>,
    headers,
  );
  return { response, uploadURL };
}

/** Attaches a file to a subject. */
export async function addFile(
  client: Client,
  subject: Subject,
  { content = PDF, contentType = 'application/pdf', fileName = 'Quote.pdf' } = {},
): Promise<EvidenceView> {
  const { response, uploadURL } = await sendFile(client, content, contentType);
  if (response.status !== 204) throw new Error(`The file was refused: ${await response.text()}`);
  const added = await client.post('/api/evidence', { ...subject, uploadURL, fileName });
  if (added.status !== 201) throw new Error(`The file was not added: ${await added.text()}`);
  return added.json();
}

export async function addNote(client: Client, subject: Subject, note: string): Promise<EvidenceView> {
  const added = await client.post('/api/evidence', { ...subject, note });
  if (added.status !== 201) throw new Error(`The note was not added: ${await added.text()}`);
  return added.json();
}

export async function evidenceOf(client: Client, { subject, id }: Subject): Promise<EvidenceView[]> {
  const response = await client.get(`/api/evidence?${new URLSearchParams({ subject, id })}`);
  if (response.status !== 200) throw new Error(`No evidence: ${await response.text()}`);
  return response.json();
}

/** A well whose layer was posted in January 2026, that posting, and every subject of theirs that can have evidence. */
export async function makeEvidenceSubjects(settings: Record<string, unknown> = {}) {
  const books = await companyToClose(settings);
  const [posting] = await postingsOf(books.preparer, `kind=calculation&wellId=${books.well.id}`);
  const subjects = {
    well: { subject: 'well', id: books.well.id },
    posting: { subject: 'posting', id: posting!.id },
    act: { subject: 'act', id: posting!.actId },
    close: { subject: 'close', id: '2026-01' },
  };
  return { ...books, client: books.preparer, posting: posting!, subjects };
}

/** A request context in which something else runs just before the first write. */
export function contextFor(client: SignedIn, companyId: string, justBefore = async () => {}) {
  return Object.assign(contextInterrupted(client, companyId, justBefore), { env });
}
