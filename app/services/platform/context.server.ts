import type { SQL } from 'drizzle-orm';
import type { Database } from '#db/client';
import { AppError } from '~/errors';
import { requireAdminSignIn } from './sign-in-strength.server';

export type CompanyRole = 'viewer' | 'admin';

export type Membership = { id: string; name: string; code: string; role: CompanyRole };

/** The signed-in person as D1 knows them at this request. */
export type CurrentUser = {
  id: string;
  email: string;
  emailVerified: boolean;
  firstName: string | null;
  lastName: string | null;
  profileImageUrl: string | null;
  selectedCompanyId: string | null;
  isAdmin: boolean;
  isDeleted: boolean;
  deletedAt: string | null;
  anonymizedAt: string | null;
  createdAt: string;
  updatedAt: string;
  userCompanies: Membership[];
};

/** How the person proved to the identity provider who they are, as far as it says so in the ID token. */
export type SignInStrength = {
  acr: string | null;
  amr: string[];
  /** When they did. Earlier than the session where the provider knew them already; null where it does not say. */
  authenticatedAt: string | null;
};

export type TokenScope = 'read' | 'write';

/** A program's token: whose it is, for which company, and what it may do there. */
export type ActingToken = { id: string; userId: string; companyId: string; scope: TokenScope };

export type Actor =
  | { kind: 'anonymous' }
  | { kind: 'user'; user: CurrentUser; signIn: SignInStrength }
  /** A program that a company admin gave a token. */
  | { kind: 'token'; token: ActingToken }
  /** Work in the background that a person started, allowed when they did. */
  | { kind: 'on-behalf'; userId: string }
  | { kind: 'system' };

/** Made once per request, message or cron event and passed down as a value. "Now" comes from here. */
export type RequestContext = {
  db: Database;
  env: Env;
  now: Date;
  actor: Actor;
  request: { id: string; ip: string | null; userAgent: string | null };
  /** The company the caller believes to be in (`X-Company-Id`), if it said so. */
  claimedCompanyId: string | null;
  /** Set when the request carries an Idempotency-Key: the first commit claims it, or finds that another request was faster. */
  idempotency: { key: string; requestHash: string; state: 'free' | 'claimed' | 'taken' } | null;
};

export type UserContext = RequestContext & { actor: Extract<Actor, { kind: 'user' }> };

/** What every tenant service takes: a query without a company does not compile. */
export type CompanyContext = RequestContext & { companyId: string; role: CompanyRole };

/** What a declared read takes of it: batched with the session lookup, it knows its company as an SQL value (see ReadScope). */
export type CompanyScope = { db: Database; companyId: string | SQL<string> };

/** For reads whose rows depend on today. */
export type DatedScope = CompanyScope & { now: Date };

/** The same for reads across companies: the condition says whether the person is a system administrator. */
export type SystemScope = { db: Database; isSystemAdmin: SQL };

export type CompanyAdminContext = CompanyContext & { role: 'admin' };

/** Signed in, marked for deletion or not. @throws AppError unauthorized; forbidden for a token */
export function requireAccount(ctx: RequestContext): UserContext {
  if (ctx.actor.kind === 'token')
    throw new AppError('forbidden', 'This call needs a person who is signed in');
  if (ctx.actor.kind !== 'user') throw new AppError('unauthorized', 'Unauthorized');
  return ctx as UserContext;
}

/** Signed in with a living account. @throws AppError unauthorized, forbidden */
export function requireUser(ctx: RequestContext): UserContext {
  const account = requireAccount(ctx);
  if (account.actor.user.isDeleted) throw new AppError('forbidden', 'Account is marked for deletion');
  return account;
}

/** @throws AppError unauthorized, forbidden */
export function requireSystemAdmin(ctx: RequestContext): UserContext {
  const account = requireUser(ctx);
  if (!account.actor.user.isAdmin) throw new AppError('forbidden', 'System administrator required');
  requireAdminSignIn(account);
  return account;
}

const SELECTED_ANOTHER =
  'You switched companies in another tab. Nothing was changed. Switch back there to keep what you entered here, or reload.';
const TOKEN_OF_ANOTHER =
  'This token belongs to another company than X-Company-Id. Nothing was changed. Use a token of that company, or leave the header out.';

/**
 * The company selected by the person, when they are a member of it. With exactly one membership that one counts. A token has
 * the one that it was made for, and reads there as a viewer or writes as an admin.
 * @throws AppError unauthorized, forbidden, invalid (none selected), conflict (another tab selected another company, the person
 * was removed from the one that the page shows, or the token is of another)
 */
export function requireCompany(ctx: RequestContext): CompanyContext {
  const membership = membershipOf(ctx);
  if (hasLostClaimed(ctx)) {
    throw new AppError(
      'conflict',
      'You no longer have access to this company. Nothing was changed. Reload to continue.',
    );
  }
  if (!membership) throw new AppError('invalid', 'No company selected');
  if (ctx.claimedCompanyId !== null && ctx.claimedCompanyId !== membership.id) {
    throw new AppError('conflict', ctx.actor.kind === 'token' ? TOKEN_OF_ANOTHER : SELECTED_ANOTHER);
  }
  return { ...ctx, companyId: membership.id, role: membership.role };
}

/** Whether the page is of a company that the person is no member of, which another selection does not explain. */
function hasLostClaimed({ actor, claimedCompanyId }: RequestContext): boolean {
  return (
    actor.kind === 'user' &&
    claimedCompanyId !== null &&
    actor.user.userCompanies.every(({ id }) => id !== claimedCompanyId)
  );
}

function membershipOf(ctx: RequestContext): Pick<Membership, 'id' | 'role'> | null {
  if (ctx.actor.kind !== 'token') return selectedMembership(requireUser(ctx).actor.user);
  const { companyId, scope } = ctx.actor.token;
  return { id: companyId, role: scope === 'write' ? 'admin' : 'viewer' };
}

/** A member in person, viewer or admin, for calls that API tokens may not make. @throws AppError as requireCompany, and forbidden for tokens */
export function requireMember(ctx: RequestContext): CompanyContext {
  if (ctx.actor.kind === 'token')
    throw new AppError('forbidden', 'This call needs a member of the company in person');
  return requireCompany(ctx);
}

/**
 * A company admin in person, for what decides about the company itself: its settings, its people, its closed months.
 * @throws AppError as requireCompany, and forbidden for viewers and for tokens
 */
export function requireCompanyAdmin(ctx: RequestContext): CompanyAdminContext {
  if (ctx.actor.kind === 'token')
    throw new AppError('forbidden', 'This call needs a company admin in person');
  return requireCompanyWriter(ctx);
}

const READ_ONLY_TOKEN = 'This token may only read. Use one with the scope write.';

/** Who may write wells and postings: company admins, and tokens that write. @throws AppError as requireCompany, and forbidden */
export function requireCompanyWriter(ctx: RequestContext): CompanyAdminContext {
  const company = requireCompany(ctx);
  if (company.role !== 'admin') {
    const isToken = ctx.actor.kind === 'token';
    throw new AppError('forbidden', isToken ? READ_ONLY_TOKEN : 'Company admin role required');
  }
  return company as CompanyAdminContext;
}

/** @throws AppError not-found for another company than the selected one, existing or not */
export function requireOwnCompany(ctx: CompanyContext, companyId: string): void {
  if (companyId !== ctx.companyId) throw new AppError('not-found', 'Company not found');
}

/** The membership whose data the person sees: the selected one, else the only one, else none. */
export function selectedMembership(user: CurrentUser): Membership | null {
  const selected = user.userCompanies.find((company) => company.id === user.selectedCompanyId);
  if (selected) return selected;
  return user.userCompanies.length === 1 ? (user.userCompanies[0] ?? null) : null;
}

/** Who did it, for the audit log: the person's id, of a token that of who made it, or `system` for cron. */
export function actorId({ actor }: Pick<RequestContext, 'actor'>): string {
  if (actor.kind === 'user') return actor.user.id;
  if (actor.kind === 'token') return actor.token.userId;
  return actor.kind === 'on-behalf' ? actor.userId : actor.kind;
}
