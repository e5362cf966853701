import { openDatabase } from '#db/client';
import type { RequestContext } from '~/services/platform/context.server';

/** Where a piece of work breaks off: at which of its calls outside, counted from 1, and whether that was carried out. */
export type Fault = { call: number; when: 'before' | 'after' };

export class InjectedFailure extends Error {}

/**
 * The context with every call to D1 (a batch or a single statement), the queue and R2 counted, and one of them failing.
 * A call that fails `after` has been carried out, but its answer never came.
 */
export function contextWithFault(ctx: RequestContext, fault: Fault | null) {
  const { env } = ctx;
  const counted = { calls: 0 };
  const call = async <T>(run: () => Promise<T>): Promise<T> => {
    counted.calls += 1;
    const isFailing = fault?.call === counted.calls;
    if (isFailing && fault.when === 'before') throw new InjectedFailure();
    const result = await run();
    if (isFailing) throw new InjectedFailure();
    return result;
  };

  const native = new WeakMap<object, D1PreparedStatement>();
  const statement = (inner: D1PreparedStatement): D1PreparedStatement => {
    const outer = {
      bind: (...values: unknown[]) => statement(inner.bind(...values)),
      run: () => call(() => inner.run()),
      all: () => call(() => inner.all()),
      raw: () => call(() => inner.raw()),
      first: () => call(() => inner.first()),
    } as unknown as D1PreparedStatement;
    native.set(outer, inner);
    return outer;
  };
  const d1 = {
    prepare: (query: string) => statement(env.DB.prepare(query)),
    batch: (statements: D1PreparedStatement[]) =>
      call(() => env.DB.batch(statements.map((outer) => native.get(outer) ?? outer))),
  } as unknown as D1Database;

  const faulty: RequestContext = {
    ...ctx,
    db: openDatabase(d1),
    env: {
      ...env,
      UPLOADS: { get: (key: string) => call(() => env.UPLOADS.get(key)) } as unknown as R2Bucket,
      JOBS: {
        sendBatch: (messages: MessageSendRequest[]) => call(() => env.JOBS.sendBatch(messages)),
      } as unknown as Queue,
    },
  };
  return { ctx: faulty, counted };
}
