import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import worker from '../../workers/app';
import { wrapCalls } from '../../workers/round-trips';
import { type Client, clientWith } from './worker';

/**
 * How a call fails:
 * - `before`: it fails without being executed.
 * - `after`: it is executed, but its response is lost.
 * - `late`: it hangs. The caller times out and retries; only then (`carryOut`) is the call executed and answered.
 */
export const FAULT_MODES = ['before', 'after', 'late'] as const;
export type FaultMode = (typeof FAULT_MODES)[number];

/** The call to fail, counted from 1 across all bindings, and how it fails. */
export type Fault = { call: number; when: FaultMode };

export class InjectedFailure extends Error {}

export type FaultyBindings = {
  bindings: Env;
  /** The calls so far, in order: `DB` for a batch or a single statement, otherwise binding and method. */
  calls: string[];
  /** Resolves when the late call hangs. */
  held: Promise<void>;
  /** Lets the late call proceed. */
  carryOut: () => void;
};

/**
 * The real bindings, with every call to D1, KV, R2, queues and rate limiters counted, and one of them failing. Bindings added to
 * wrangler.toml are covered automatically.
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
      withSession: (start?: string) => wrapCalls(d1.withSession(start), (send) => call('DB', send)),
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

/** A user's requests, handled by a Worker with these bindings. */
export function through(bindings: Env, { cookie }: { cookie: string }): Client {
  return clientWith(cookie, async (request) => {
    const execution = createExecutionContext();
    const response = await worker.fetch(request as Parameters<typeof worker.fetch>[0], bindings, execution);
    await waitOnExecutionContext(execution);
    return response;
  });
}
