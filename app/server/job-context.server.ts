import { openDatabase } from '#db/client';
import type { Actor, RequestContext } from '~/services/platform/context.server';

/** The context of background work. It reads from the primary, because it continues from what was written last. */
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
