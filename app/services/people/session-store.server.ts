import { z } from 'zod';
import type { RequestContext } from '~/services/platform/context.server';
import { sha256Hex } from '~/services/platform/digest.server';
import { log } from '~/services/platform/log.server';
import { UNKNOWN_STRENGTH } from '~/services/platform/sign-in-strength.server';

/** A session ends after this, however much it is used. */
export const SESSION_SECONDS = 7 * 24 * 60 * 60;
const DEFAULT_IDLE_HOURS = 12;
/** KV takes no shorter lifetime. */
const SHORTEST_SECONDS = 60;
/** How long an erased account's session is kept for signing out at the provider. */
const ENDED_SECONDS = 300;

const SessionRecord = z.object({
  userId: z.string(),
  /** What tells the provider whom to sign out: its name for the session or the person. No secret. */
  logoutHint: z.string().nullable().default(null),
  /** Unknown for sessions of an earlier version. */
  signIn: z
    .object({ acr: z.string().nullable(), amr: z.array(z.string()), authenticatedAt: z.string().nullable() })
    .default(UNKNOWN_STRENGTH),
  signedInAt: z.string(),
  /** At most some minutes old: not every request writes. */
  lastSeenAt: z.string(),
  /** Where it was last seen. */
  ip: z.string().nullable(),
  /** In words. */
  device: z.string(),
});
export type SessionRecord = z.infer<typeof SessionRecord>;

type Store = Pick<RequestContext, 'env'>;
type TimedStore = Pick<RequestContext, 'env' | 'now'>;

/** Whose sessions a list is of: a person here, or a person or session at the identity provider. */
export type SessionOwner =
  | { kind: 'user'; id: string }
  | { kind: 'provider-subject'; id: string }
  | { kind: 'provider-session'; id: string };

/** How long a session lives without a request, in milliseconds: SESSION_IDLE_HOURS, or 12 hours where that isn’t set. */
export function idleMs(env: Env): number {
  return (Number(env.SESSION_IDLE_HOURS) || DEFAULT_IDLE_HOURS) * 3_600_000;
}

/** Null when there is none, or one of an earlier version, whose owner signs in again. */
export async function readRecord({ env }: Store, hash: string): Promise<SessionRecord | null> {
  const record = SessionRecord.safeParse(await env.SESSIONS.get(recordKey(hash), 'json'));
  return record.success ? record.data : null;
}

/** KV may itself answer with what it held a minute ago. */
const REMEMBERED_MS = 60_000;
const MOST_REMEMBERED = 1_000;
const remembered = new Map<string, { record: SessionRecord; knownAt: number }>();

/**
 * As readRecord, from the Worker's memory for a minute after it was read or written: requests of a page come close together.
 * Only for a caller that also asks D1 whether the session has ended.
 */
export async function recallRecord({ env, now }: TimedStore, hash: string): Promise<SessionRecord | null> {
  const known = remembered.get(hash);
  if (known && Math.abs(now.getTime() - known.knownAt) < REMEMBERED_MS) return known.record;
  const record = await readRecord({ env }, hash);
  if (record) remember({ now }, hash, record);
  else remembered.delete(hash);
  return record;
}

function remember({ now }: Pick<TimedStore, 'now'>, hash: string, record: SessionRecord): void {
  if (remembered.size >= MOST_REMEMBERED) remembered.clear();
  remembered.set(hash, { record, knownAt: now.getTime() });
}

/**
 * Stores the record for as long as the session may still live. It takes the place of a remembered one: KV may answer
 * with the former record for a minute, which would be written again at each request.
 */
export async function writeRecord(
  { env, now }: TimedStore,
  hash: string,
  record: SessionRecord,
): Promise<void> {
  if (remembered.has(hash)) remember({ now }, hash, record);
  const end = Date.parse(record.signedInAt) + SESSION_SECONDS * 1000;
  const left = Math.floor((Math.min(end, now.getTime() + idleMs(env)) - now.getTime()) / 1000);
  await env.SESSIONS.put(recordKey(hash), JSON.stringify(record), {
    expirationTtl: Math.max(SHORTEST_SECONDS, left),
  });
}

/** Removes a session from KV and from this Worker’s memory. @throws KV’s error */
export async function deleteRecord({ env }: Store, hash: string): Promise<void> {
  remembered.delete(hash);
  await env.SESSIONS.delete(recordKey(hash));
}

/**
 * Keeps of an erased account's session for some minutes what signing out at the provider needs. Never throws: the account is
 * gone, and its session is refused without this.
 */
export async function keepForSignOut(
  { env, request }: Pick<RequestContext, 'env' | 'request'>,
  hash: string,
): Promise<void> {
  try {
    const record = await readRecord({ env }, hash);
    if (!record) return;
    const left: SessionRecord = { ...record, ip: null, device: '' };
    remembered.delete(hash);
    await env.SESSIONS.put(recordKey(hash), JSON.stringify(left), { expirationTtl: ENDED_SECONDS });
  } catch (error) {
    log({ level: 'error', requestId: request.id, error });
  }
}

/** Lists the session under its owner until it expires. */
export async function addToOwner({ env }: Store, owner: SessionOwner, hash: string): Promise<void> {
  await env.SESSIONS.put((await ownerPrefix(owner)) + hash, '', { expirationTtl: SESSION_SECONDS });
}

/** Takes the session off its owner’s list. @throws KV’s error */
export async function removeFromOwner({ env }: Store, owner: SessionOwner, hash: string): Promise<void> {
  await env.SESSIONS.delete((await ownerPrefix(owner)) + hash);
}

/** The hashes of an owner's sessions. One that began elsewhere in the last minute may be missing, as in all lists of KV. */
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

/** Hashed, because ids from a provider can be longer than KV's keys. */
async function ownerPrefix({ kind, id }: SessionOwner): Promise<string> {
  return `${kind}:${await sha256Hex(id)}:`;
}
