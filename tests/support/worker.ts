import { env, exports } from 'cloudflare:workers';
import { openDatabase } from '#db/client';
import { company, user, userCompany } from '#db/schema';
import { createSession } from '~/services/people/session.server';

/** The Worker's own origin in these tests. */
export const ORIGIN = 'http://localhost';

export const db = openDatabase(env.DB);

type Headers = Record<string, string>;

/** Sends requests to the Worker's fetch handler, with or without a session. Redirects are not followed. */
export type Client = {
  get: (path: string, headers?: Headers) => Promise<Response>;
  post: (path: string, body?: unknown, headers?: Headers) => Promise<Response>;
  put: (path: string, body?: unknown, headers?: Headers) => Promise<Response>;
  delete: (path: string, headers?: Headers) => Promise<Response>;
  /** Any request; `path` is relative to the origin. */
  send: (path: string, init?: RequestInit) => Promise<Response>;
};

export type SignedIn = Client & { userId: string; email: string; cookie: string };

type Role = 'viewer' | 'admin';
type Company = { id: string; name: string; code: string };

/** @param fetch another way to reach the Worker, such as with other bindings */
export function clientWith(
  cookie?: string,
  fetch: (request: Request) => Promise<Response> = (request) => exports.default.fetch(request),
): Client {
  const send: Client['send'] = (path, init = {}) => {
    const headers = new Headers(init.headers);
    if (cookie && !headers.has('Cookie')) headers.set('Cookie', cookie);
    if (init.method && init.method !== 'GET' && !headers.has('Origin')) headers.set('Origin', ORIGIN);
    return fetch(new Request(ORIGIN + path, { redirect: 'manual', ...init, headers }));
  };
  const withBody = (method: string) => (path: string, body?: unknown, headers?: Headers) =>
    send(path, {
      method,
      headers: { 'Content-Type': 'application/json', ...headers },
      // Text is sent unchanged, so that tests can send invalid JSON.
      body: typeof body === 'string' ? body : JSON.stringify(body ?? {}),
    });
  return {
    get: (path, headers) => send(path, { headers }),
    post: withBody('POST'),
    put: withBody('PUT'),
    delete: (path, headers) => send(path, { method: 'DELETE', headers }),
    send,
  };
}

/** Sends requests without a session. */
export const anonymous: Client = clientWith();

let serial = 0;

/** A new company for the test; the code is unique unless given. */
export async function makeCompany(given: { name?: string; code?: string } = {}): Promise<Company> {
  serial += 1;
  const code = given.code ?? `T${serial}${crypto.randomUUID().slice(0, 6).toUpperCase()}`;
  const row = { id: crypto.randomUUID(), name: given.name ?? `Company ${code}`, code };
  const now = new Date().toISOString();
  await db.insert(company).values({ ...row, codeKey: code.toLowerCase(), createdAt: now, updatedAt: now });
  return row;
}

/**
 * A new user with a session, as if signed in through the identity provider.
 * The company of the first membership is selected unless `selectedCompanyId` is given.
 */
export async function signIn(
  given: {
    email?: string;
    emailVerified?: boolean;
    firstName?: string | null;
    lastName?: string | null;
    isAdmin?: boolean;
    isDeleted?: boolean;
    memberships?: { companyId: string; role: Role }[];
    selectedCompanyId?: string | null;
    /** Time of authentication at the provider; defaults to now. */
    authenticatedAt?: string;
  } = {},
): Promise<SignedIn> {
  serial += 1;
  const userId = crypto.randomUUID();
  const email = given.email ?? `person-${serial}-${userId.slice(0, 8)}@example.com`;
  const memberships = given.memberships ?? [];
  const now = new Date().toISOString();
  const person = db.insert(user).values({
    id: userId,
    issuer: env.OIDC_ISSUER,
    subject: userId,
    email,
    emailVerified: given.emailVerified ?? true,
    firstName: given.firstName === undefined ? 'Test' : given.firstName,
    lastName: given.lastName === undefined ? 'Person' : given.lastName,
    isAdmin: given.isAdmin ?? false,
    isDeleted: given.isDeleted ?? false,
    deletedAt: given.isDeleted ? now : null,
    selectedCompanyId:
      given.selectedCompanyId === undefined ? memberships[0]?.companyId : given.selectedCompanyId,
    createdAt: now,
    updatedAt: now,
  });
  const members = memberships.map(({ companyId, role }) =>
    db.insert(userCompany).values({ id: crypto.randomUUID(), userId, companyId, role, createdAt: now }),
  );
  const [session] = await Promise.all([
    openSession(userId, given.authenticatedAt),
    db.batch([person, ...members]),
  ]);
  return { ...session, email };
}

/** Another session of a user, who signed in just now or at the given time. */
export async function openSession(
  userId: string,
  authenticatedAt = new Date().toISOString(),
): Promise<Omit<SignedIn, 'email'> & { sessionId: string }> {
  const signIn = { acr: null, amr: [], authenticatedAt };
  const sessionId = await createSession({ env, now: new Date() }, { userId, idToken: null, signIn });
  // Remix's unsigned cookies contain the base64 of the JSON value.
  const cookie = `aro_session=${encodeURIComponent(btoa(JSON.stringify(sessionId)))}`;
  return { ...clientWith(cookie), userId, cookie, sessionId };
}

/** A company with a user in it, the starting point of most tests. */
export async function signInToNewCompany(
  role: Role = 'admin',
): Promise<{ client: SignedIn; company: Company }> {
  const own = await makeCompany();
  const client = await signIn({ memberships: [{ companyId: own.id, role }] });
  return { client, company: own };
}
