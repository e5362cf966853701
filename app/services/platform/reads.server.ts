import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '#db/client';
import { type Compiled, compile, unconnected } from '#db/compiled';
import { company, user, userCompany } from '#db/schema';
import { commit, type Statement } from './commit.server';
import { actorId, type RequestContext } from './context.server';

/**
 * What a declared read may use to limit itself to what the signed-in person, or the token, may see. It may run before any
 * guard has.
 */
export type ReadScope = {
  db: Database;
  /** The request's time. */
  now: Date;
  userId: string | SQL<string>;
  /** The company that requireCompany finds, or an SQL value that selects it; that value is null where it finds none. */
  companyId: string | SQL<string>;
  /** Whether requireSystemAdmin lets the person in, as an SQL condition. */
  isSystemAdmin: SQL;
};

/** Statements that read something, by name. */
export type Reads = Record<string, Statement | undefined>;
export type RowsOf<R extends Reads> = { [Name in keyof R]: Awaited<R[Name]> };

/** Gives the rows of declared reads, once a guard has let the person in. */
export type RowsReader<R extends Reads> = (ctx: RequestContext) => Promise<RowsOf<R>>;

/**
 * Declares what a request reads first. Declared before the request's context is asked for, the reads are batched with
 * the session lookup, so the request needs one D1 round trip less; later, or when they could not be made at that
 * moment, the returned function runs them itself.
 *
 * The person's input may narrow the reads, but only the scope decides whose rows they find.
 *
 * @param shape names all that the reads differ by besides whose they are: their SQL is made once for each. Such reads may
 * not use the request's time
 */
export type DeclareReads = <R extends Reads>(
  reads: (scope: ReadScope) => R | Promise<R>,
  shape?: string,
) => RowsReader<R>;

/** Whom a request counts for, known before D1 is asked anything: the person, or the token by its hash. */
export type Caller = { kind: 'user' | 'token'; key: string };

/** Says whether a request is within its limits: what it declares is batched with the session lookup only then. */
type Admit = (caller: Caller) => Promise<boolean>;
export type DeclareLimit = (admit: Admit) => void;

type Declared = {
  reads: (scope: ReadScope) => Reads | Promise<Reads>;
  shape: string | undefined;
  resolve: (rows: Record<string, unknown> | undefined) => void;
};

/** Collects the reads that one request declares, for the batch of its session lookup. */
export function collectReads() {
  const declared: Declared[] = [];
  let admit: Admit = async () => true;
  let isOpen = true;

  const declareLimit: DeclareLimit = (given) => {
    admit = given;
  };

  const declareReads: DeclareReads = <R extends Reads>(
    reads: (scope: ReadScope) => R | Promise<R>,
    shape?: string,
  ) => {
    const batched = new Promise<RowsOf<R> | undefined>((resolve) => {
      if (isOpen) declared.push({ reads, shape, resolve: resolve as Declared['resolve'] });
      else resolve(undefined);
    });
    return async (ctx) => (await batched) ?? readTogether(ctx.db, await reads(scopeOf(ctx)));
  };

  /**
   * The declared statements, and the function that hands out their rows, which must be in the same order.
   * @param of the person, or what finds whose the token is and of which company
   */
  async function take(
    { db, now }: Pick<RequestContext, 'db' | 'now'>,
    of: string | { tokenHash: string; userId: SQL<string>; companyId: SQL<string> },
  ) {
    isOpen = false;
    const caller: Caller =
      typeof of === 'string' ? { kind: 'user', key: of } : { kind: 'token', key: `token ${of.tokenHash}` };
    const makeReads = ({ reads, shape }: Declared) => {
      if (typeof of !== 'string') return tryToMake(reads, readScope({ db, now, ...of }));
      return shape === undefined
        ? tryToMake(reads, readScope({ db, now, userId: of, companyId: selectedCompanyId(of) }))
        : readsOfShape(reads, shape, { db, userId: of });
    };
    const isAdmitted = await admit(caller);
    const taken = await Promise.all(
      declared.map(async (one) => ({
        resolve: one.resolve,
        reads: isAdmitted ? await makeReads(one) : undefined,
      })),
    );
    return {
      statements: taken.flatMap(({ reads }) => (reads ? statementsOf(reads) : [])),
      deliver: (rows: unknown[]) => {
        const left = [...rows];
        for (const { reads, resolve } of taken) resolve(reads && takeRows(reads, left));
      },
    };
  }

  /** Releases waiting readers: nobody was signed in, or D1 failed. */
  function close() {
    isOpen = false;
    for (const { resolve } of declared) resolve(undefined);
  }

  return { declareReads, declareLimit, take, close };
}

export type CollectedReads = ReturnType<typeof collectReads>;

/** Runs reads in one round trip of their own; none at all when there is nothing to read. */
export async function readTogether<R extends Reads>(db: Database, reads: R): Promise<RowsOf<R>> {
  const statements = statementsOf(reads);
  const rows: unknown[] =
    statements.length > 0 ? await db.batch(statements as [Statement, ...Statement[]]) : [];
  return takeRows(reads, [...rows]) as RowsOf<R>;
}

/** Commits a change and reads its result in the same transaction. @throws as commit */
export async function commitAndRead<R extends Reads>(
  ctx: RequestContext,
  statements: Statement[],
  reads: R,
): Promise<RowsOf<R>> {
  const results = await commit(ctx, [...statements, ...statementsOf(reads)]);
  return takeRows(reads, results.slice(statements.length)) as RowsOf<R>;
}

function readScope(scope: Omit<ReadScope, 'isSystemAdmin'>): ReadScope {
  return { ...scope, isSystemAdmin: isSystemAdmin(scope.userId) };
}

function isSystemAdmin(userId: string | SQL<string>): SQL {
  return sql`exists (select 1 from ${user} u where u.id = ${userId} and u.is_admin and not u.is_deleted)`;
}

/** The scope of a person whom a guard has let in. */
function scopeOf({ db, now, actor, ...ctx }: RequestContext & { companyId?: string }): ReadScope {
  if (actor.kind !== 'user' && actor.kind !== 'token')
    throw new Error('Reads were declared for a request that needs no sign-in');
  const userId = actorId({ actor });
  return readScope({ db, now, userId, companyId: ctx.companyId ?? selectedCompanyId(userId) });
}

async function tryToMake(reads: Declared['reads'], scope: ReadScope): Promise<Reads | undefined> {
  try {
    return await reads(scope);
  } catch {
    // The request is invalid. That is reported after the guard, so that nobody learns more than they may.
    return undefined;
  }
}

/** Shapes that come with an address may be many. */
const MOST_SHAPES = 100;
const shapes = new Map<string, Record<string, Compiled<Statement> | undefined>>();

/** The reads of a person in the company they have selected, made into SQL when their shape first came. */
async function readsOfShape(
  reads: Declared['reads'],
  shape: string,
  { db, userId }: { db: Database; userId: string },
): Promise<Reads | undefined> {
  let statements = shapes.get(shape);
  if (!statements) {
    statements = await compileReads(reads);
    if (!statements) return undefined;
    if (shapes.size >= MOST_SHAPES) shapes.clear();
    shapes.set(shape, statements);
  }
  return Object.fromEntries(
    Object.entries(statements).map(([name, statement]) => [name, statement?.(db, { userId })]),
  );
}

async function compileReads(reads: Declared['reads']) {
  const userId = sql<string>`${sql.placeholder('userId')}`;
  const scope: ReadScope = {
    db: unconnected,
    userId,
    companyId: selectedCompanyId(userId),
    isSystemAdmin: isSystemAdmin(userId),
    get now(): Date {
      throw new Error('Reads of a shape may not use the time');
    },
  };
  const made = await tryToMake(reads, scope);
  return (
    made &&
    Object.fromEntries(
      Object.entries(made).map(([name, statement]) => [name, statement && compile(statement)]),
    )
  );
}

function statementsOf(reads: Reads): Statement[] {
  return Object.values(reads).filter((statement) => statement !== undefined);
}

/** Gives each read its rows, which are the next ones of the list. */
function takeRows(reads: Reads, left: unknown[]): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(reads).flatMap(([name, statement]) => (statement ? [[name, left.shift()]] : [])),
  );
}

/** The same choice as selectedMembership's, for an account that is not marked for deletion. */
function selectedCompanyId(userId: string | SQL<string>): SQL<string> {
  const memberships = sql`(
    select m.company_id from ${userCompany} m join ${company} c on c.id = m.company_id
    where m.user_id = ${userId} and c.deleted_at is null)`;
  return sql`(
    select m.company_id from ${user} u join ${memberships} m
    where u.id = ${userId} and not u.is_deleted
      and (m.company_id = u.selected_company_id or (select count(*) from ${memberships}) = 1))`;
}
