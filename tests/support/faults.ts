import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import worker from '../../workers/app';
import { aroundEachCall } from '../../workers/round-trips';
import { type Client, clientWith } from './worker';

/**
 * How a call fails:
 * - `before`: it is not carried out, and fails.
 * - `after`: it is carried out, but its answer is lost.
 * - `late`: it hangs. Whoever waits for it loses patience and tries again; only then (`carryOut`) is it carried out and answered.
 */
export const WHENS = ['before', 'after', 'late'] as const;
export type When = (typeof WHENS)[number];

/** Which call of a piece of work fails, counted from 1 over all bindings, and how. */
export type Fault = { call: number; when: When };

export class InjectedFailure extends Error {}

export type FaultyBindings = {
  bindings: Env;
  /** The calls so far, in order: `DB` for a batch or a single statement, else binding and method. */
  calls: string[];
  /** Resolves when the late call hangs. */
  held: Promise<void>;
  /** Lets the late call be carried out. */
  carryOut: () => void;
};

/**
 * The bindings with every call to D1, KV, R2, queues and rate limiters counted, and one of them failing. All are the real
 * ones; a binding that is added to wrangler.toml fails like the others.
 */
export function withFault(bindings: Env, fault: Fault | null): FaultyBindings {
  const calls: string[] = [];
  const hanging = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();

  async function call<T>(name: string, run: () => Promise<T>): Promise<T> {
    calls.push(name);
    if (calls.length !== fault?.call) return run();
    if (fault.when === 'before') throw new InjectedFailure(`${name} was not carried out`);
    if (fault.when === 'late') {
      hanging.resolve();
      await gate.promise;
      return run();
    }
    await run();
    throw new InjectedFailure(`The answer of ${name} was lost`);
  }

  const database = (d1: D1Database) =>
    ({
      withSession: (start?: string) => aroundEachCall(d1.withSession(start), (send) => call('DB', send)),
    }) as D1Database;
  const others = (name: string, binding: object) =>
    new Proxy(binding, {
      get(target, method) {
        const value: unknown = Reflect.get(target, method);
        if (typeof value !== 'function') return value;
        return (...given: unknown[]) =>
          call(`${name}.${String(method)}`, () => value.apply(target, given) as Promise<unknown>);
      },
    });
  const wrapped = Object.entries(bindings).map(([name, binding]) => {
    if (name === 'DB') return [name, database(binding as D1Database)];
    const isService = typeof binding === 'object' && binding !== null && !Array.isArray(binding);
    return [name, isService ? others(name, binding) : binding];
  });
  return {
    bindings: Object.fromEntries(wrapped) as Env,
    calls,
    held: hanging.promise,
    carryOut: gate.resolve,
  };
}

/** A person's requests, answered by a Worker with such bindings. */
export function through(bindings: Env, { cookie }: { cookie: string }): Client {
  return clientWith(cookie, async (request) => {
    const execution = createExecutionContext();
    const response = await worker.fetch(request as Parameters<typeof worker.fetch>[0], bindings, execution);
    await waitOnExecutionContext(execution);
    return response;
  });
}
