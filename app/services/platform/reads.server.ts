import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '#db/client';
import { type Compiled, compile, disconnectedDatabase } from '#db/compiled';
import { company, user, userCompany } from '#db/schema';
import { commit, type Statement } from './commit.server';
import { actorId, type RequestContext } from './context.server';

/** Scope that limits a declared read to what the signed-in user or token may see. The read may run before any guard. */
export type ReadScope = {
  db: Database;
  now: Date;
  userId: string | SQL<string>;
  /** The company that requireCompany would return, or an SQL value that selects it, which is null if there is none. */
  companyId: string | SQL<string>;
  /** SQL condition: true when the user is a system administrator whose account isn't marked for deletion. */
  isSystemAdmin: SQL;
};

/** Read statements by name. */
export type Reads = Record<string, Statement | undefined>;
export type RowsOf<R extends Reads> = { [Name in keyof R]: Awaited<R[Name]> };

/** Returns the rows of declared reads. Called after a guard has accepted the caller. */
export type RowsReader<R extends Reads> = (ctx: RequestContext) => Promise<RowsOf<R>>;

/**
 * Declares the reads that a request starts with. If declared before the request's context is created, they are batched with
 * the session lookup, which saves one D1 round trip. If they are declared later, or couldn't be built then, the returned
 * function runs them itself.
 *
 * The user's input may narrow the reads, but only the scope decides whose rows they return.
 *
 * @param shape key for everything that distinguishes these reads apart from the user: their SQL is compiled once per shape.
 * Such reads may not use the request's time
 */
export type DeclareReads = <R extends Reads>(
  reads: (scope: ReadScope) => R | Promise<R>,
  shape?: string,
) => RowsReader<R>;

/** The caller a request is counted under, known before D1 is queried: the user's id, or the token's hash. */
export type Caller = { kind: 'user' | 'token'; key: string };

/** Returns whether a request is within its limits. Only then do its reads join the session lookup's batch. */
type LimitCheck = (caller: Caller) => Promise<boolean>;
export type DeclareLimit = (checkLimit: LimitCheck) => void;

type DeclaredReads = {
  reads: (scope: ReadScope) => Reads | Promise<Reads>;
  shape: string | undefined;
  resolve: (rows: Record<string, unknown> | undefined) => void;
};

/** Collects the reads that one request declares, to batch them with its session lookup. */
export function collectReads() {
  const declared: DeclaredReads[] = [];
  let checkLimit: LimitCheck = async () => true;
  let isOpen = true;

  const declareLimit: DeclareLimit = (check) => {
    checkLimit = check;
  };

  const declareReads: DeclareReads = <R extends Reads>(
    reads: (scope: ReadScope) => R | Promise<R>,
    shape?: string,
  ) => {
    const batched = new Promise<RowsOf<R> | undefined>((resolve) => {
      if (isOpen) declared.push({ reads, shape, resolve: resolve as DeclaredReads['resolve'] });
      else resolve(undefined);
    });
    return async (ctx) => (await batched) ?? readTogether(ctx.db, await reads(scopeOf(ctx)));
  };

  /**
   * Returns the declared statements, and a function that distributes their rows, which must be in the same order.
   * @param callerKey the user's id, or a token's hash with SQL for its user and company
   */
  async function take(
    { db, now }: Pick<RequestContext, 'db' | 'now'>,
    callerKey: string | { tokenHash: string; userId: SQL<string>; companyId: SQL<string> },
  ) {
    isOpen = false;
    const caller: Caller =
      typeof callerKey === 'string'
        ? { kind: 'user', key: callerKey }
        : { kind: 'token', key: `token ${callerKey.tokenHash}` };
    const makeReads = ({ reads, shape }: DeclaredReads) => {
      if (typeof callerKey !== 'string') return tryReads(reads, readScope({ db, now, ...callerKey }));
      return shape === undefined
        ? tryReads(reads, readScope({ db, now, userId: callerKey, companyId: selectedCompanyId(callerKey) }))
        : readsOfShape(reads, shape, { db, userId: callerKey });
    };
    const isAdmitted = await checkLimit(caller);
    const preparedReads = await Promise.all(
      declared.map(async (declaration) => ({
        resolve: declaration.resolve,
        reads: isAdmitted ? await makeReads(declaration) : undefined,
      })),
    );
    return {
      statements: preparedReads.flatMap(({ reads }) => (reads ? statementsOf(reads) : [])),
      deliver: (rows: unknown[]) => {
        const remaining = [...rows];
        for (const { reads, resolve } of preparedReads) resolve(reads && assignRows(reads, remaining));
      },
    };
  }

  /** Releases readers that are still waiting, because nobody was signed in or D1 failed. */
  function close() {
    isOpen = false;
    for (const { resolve } of declared) resolve(undefined);
  }

  return { declareReads, declareLimit, take, close };
}

export type CollectedReads = ReturnType<typeof collectReads>;

/** Runs reads in one round trip, or none if there is nothing to read. */
export async function readTogether<R extends Reads>(db: Database, reads: R): Promise<RowsOf<R>> {
  const statements = statementsOf(reads);
  const rows: unknown[] =
    statements.length > 0 ? await db.batch(statements as [Statement, ...Statement[]]) : [];
  return assignRows(reads, [...rows]) as RowsOf<R>;
}

/** Commits a change and reads its result in the same transaction. @throws as commit */
export async function commitAndRead<R extends Reads>(
  ctx: RequestContext,
  statements: Statement[],
  reads: R,
): Promise<RowsOf<R>> {
  const results = await commit(ctx, [...statements, ...statementsOf(reads)]);
  return assignRows(reads, results.slice(statements.length)) as RowsOf<R>;
}

function readScope(scope: Omit<ReadScope, 'isSystemAdmin'>): ReadScope {
  return { ...scope, isSystemAdmin: isSystemAdmin(scope.userId) };
}

function isSystemAdmin(userId: string | SQL<string>): SQL {
  return sql`exists (select 1 from ${user} u where u.id = ${userId} and u.is_admin and not u.is_deleted)`;
}

/** The scope of a caller that a guard has accepted. */
function scopeOf({ db, now, actor, ...ctx }: RequestContext & { companyId?: string }): ReadScope {
  if (actor.kind !== 'user' && actor.kind !== 'token')
    throw new Error('Reads were declared for a request that needs no sign-in');
  const userId = actorId({ actor });
  return readScope({ db, now, userId, companyId: ctx.companyId ?? selectedCompanyId(userId) });
}

async function tryReads(reads: DeclaredReads['reads'], scope: ReadScope): Promise<Reads | undefined> {
  try {
    return await reads(scope);
  } catch {
    // The request is invalid. The error is reported after the guard, so unauthorized callers learn nothing from it.
    return undefined;
  }
}

/** Caps the cache: shapes can contain URL parameters, so there may be many. */
const MAX_SHAPES = 100;
const shapes = new Map<string, Record<string, Compiled<Statement> | undefined>>();

/** The reads for a user's selected company. Their SQL is compiled the first time the shape occurs. */
async function readsOfShape(
  reads: DeclaredReads['reads'],
  shape: string,
  { db, userId }: { db: Database; userId: string },
): Promise<Reads | undefined> {
  let statements = shapes.get(shape);
  if (!statements) {
    statements = await compileReads(reads);
    if (!statements) return undefined;
    if (shapes.size >= MAX_SHAPES) shapes.clear();
    shapes.set(shape, statements);
  }
  return Object.fromEntries(
    Object.entries(statements).map(([name, statement]) => [name, statement?.(db, { userId })]),
  );
}

async function compileReads(reads: DeclaredReads['reads']) {
  const userId = sql<string>`${sql.placeholder('userId')}`;
  const scope: ReadScope = {
    db: disconnectedDatabase,
    userId,
    companyId: selectedCompanyId(userId),
    isSystemAdmin: isSystemAdmin(userId),
    get now(): Date {
      throw new Error('Reads of a shape may not use the time');
    },
  };
  const sampleReads = await tryReads(reads, scope);
  return (
    sampleReads &&
    Object.fromEntries(
      Object.entries(sampleReads).map(([name, statement]) => [name, statement && compile(statement)]),
    )
  );
}

function statementsOf(reads: Reads): Statement[] {
  return Object.values(reads).filter((statement) => statement !== undefined);
}

/** Assigns each read the next result in the list, and removes that from the list. */
function assignRows(reads: Reads, remaining: unknown[]): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(reads).flatMap(([name, statement]) => (statement ? [[name, remaining.shift()]] : [])),
  );
}

/** Must select the same company as selectedMembership, for an account that isn't marked for deletion. */
function selectedCompanyId(userId: string | SQL<string>): SQL<string> {
  const memberships = sql`(
    select m.company_id from ${userCompany} m join ${company} c on c.id = m.company_id
    where m.user_id = ${userId} and c.deleted_at is null)`;
  return sql`(
    select m.company_id from ${user} u join ${memberships} m
    where u.id = ${userId} and not u.is_deleted
      and (m.company_id = u.selected_company_id or (select count(*) from ${memberships}) = 1))`;
}
