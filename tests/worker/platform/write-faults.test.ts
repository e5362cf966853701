import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import * as build from '../../../build/server/index.js';
import worker from '../../../workers/app';
import { expectBooksToCheck } from '../../support/books';
import { FAULT_MODES, type Fault, withFault } from '../../support/faults';
import { clientWith, openSession } from '../../support/worker';
import { makeSmallWorld, sendCall } from '../../support/world';
import { normalizedAnswer, stateOf, type WorldState } from '../../support/world-state';
import { SCENARIOS, type Scenario } from '../../support/write-scenarios';

/**
 * Runs every write of the API with a fault at one of its calls to D1, KV, R2, the queue and the rate limiter, then
 * repeats it with the same Idempotency-Key. `npm test` tries one call of each kind of fault; `npm run fuzz -- faults`
 * tries all of them.
 */
const ALL = env.FAULTS === 'all';
const AT_A_TIME = 6;
const LOST = [
  'This was already processed, but its response was lost. Reload to see the result.',
  'The token was created, but the response that shows it was lost. Reload, revoke that token, and create another.',
];

type Answer = { status: number; body: unknown; text: string };
type Outcome = { first: Answer; again: Answer; state: WorldState; calls: string[] };

beforeAll(() => {
  // The faults provoked here are logged on purpose.
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

/** Not called by API users; its faults are in tests/worker/platform/sign-in-faults.test.ts. */
const OF_PROVIDER = ['POST /api/backchannel-logout'];

/** The writing methods of each built route. */
function builtWrites(): string[] {
  type Route = { path?: string; module: { loader?: { endpoints?: object }; action?: unknown } };
  return (Object.values(build.routes) as unknown as Route[]).flatMap(({ path, module }) => {
    const methods = Object.keys(module.loader?.endpoints ?? (module.action ? { POST: 1 } : {}));
    const isAnswered = path?.startsWith('api') && path !== 'api/*';
    return methods.filter((method) => isAnswered && method !== 'GET').map((method) => `${method} /${path}`);
  });
}

it('every write of every route has a scenario', () => {
  const told = new Set(SCENARIOS.map(({ call }) => `${call.method} ${call.path}`));
  expect(
    builtWrites()
      .filter((write) => !told.has(write))
      .sort(),
  ).toEqual(OF_PROVIDER);
});

describe('a write runs once, whatever fails', () => {
  // Concurrent, because a repeated request may wait some seconds for a response that never comes.
  it.concurrent.each(SCENARIOS.map((scenario, index) => [scenario.title, scenario, index] as const))(
    '%s',
    { timeout: ALL ? 3_600_000 : 120_000 },
    async (_, scenario, index) => {
      const clean = await play(scenario, null);
      expect(clean.first, clean.first.text).toMatchObject({ status: scenario.call.success });
      const faults = ALL ? everyFault(clean.calls) : sampleOf(clean.calls, index);
      for (let from = 0; from < faults.length; from += AT_A_TIME) {
        await Promise.all(faults.slice(from, from + AT_A_TIME).map((fault) => check(scenario, fault, clean)));
      }
      if (ALL) console.log(`combinations: ${faults.length}`);
    },
  );
});

async function check(scenario: Scenario, fault: Fault, clean: Outcome): Promise<void> {
  const { first, again, state, calls } = await play(scenario, fault);
  const about = `${fault.when} call ${fault.call} of ${clean.calls.join(', ')}`;
  if (first.status >= 400) {
    const isTold = scenario.isToldOnce && LOST.some((message) => first.text.includes(message));
    expect(first.body, about).toEqual({
      message: expect.any(String),
      requestId: expect.anything(),
      ...(isTold && { code: 'already-processed' }),
    });
    if (!isTold) expect(first.text, about).not.toMatch(/not carried out|was lost|\bat .+:\d+/);
  } else expect([first.status, first.body], about).toEqual([clean.first.status, clean.first.body]);
  const { restart } = scenario;
  const change = changeOf(clean.calls);
  // Cleanup after the change must not make the user believe that the change failed. This run's own calls decide,
  // because looking up a forgotten session adds one at the start.
  if (!restart && change > 0 && fault.call > change && calls[fault.call - 1] !== 'DB')
    expect(first.status, about).toBe(clean.first.status);
  const problem = again.body as { message?: string; code?: string } | null;
  if (restart?.isTold(again, state)) return expect(restart.isClean(state), about).toBe(true);
  // A deleted user can't repeat the request.
  const expected = [clean.first, clean.again].map(({ status, body }) => [status, body]);
  if (problem?.message && LOST.includes(problem.message))
    expect([again.status, problem.code], about).toEqual([409, 'already-processed']);
  else expect(expected, about).toContainEqual([again.status, again.body]);
  expect(state, about).toEqual(clean.state);
}

/** Makes the call with the fault, then repeats it with the same key and without the fault. */
async function play(scenario: Scenario, fault: Fault | null): Promise<Outcome> {
  const { world, caller, admin, ...whose } = await makeSmallWorld(scenario.call);
  const session = scenario.session && (await openSession(scenario.session(world, caller)));
  const named = session && (await scenario.sessionParams?.(session));
  // Both requests must have the same body, including random parts.
  const body = scenario.call.body?.(world);
  const call = {
    ...scenario.call,
    ...(named && { params: () => named }),
    ...(scenario.call.body && { body: () => body }),
  };
  const faulty = withFault(env, fault);
  const execution = createExecutionContext();
  const client = clientWith(caller.cookie, (request) =>
    worker.fetch(request as Parameters<typeof worker.fetch>[0], faulty.bindings, execution),
  );
  const headers = { 'Idempotency-Key': crypto.randomUUID(), Prefer: 'respond-async' };
  const send = (from: typeof client) => sendCall(from, call, world, headers);
  const answer = send(client);
  let again: Response | null = null;
  if (fault?.when === 'late') {
    await Promise.race([answer, faulty.held]);
    again = await send(caller);
    faulty.carryOut();
  }
  const first = await answer;
  await waitOnExecutionContext(execution);
  again ??= await send(caller);
  await scenario.settle?.(caller);
  const outcome = {
    first: await answerOf(first),
    again: await answerOf(again),
    state: await stateOf({ ...whose, people: session ? [...whose.people, session] : whose.people }),
    calls: faulty.calls,
  };
  // A user who was deleted or removed can't run the check.
  if ((await admin.get('/api/books/check')).status === 200) await expectBooksToCheck(admin);
  return outcome;
}

async function answerOf(response: Response): Promise<Answer> {
  const text = await response.text();
  return { status: response.status, text, body: text === '' ? null : normalizedAnswer(text) };
}

function everyFault(calls: string[]): Fault[] {
  return calls.flatMap((_, index) => FAULT_MODES.map((when) => ({ call: index + 1, when })));
}

/** Loses the response of the change itself; the other two faults hit a different call in each scenario. */
function sampleOf(calls: string[], index: number): Fault[] {
  return [
    { call: changeOf(calls), when: 'after' },
    { call: 1 + (index % calls.length), when: 'before' },
    { call: 1 + ((index + 2) % calls.length), when: 'late' },
  ];
}

/** The call that makes the change, counted from 1: the last call to D1 stores the response. 0 when there is only one. */
function changeOf(calls: string[]): number {
  return calls.lastIndexOf('DB', calls.lastIndexOf('DB') - 1) + 1;
}
