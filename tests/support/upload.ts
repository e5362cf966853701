import { env } from 'cloudflare:workers';
import type { MassUploadView } from '~/schemas/imports/mass-upload';
import { uploadKey } from '~/services/imports/uploaded-file.server';
import type { CompanyAdminContext } from '~/services/platform/context.server';
import { type Client, db, ORIGIN, type SignedIn } from './worker';

export const UPLOAD_PATH = '/api/objects/upload';

/** A new upload address, relative to the origin. */
export async function requestAddress(client: SignedIn): Promise<string> {
  const response = await client.post(UPLOAD_PATH);
  if (response.status !== 200) throw new Error(`No upload address: ${response.status}`);
  const { uploadURL } = await response.json<{ uploadURL: string }>();
  return uploadURL.slice(ORIGIN.length);
}

/** Sends a file to an address like a browser. */
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

/** Uploads a file. @returns its upload address, as expected by the request that starts processing */
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

/** The file id of an address, which is the first part of its token. */
export function fileIdOf(address: string): string {
  return tokenOf(address).split('.')[0]!;
}

/** Waits for an upload to pass through the queue. @returns the API response once it has ended */
export async function waitForUpload(client: Client, jobId: string): Promise<MassUploadView> {
  for (;;) {
    const response = await client.get(`/api/wells/mass-upload/${jobId}`);
    if (response.status !== 200) throw new Error(`No upload: ${response.status}`);
    const upload = await response.json<MassUploadView>();
    if (upload.finishedAt !== null) return upload;
    await scheduler.wait(20);
  }
}

/** The stored R2 object of a company's file. */
export function storedObject(companyId: string, address: string): Promise<R2ObjectBody | null> {
  return env.UPLOADS.get(uploadKey(companyId, fileIdOf(address)));
}

/** The row that claims an address; null if not used yet. */
export function claimOf(address: string): Promise<Record<string, unknown> | null> {
  return env.DB.prepare('select * from uploaded_file where id = ?').bind(fileIdOf(address)).first();
}

/** Context of a request by the client at a given time, for use cases that depend on the time. */
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
