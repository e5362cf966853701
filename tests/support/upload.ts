import { env } from 'cloudflare:workers';
import type { MassUploadView } from '~/schemas/imports/mass-upload';
import { uploadKey } from '~/services/imports/uploaded-file.server';
import type { CompanyAdminContext } from '~/services/platform/context.server';
import { type Client, db, ORIGIN, type SignedIn } from './worker';

export const UPLOAD_PATH = '/api/objects/upload';

/** A new address to upload to, below the origin. */
export async function requestAddress(client: SignedIn): Promise<string> {
  const response = await client.post(UPLOAD_PATH);
  if (response.status !== 200) throw new Error(`No upload address: ${response.status}`);
  const { uploadURL } = await response.json<{ uploadURL: string }>();
  return uploadURL.slice(ORIGIN.length);
}

/** Sends a file to an address as a browser does. */
export function putFile(
  client: Client,
  address: string,
  content: BodyInit,
  headers: Record<string, string> = {},
): Promise<Response> {
  return client.send(address, {
    method: 'PUT',
    body: content,
    headers: { 'Content-Type': 'text/csv', ...headers },
  });
}

/** A file that has arrived. @returns its upload address as the call that begins the upload takes it */
export async function uploadFile(client: SignedIn, content: BodyInit): Promise<string> {
  const address = await requestAddress(client);
  const response = await putFile(client, address, content);
  if (response.status !== 204) throw new Error(`The file was refused: ${response.status}`);
  return ORIGIN + address;
}

/** The last part of an address. */
export function tokenOf(address: string): string {
  return address.split('/').at(-1)!;
}

/** The id of an address's file is the first part of its token. */
export function fileIdOf(address: string): string {
  return tokenOf(address).split('.')[0]!;
}

/** Follows an upload through the queue. @returns what its call answers once it has ended */
export async function endOf(client: Client, jobId: string): Promise<MassUploadView> {
  for (;;) {
    const response = await client.get(`/api/wells/mass-upload/${jobId}`);
    if (response.status !== 200) throw new Error(`No upload: ${response.status}`);
    const upload = await response.json<MassUploadView>();
    if (upload.finishedAt !== null) return upload;
    await scheduler.wait(20);
  }
}

/** What lies in R2 of a company's file. */
export function storedObject(companyId: string, address: string): Promise<R2ObjectBody | null> {
  return env.UPLOADS.get(uploadKey(companyId, fileIdOf(address)));
}

/** The row that claims an address; null while it is unused. */
export function claimOf(address: string): Promise<Record<string, unknown> | null> {
  return env.DB.prepare('select * from uploaded_file where id = ?').bind(fileIdOf(address)).first();
}

/** The context of a request that the client makes at some moment, for use cases whose outcome depends on it. */
export function contextAt(client: SignedIn, companyId: string, now: Date): CompanyAdminContext {
  return {
    db,
    env,
    now,
    actor: { kind: 'user', user: { id: client.userId } },
    request: { id: 'test', ip: null, userAgent: null },
    claimedCompanyId: null,
    idempotency: null,
    companyId,
    role: 'admin',
  } as unknown as CompanyAdminContext;
}
