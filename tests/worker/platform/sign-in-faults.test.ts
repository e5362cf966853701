import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { SignJWT } from 'jose';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { createSession } from '~/services/people/session.server';
import worker from '../../../workers/app';
import { FAULT_MODES, type Fault, type FaultMode, withFault } from '../../support/faults';
import { cookiesOf, type Key, makeKey, makeProvider } from '../../support/identity-provider';
import { anonymous, clientWith, openSession, signIn } from '../../support/worker';

/** Signs in and out with a fault at each call to D1, KV and the rate limiter, then retries. */

beforeAll(() => {
  // The faults provoked here are logged on purpose.
  for (const method of ['error', 'warn', 'info'] as const)
    vi.spyOn(console, method).mockImplementation(() => {});
});

/** Runs with a fault at each call of a faultless run. */
async function everyFault(
  run: (fault: Fault | null) => Promise<string[]>,
  whens: readonly FaultMode[] = FAULT_MODES,
): Promise<void> {
  const calls = await run(null);
  for (const when of whens) {
    for (let call = 1; call <= calls.length; call += 1) await run({ call, when });
  }
}

/** Failures must be reported with the app's own messages. */
async function expectPlainAnswer(response: Response): Promise<void> {
  const text = await response.text();
  if (response.status >= 400) expect(text).toMatch(/"message":|"error":|<html/);
  expect(text).not.toMatch(/not carried out|was lost|\.(ts|js):\d+/);
}

it('a sign-in creates one user with a working session', { timeout: 60_000 }, async () => {
  const provider = await makeProvider();
  const { env: bindings } = provider;
  const faultless = { ...bindings };
  // The scripted provider handles one sign-in at a time, so a sign-in can't hang while another continues.
  const whens: FaultMode[] = ['before', 'after'];
  await everyFault(async (fault) => {
    const person = { sub: crypto.randomUUID(), email: `${crypto.randomUUID()}@example.com` };
    const faulty = withFault(faultless, fault);
    Object.assign(bindings, faulty.bindings);
    await expectPlainAnswer(await provider.signIn(person));
    Object.assign(bindings, faultless);
    const again = await provider.signIn(person);
    expect(again.status).toBe(302);
    expect((await anonymous.get('/api/auth/user', { Cookie: cookiesOf(again) })).status).toBe(200);
    const known = env.DB.prepare('select count(*) as n from user where issuer = ? and subject = ?');
    expect(await known.bind(provider.issuer, person.sub).first('n')).toBe(1);
    return faulty.calls;
  }, whens);
});

it('a sign-out leaves no session', { timeout: 60_000 }, async () => {
  const { env: bindings } = await makeProvider();
  await everyFault(async (fault) => {
    const { userId } = await signIn();
    const session = await openSession(userId);
    const { faulty, send } = through(fault, session.cookie, bindings);
    const { send: sendAgain } = through(null, session.cookie, bindings);
    const { first } = await twice(fault, faulty, send, sendAgain, '/api/logout');
    await expectPlainAnswer(first);
    expect((await session.get('/api/auth/user')).status).toBe(401);
    return faulty.calls;
  });
});

describe('POST /api/backchannel-logout', () => {
  let key: Key;
  let provider: Awaited<ReturnType<typeof makeProvider>>;
  beforeAll(async () => {
    key = await makeKey('logout');
    provider = await makeProvider({}, { keys: [key] });
  });

  const tokenFor = (sub: string) => {
    const seconds = Math.floor(Date.now() / 1000);
    return new SignJWT({
      iss: provider.issuer,
      aud: 'aro-system',
      sub,
      jti: crypto.randomUUID(),
      iat: seconds,
      exp: seconds + 60,
      events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
    })
      .setProtectedHeader({ alg: 'RS256', kid: key.kid, typ: 'logout+jwt' })
      .sign(key.privateKey);
  };

  it('ends the sessions on the first or second try', { timeout: 60_000 }, async () => {
    await everyFault(async (fault) => {
      const { userId } = await signIn();
      const sub = crypto.randomUUID();
      const idToken = `.${btoa(JSON.stringify({ iss: provider.issuer, sub }))}.`;
      const sessionId = await createSession({ env, now: new Date() }, { userId, idToken });
      const Cookie = `aro_session=${encodeURIComponent(btoa(JSON.stringify(sessionId)))}`;
      const isSignedIn = async () => (await anonymous.get('/api/auth/user', { Cookie })).status === 200;
      expect(await isSignedIn()).toBe(true);

      const body = `logout_token=${await tokenFor(sub)}`;
      const headers = {
        'Content-Type': 'application/x-www-form-urlencoded',
        'Content-Length': String(body.length),
      };
      const request = { method: 'POST', headers, body };
      const { faulty, send } = through(fault, undefined, provider.env);
      const { send: sendAgain } = through(null, undefined, provider.env);
      const { first, again } = await twice(
        fault,
        faulty,
        send,
        sendAgain,
        '/api/backchannel-logout',
        request,
      );
      // Succeeded, rejected as a token that was already used, or to be retried.
      expect([200, 400, 500]).toContain(first.status);
      await expectPlainAnswer(first);
      if (first.status === 500) expect([200, 400]).toContain(again.status);
      expect(await isSignedIn()).toBe(false);
      return faulty.calls;
    });
  });
});

/** A client whose bindings have the fault; each response arrives after all of the request's work. */
function through(fault: Fault | null, cookie: string | undefined, bindings: Env) {
  const faulty = withFault(bindings, fault);
  const client = clientWith(cookie, async (request) => {
    const execution = createExecutionContext();
    const response = await worker.fetch(
      request as Parameters<typeof worker.fetch>[0],
      faulty.bindings,
      execution,
    );
    await waitOnExecutionContext(execution);
    return response;
  });
  return { faulty, send: client.send };
}

type Send = (path: string, init?: RequestInit) => Promise<Response>;

/** Sends a request twice: after the first response, or while the first request still hangs. */
async function twice(
  fault: Fault | null,
  faulty: ReturnType<typeof withFault>,
  send: Send,
  sendAgain: Send,
  ...request: Parameters<Send>
): Promise<{ first: Response; again: Response }> {
  const answer = send(...request);
  if (fault?.when !== 'late') return { first: await answer, again: await sendAgain(...request) };
  await Promise.race([answer, faulty.held]);
  const again = await sendAgain(...request);
  faulty.carryOut();
  return { first: await answer, again };
}
