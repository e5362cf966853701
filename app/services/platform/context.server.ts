import type { SQL } from 'drizzle-orm';
import type { Database } from '#db/client';
import { AppError } from '~/errors';
import { requireAdminSignIn } from './sign-in-strength.server';

export type CompanyRole = 'viewer' | 'admin';

export type Membership = { id: string; name: string; code: string; role: CompanyRole };

/** The signed-in user, as stored in D1 at the time of the request. */
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

/** How the user authenticated with the identity provider, as far as the ID token reports it. */
export type SignInStrength = {
  acr: string | null;
  amr: string[];
  /** When the user authenticated: before this session if the provider already had one. Null if the provider doesn't report it. */
  authenticatedAt: string | null;
};

export type TokenScope = 'read' | 'write';

/** An API token: who created it, for which company, and what it allows. */
export type ActingToken = { id: string; userId: string; companyId: string; scope: TokenScope };

export type Actor =
  | { kind: 'anonymous' }
  | { kind: 'user'; user: CurrentUser; signIn: SignInStrength }
  /** A program using an API token issued by a company admin. */
  | { kind: 'token'; token: ActingToken }
  /** Background work that a user started, authorized at that time. */
  | { kind: 'on-behalf'; userId: string }
  | { kind: 'system' };

/** Created once per request, queue message or cron event and passed down as a value. Read the current time from here. */
export type RequestContext = {
  db: Database;
  env: Env;
  now: Date;
  actor: Actor;
  request: { id: string; ip: string | null; userAgent: string | null };
  /** The company the caller expects to be in (`X-Company-Id`); null if not given. */
  claimedCompanyId: string | null;
  /** Set when the request has an Idempotency-Key. The first commit claims the key, or finds that a concurrent request already did. */
  idempotency: { key: string; requestHash: string; state: 'free' | 'claimed' | 'taken' } | null;
};

export type UserContext = RequestContext & { actor: Extract<Actor, { kind: 'user' }> };

/** Required by every tenant service, so a query without a company doesn't compile. */
export type CompanyContext = RequestContext & { companyId: string; role: CompanyRole };

/** The part of the context that declared reads use. In the session lookup's batch, the company is an SQL value (see ReadScope). */
export type CompanyScope = { db: Database; companyId: string | SQL<string> };

/** For reads that depend on the current date. */
export type DatedScope = CompanyScope & { now: Date };

/** For reads across companies. The condition is true when the user is a system administrator. */
export type SystemScope = { db: Database; isSystemAdmin: SQL };

export type CompanyAdminContext = CompanyContext & { role: 'admin' };

/** Requires a signed-in user, even one marked for deletion. @throws AppError unauthorized; forbidden for a token */
export function requireAccount(ctx: RequestContext): UserContext {
  if (ctx.actor.kind === 'token')
    throw new AppError('forbidden', 'API tokens can’t make this call. Sign in instead.');
  if (ctx.actor.kind !== 'user') throw new AppError('unauthorized', 'Unauthorized');
  return ctx as UserContext;
}

/** Requires a signed-in user whose account isn't marked for deletion. @throws AppError unauthorized, forbidden */
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
  'This token belongs to a different company than X-Company-Id. Nothing was changed. Use that company’s token, or omit the header.';

/**
 * The user's selected company, if the user is a member of it. A sole membership counts as selected. A token has the company
 * it was issued for, and acts as a viewer if it reads or as an admin if it writes.
 * @throws AppError unauthorized, forbidden, invalid (none selected), conflict (another tab selected another company, the
 * user was removed from the page's company, or the token belongs to another company)
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

/** True when the user isn't a member of the page's company, so the mismatch isn't just another selection. */
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

/** Requires a signed-in member, viewer or admin; tokens are rejected. @throws AppError as requireCompany, and forbidden for tokens */
export function requireMember(ctx: RequestContext): CompanyContext {
  if (ctx.actor.kind === 'token')
    throw new AppError('forbidden', 'API tokens can’t make this call. A company member must sign in.');
  return requireCompany(ctx);
}

/**
 * Requires a signed-in company admin, for decisions about the company itself: its settings, members and closed months.
 * @throws AppError as requireCompany, and forbidden for viewers and for tokens
 */
export function requireCompanyAdmin(ctx: RequestContext): CompanyAdminContext {
  if (ctx.actor.kind === 'token')
    throw new AppError('forbidden', 'API tokens can’t make this call. A company admin must sign in.');
  return requireCompanyWriter(ctx);
}

const READ_ONLY_TOKEN = 'This token is read-only. Use a token with write scope.';

/** Requires write access to wells and postings: company admins and write tokens. @throws AppError as requireCompany, and forbidden */
export function requireCompanyWriter(ctx: RequestContext): CompanyAdminContext {
  const company = requireCompany(ctx);
  if (company.role !== 'admin') {
    const isToken = ctx.actor.kind === 'token';
    throw new AppError('forbidden', isToken ? READ_ONLY_TOKEN : 'Company admin role required');
  }
  return company as CompanyAdminContext;
}

/** @throws AppError not-found for a company other than the selected one, whether or not it exists */
export function requireOwnCompany(ctx: CompanyContext, companyId: string): void {
  if (companyId !== ctx.companyId) throw new AppError('not-found', 'Company not found');
}

/** The membership whose data the user sees: the selected one, or the only one, or null. */
export function selectedMembership(user: CurrentUser): Membership | null {
  const selected = user.userCompanies.find((company) => company.id === user.selectedCompanyId);
  if (selected) return selected;
  return user.userCompanies.length === 1 ? (user.userCompanies[0] ?? null) : null;
}

/** The actor's id in the audit log: the user's id, for a token the id of the user who created it, or `system` for cron. */
export function actorId({ actor }: Pick<RequestContext, 'actor'>): string {
  if (actor.kind === 'user') return actor.user.id;
  if (actor.kind === 'token') return actor.token.userId;
  return actor.kind === 'on-behalf' ? actor.userId : actor.kind;
}
