import { z } from 'zod';
import type { RequestContext } from '~/services/platform/context.server';
import { sha256Hex } from '~/services/platform/digest.server';
import { log } from '~/services/platform/log.server';
import { UNKNOWN_STRENGTH } from '~/services/platform/sign-in-strength.server';

/** Maximum lifetime of a session, regardless of activity. */
export const SESSION_SECONDS = 7 * 24 * 60 * 60;
const DEFAULT_IDLE_HOURS = 12;
/** KV's minimum TTL. */
const MIN_TTL_SECONDS = 60;
/** Seconds to keep an erased account's session for signing out at the provider. */
const ENDED_SECONDS = 300;

const SessionRecord = z.object({
  userId: z.string(),
  /** Identifies the user or session to the provider at sign-out. Not a secret. */
  logoutHint: z.string().nullable().default(null),
  /** Unknown for sessions from an earlier version. */
  signIn: z
    .object({ acr: z.string().nullable(), amr: z.array(z.string()), authenticatedAt: z.string().nullable() })
    .default(UNKNOWN_STRENGTH),
  signedInAt: z.string(),
  /** Lags by a few minutes, because not every request writes the record. */
  lastSeenAt: z.string(),
  /** IP address of the last recorded use. */
  ip: z.string().nullable(),
  /** Readable name, from deviceName. */
  device: z.string(),
});
export type SessionRecord = z.infer<typeof SessionRecord>;

type Store = Pick<RequestContext, 'env'>;
type TimedStore = Pick<RequestContext, 'env' | 'now'>;

/** Owner of a list of sessions: a user, or a subject or session at the identity provider. */
export type SessionOwner =
  | { kind: 'user'; id: string }
  | { kind: 'provider-subject'; id: string }
  | { kind: 'provider-session'; id: string };

/** Idle timeout of a session in milliseconds: SESSION_IDLE_HOURS, or 12 hours if that isn’t set. */
export function idleMs(env: Env): number {
  return (Number(env.SESSION_IDLE_HOURS) || DEFAULT_IDLE_HOURS) * 3_600_000;
}

/** Null when there is no record, or when it is from an earlier version and its owner must sign in again. */
export async function readRecord({ env }: Store, hash: string): Promise<SessionRecord | null> {
  const record = SessionRecord.safeParse(await env.SESSIONS.get(recordKey(hash), 'json'));
  return record.success ? record.data : null;
}

/** KV itself may return values up to a minute old. */
const CACHE_MS = 60_000;
const MAX_CACHED = 1_000;
const cache = new Map<string, { record: SessionRecord; cachedAt: number }>();

/**
 * Like readRecord, but cached in the Worker's memory for a minute after a read or write, because the requests of a page
 * arrive close together. Only for callers that also check D1 for ended sessions.
 */
export async function readCachedRecord(
  { env, now }: TimedStore,
  hash: string,
): Promise<SessionRecord | null> {
  const cached = cache.get(hash);
  if (cached && Math.abs(now.getTime() - cached.cachedAt) < CACHE_MS) return cached.record;
  const record = await readRecord({ env }, hash);
  if (record) cacheRecord({ now }, hash, record);
  else cache.delete(hash);
  return record;
}

function cacheRecord({ now }: Pick<TimedStore, 'now'>, hash: string, record: SessionRecord): void {
  if (cache.size >= MAX_CACHED) cache.clear();
  cache.set(hash, { record, cachedAt: now.getTime() });
}

/**
 * Stores the record for the session's remaining lifetime. Also replaces a cached record: KV may return the old one for a
 * minute, and every request would then write it again.
 */
export async function writeRecord(
  { env, now }: TimedStore,
  hash: string,
  record: SessionRecord,
): Promise<void> {
  if (cache.has(hash)) cacheRecord({ now }, hash, record);
  const expiresAt = Date.parse(record.signedInAt) + SESSION_SECONDS * 1000;
  const remainingSeconds = Math.floor(
    (Math.min(expiresAt, now.getTime() + idleMs(env)) - now.getTime()) / 1000,
  );
  await env.SESSIONS.put(recordKey(hash), JSON.stringify(record), {
    expirationTtl: Math.max(MIN_TTL_SECONDS, remainingSeconds),
  });
}

/** Removes a session from KV and from this Worker’s memory. @throws KV’s error */
export async function deleteRecord({ env }: Store, hash: string): Promise<void> {
  cache.delete(hash);
  await env.SESSIONS.delete(recordKey(hash));
}

/**
 * Keeps what signing out at the provider requires from an erased account's session, for a few minutes. Never throws: the
 * account is deleted, and its session is refused either way.
 */
export async function keepForSignOut(
  { env, request }: Pick<RequestContext, 'env' | 'request'>,
  hash: string,
): Promise<void> {
  try {
    const record = await readRecord({ env }, hash);
    if (!record) return;
    const signOutRecord: SessionRecord = { ...record, ip: null, device: '' };
    cache.delete(hash);
    await env.SESSIONS.put(recordKey(hash), JSON.stringify(signOutRecord), { expirationTtl: ENDED_SECONDS });
  } catch (error) {
    log({ level: 'error', requestId: request.id, error });
  }
}

/** Adds the session to its owner's list until it expires. */
export async function addToOwner({ env }: Store, owner: SessionOwner, hash: string): Promise<void> {
  await env.SESSIONS.put((await ownerPrefix(owner)) + hash, '', { expirationTtl: SESSION_SECONDS });
}

/** Removes the session from its owner’s list. @throws KV’s error */
export async function removeFromOwner({ env }: Store, owner: SessionOwner, hash: string): Promise<void> {
  await env.SESSIONS.delete((await ownerPrefix(owner)) + hash);
}

/** Hashes of an owner's sessions. KV lists lag, so a session started elsewhere in the last minute may be missing. */
export async function listHashes({ env }: Store, owner: SessionOwner): Promise<string[]> {
  const prefix = await ownerPrefix(owner);
  const hashes: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await env.SESSIONS.list({ prefix, cursor });
    hashes.push(...page.keys.map(({ name }) => name.slice(prefix.length)));
    if (page.list_complete) return hashes;
    cursor = page.cursor;
  }
}

function recordKey(hash: string): string {
  return `session:${hash}`;
}

/** Hashed, because provider ids can be longer than KV keys allow. */
async function ownerPrefix({ kind, id }: SessionOwner): Promise<string> {
  return `${kind}:${await sha256Hex(id)}:`;
}
