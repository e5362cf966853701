import { openDatabase } from '#db/client';
import type { Actor, RequestContext } from '~/services/platform/context.server';

/** The context for background work. Reads from the D1 primary, because jobs continue from the latest writes. */
export function createJobContext(
  env: Env,
  { id, now, actor = { kind: 'system' } }: { id: string; now: Date; actor?: Actor },
): RequestContext {
  return {
    db: openDatabase(env.DB.withSession('first-primary')),
    env,
    now,
    actor,
    request: { id, ip: null, userAgent: null },
    claimedCompanyId: null,
    idempotency: null,
  };
}
