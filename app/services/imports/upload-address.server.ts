import { AppError } from '~/errors';
import type { UploadPurpose } from '~/schemas/imports/upload';
import { fromHex, toHex } from '~/services/platform/bytes.server';
import { actorId, type CompanyAdminContext } from '~/services/platform/context.server';
import { logSecurity } from '~/services/platform/security-log.server';

const PATH = '/api/objects/upload/';
/**
 * Purpose (omitted for wells), file id, expiry in milliseconds since 1970, signature. The user and company appear only
 * in the signed text.
 */
const TOKEN = /^(evidence-)?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(\d{13})\.([0-9a-f]{64})$/;

type Claims = { purpose: UploadPurpose; fileId: string; expiresAt: number };
export type UploadTarget = Pick<Claims, 'purpose' | 'fileId'>;

const MINUTE_MS = 60_000;
const LIFETIME_MS = 15 * MINUTE_MS;
/** Extra time to start processing a file that was uploaded in time, for example after a retry. */
const PROCESSING_GRACE_MS = 60 * MINUTE_MS;

/** Issues an address on the given origin that accepts one file from this user for this company, within 15 minutes. */
export async function issueUploadAddress(
  ctx: CompanyAdminContext,
  origin: string,
  purpose: UploadPurpose = 'wells',
): Promise<{ uploadURL: string }> {
  const claims = { purpose, fileId: crypto.randomUUID(), expiresAt: ctx.now.getTime() + LIFETIME_MS };
  const token = `${purpose === 'wells' ? '' : `${purpose}-`}${claims.fileId}.${claims.expiresAt}.${await sign(ctx, claims)}`;
  return { uploadURL: origin + PATH + token };
}

/**
 * Returns the file that may be stored at an address, with its purpose, from the last segment of the address.
 * @throws AppError forbidden when it isn't signed by us for this user and company, or has expired
 */
export async function readUploadToken(ctx: CompanyAdminContext, token: string): Promise<UploadTarget> {
  return verify(ctx, TOKEN.exec(token), { graceMs: 0 });
}

/**
 * Returns the id of the file stored at an address. The text must match an issued address exactly. It only identifies the
 * file and is never fetched.
 * @throws AppError invalid for anything else; forbidden as readUploadToken
 */
export async function readUploadAddress(
  ctx: CompanyAdminContext,
  uploadURL: string,
  origin: string,
  purpose: UploadPurpose = 'wells',
): Promise<string> {
  const prefix = origin + PATH;
  const token = uploadURL.startsWith(prefix) ? TOKEN.exec(uploadURL.slice(prefix.length)) : null;
  if (!token || purposeOf(token) !== purpose) {
    throw new AppError('invalid', 'Upload link not recognized. Upload the file again.', 'uploadURL');
  }
  return (await verify(ctx, token, { graceMs: PROCESSING_GRACE_MS })).fileId;
}

/** Id of the file in an address, regardless of owner; null if it isn't an address. For queries that check the owner themselves. */
export function fileIdOf(uploadURL: string): string | null {
  return TOKEN.exec(uploadURL.split('/').at(-1)!)?.[2] ?? null;
}

function purposeOf([, prefix]: RegExpExecArray): UploadPurpose {
  return prefix ? 'evidence' : 'wells';
}

async function verify(
  ctx: CompanyAdminContext,
  token: RegExpExecArray | null,
  { graceMs }: { graceMs: number },
): Promise<UploadTarget> {
  const [, , fileId = '', expiry, signature = ''] = token ?? [];
  const purpose = token ? purposeOf(token) : 'wells';
  const claims = { purpose, fileId, expiresAt: Number(expiry) };
  const isValid = await crypto.subtle.verify(
    'HMAC',
    await signingKey(ctx),
    fromHex(signature),
    signedText(ctx, claims),
  );
  if (!isValid) {
    logSecurity(ctx, 'token.refused', { reason: 'upload address not valid for this person and company' });
    throw new AppError('forbidden', 'This upload link isn’t valid for you or this company');
  }
  if (ctx.now.getTime() > claims.expiresAt + graceMs) {
    logSecurity(ctx, 'token.refused', { reason: 'upload address expired' });
    throw new AppError('forbidden', 'The upload link expired. Upload the file again.');
  }
  return { purpose, fileId };
}

async function sign(ctx: CompanyAdminContext, claims: Claims): Promise<string> {
  const signature = await crypto.subtle.sign('HMAC', await signingKey(ctx), signedText(ctx, claims));
  return toHex(new Uint8Array(signature));
}

function signingKey({ env }: CompanyAdminContext): Promise<CryptoKey> {
  const secret = new TextEncoder().encode(env.UPLOAD_SIGNING_SECRET);
  return crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']);
}

/** The claims plus the user and company that the address is issued to. */
function signedText(ctx: CompanyAdminContext, { purpose, fileId, expiresAt }: Claims) {
  const subject = purpose === 'wells' ? 'upload' : purpose;
  return new TextEncoder().encode(JSON.stringify([subject, fileId, expiresAt, actorId(ctx), ctx.companyId]));
}
