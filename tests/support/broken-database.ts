import { aroundEachCall } from '../../workers/round-trips';

/** When a call to the database breaks: before D1 got it, or after D1 did it but before its answer came. */
export type Break = { call: number; when: 'before' | 'after' };

/**
 * The bindings with a database that breaks once, at the n-th call from now (counted from 1; a batch is one): what a Worker
 * that is killed, or a connection that is lost, leaves behind. `calls` tells how many there were.
 */
export function breaking(bindings: Env, { call, when }: Break): { bindings: Env; calls: () => number } {
  let count = 0;
  const session = aroundEachCall(bindings.DB.withSession('first-primary'), async (send) => {
    count += 1;
    const breaks = count === call;
    if (breaks && when === 'before') throw new Error('Broken before D1 got it');
    const result = await send();
    if (breaks) throw new Error('Broken after D1 did it');
    return result;
  });
  const database = { withSession: () => session } as unknown as D1Database;
  return { bindings: { ...bindings, DB: database }, calls: () => count };
}
