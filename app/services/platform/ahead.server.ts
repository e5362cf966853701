import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '#db/client';
import { user, userCompany } from '#db/schema';
import type { Statement } from './commit.server';

/** Who asks as far as their session tells, while D1 has yet to say who that is and what they may. */
export type Asking = {
  db: Database;
  userId: string;
  /** The company that requireCompany would find for them, as an SQL value; null where it would find none. */
  companyId: SQL<string>;
  /** Whether requireSystemAdmin would let them in, as an SQL condition. */
  isSystemAdmin: SQL;
};

/** Statements that read something, by name. */
export type Reads = Record<string, Statement>;
export type RowsOf<R extends Reads> = { [Name in keyof R]: Awaited<R[Name]> };

/**
 * Has something read in the very round trip that finds out who asks. It is scoped by what `asking` has and by nothing that
 * the request says, so that only what this person may see is found.
 * @returns undefined when nothing was read: there was nothing to read, it came too late, nobody is signed in, or the request
 * is wrong; who needs the rows then reads them in their place
 */
export type ReadAhead = <R extends Reads>(
  reads: (asking: Asking) => R | undefined | Promise<R | undefined>,
) => Promise<RowsOf<R> | undefined>;

type Waiting = { reads: Parameters<ReadAhead>[0]; resolve: (rows: unknown) => void };

/** Gathers what one request wants to be read ahead, until it is taken along. */
export function gatherReads() {
  const waiting: Waiting[] = [];
  let isOpen = true;
  const readAhead: ReadAhead = (reads) =>
    new Promise((resolve) => {
      if (isOpen) waiting.push({ reads, resolve: resolve as Waiting['resolve'] });
      else resolve(undefined);
    });

  /** What to send along, and the way to hand out its rows, which are in the same order. */
  async function take(db: Database, userId: string) {
    isOpen = false;
    const asking = {
      db,
      userId,
      companyId: selectedCompanyId(userId),
      isSystemAdmin: sql`exists (select 1 from ${user} u where u.id = ${userId} and u.is_admin and not u.is_deleted)`,
    };
    const taken = await Promise.all(
      waiting.map(async ({ reads, resolve }) => ({ resolve, reads: await tryToMake(reads, asking) })),
    );
    return {
      statements: taken.flatMap(({ reads }) => Object.values(reads ?? {})),
      deliver: (rows: unknown[]) => {
        const left = [...rows];
        for (const { reads, resolve } of taken) resolve(reads && takeRows(reads, left));
      },
    };
  }

  /** For those who still wait when all is over, because nobody was signed in or D1 failed. */
  function close() {
    isOpen = false;
    for (const { resolve } of waiting) resolve(undefined);
  }

  return { readAhead, take, close };
}

export type GatheredReads = ReturnType<typeof gatherReads>;

/** Reads by itself, in one round trip, what was not read ahead. */
export async function readTogether<R extends Reads>(db: Database, reads: R): Promise<RowsOf<R>> {
  const rows: unknown[] = await db.batch(Object.values(reads) as [Statement, ...Statement[]]);
  return takeRows(reads, rows);
}

async function tryToMake(reads: Waiting['reads'], asking: Asking): Promise<Reads | undefined> {
  try {
    return await reads(asking);
  } catch {
    // The request is wrong. It is refused for that in its turn, once it is clear that the person may ask at all.
    return undefined;
  }
}

/** Gives each read its rows, which are the next ones of the list. */
function takeRows<R extends Reads>(reads: R, left: unknown[]): RowsOf<R> {
  return Object.fromEntries(Object.keys(reads).map((name) => [name, left.shift()])) as RowsOf<R>;
}

/** As selectedMembership chooses, for a living account. */
function selectedCompanyId(userId: string): SQL<string> {
  return sql`(
    select m.company_id from ${user} u join ${userCompany} m on m.user_id = u.id
    where u.id = ${userId} and not u.is_deleted and (m.company_id = u.selected_company_id
      or (select count(*) from ${userCompany} where user_id = u.id) = 1))`;
}
