import { type SQL, sql } from 'drizzle-orm';
import { wholeNumber } from '#db/whole-number';
import type { SealedRow } from '~/domain/audit/seal-chain';
import { ledgerIdOf } from '~/services/books/ledger-number.server';
import { type MovementColumns, readMovements } from '~/services/books/movement-pages.server';
import type { CompanyScope } from '~/services/platform/context.server';
import { sha256Hex } from '~/services/platform/digest.server';

/** Selects a company's rows, or with null those that belong to no company. */
export type SealScope = { db: CompanyScope['db']; companyId: string | null };

/**
 * Rows after `after`, through `through`. Null starts before every row, so the first seal also covers a row that someone
 * inserts with an id below those the database assigns.
 */
export type Range = { after: number | null; through: number };

/** A movement with its date takes at most about 150 characters, and D1 values are limited to 2 MB. */
const ROWS_PER_TEXT = 12_000;
/** Audit rows per statement. An invocation can run 1,000 statements, and a large company's log has hundreds of thousands of rows. */
const AUDIT_ROWS_AT_A_TIME = 5_000;
/** Limits the rows when they are long: one may take up to 2 MB, and a Worker has 128 MB of memory. */
const AUDIT_CHARACTERS_AT_A_TIME = 4_000_000;

/** SQL condition: true when a row is in the range. */
function isWithin({ after, through }: Range): SQL {
  return after === null ? sql`id <= ${through}` : sql`id > ${after} and id <= ${through}`;
}

type AuditRow = {
  id: number;
  userId: string;
  companyId: string | null;
  action: string;
  entityType: string;
  entityId: string;
  oldValues: string | null;
  newValues: string | null;
  createdAt: string;
  tokenId: string | null;
};

/**
 * The audit rows of a range with their digests, by id. Digests leave out what may be erased for a former user: IP address,
 * browser, and preference values.
 */
export async function auditDigests({ db, companyId }: SealScope, range: Range): Promise<SealedRow[]> {
  const digests: SealedRow[] = [];
  for (let { after } = range; ; ) {
    const rows = await db.all<AuditRow>(sql`
      with part as materialized (
        select id, sum(length) over (order by id) - length as before from (
          select id, coalesce(length(old_values), 0) + coalesce(length(new_values), 0) as length
          from audit_log where company_id is ${companyId} and ${isWithin({ after, through: range.through })}
          order by id limit ${wholeNumber(AUDIT_ROWS_AT_A_TIME)}))
      select a.id, user_id as "userId", company_id as "companyId", action, entity_type as "entityType", entity_id as "entityId",
        iif(entity_type = 'user_preference', null, old_values) as "oldValues",
        iif(entity_type = 'user_preference', null, new_values) as "newValues", created_at as "createdAt",
        token_id as "tokenId"
      from part cross join audit_log a on a.id = part.id and a.company_id is ${companyId}
      where part.before < ${AUDIT_CHARACTERS_AT_A_TIME} order by part.id`);
    const sealedRows = rows.map(async (row): Promise<SealedRow> => {
      const { id, userId, action, entityType, entityId, oldValues, newValues, createdAt } = row;
      const text = [id, userId, row.companyId, action, entityType, entityId, oldValues, newValues, createdAt];
      // Rows sealed before tokens existed must keep the same text.
      if (row.tokenId !== null) text.push(row.tokenId);
      return { kind: 'audit', id, number: id, digest: await sha256Hex(JSON.stringify(text)) };
    });
    digests.push(...(await Promise.all(sealedRows)));
    if (rows.length === 0 || rows.at(-1)!.id === range.through) return digests;
    after = rows.at(-1)!.id;
  }
}

type PostingRow = Record<string, string | number | null> & { id: number; number: number; movements: number };
type MovementRow = [place: number, ...values: (number | string | null)[]];

/**
 * Postings sealed before settlements had terms must keep the same text. Numbers are left out: they follow from the order of
 * the postings, which the seal covers.
 */
function postingText({ terms, number: _, ...row }: PostingRow): string {
  return JSON.stringify(terms === null ? Object.values(row) : [...Object.values(row), terms]);
}

/** Every column of a movement. */
const SEALED: MovementColumns = {
  row: sql`json_array(place, layer, kind, liability, arc_cost, arc_accumulated, cash, base, time_numerator, time_denominator, since)
    order by place, layer, kind`,
  values: sql`m.layer, m.kind, m.liability, m.arc_cost, m.arc_accumulated, m.cash, m.base, m.time_numerator, m.time_denominator, m.since`,
};

/** The postings of a range, by id, with digests of their text and all their movements. */
export async function postingDigests({ db, companyId }: SealScope, range: Range): Promise<SealedRow[]> {
  if (companyId === null || (range.after !== null && range.through <= range.after)) return [];
  const scope = { db, companyId };
  const company = ledgerIdOf(scope);
  const rows = await db.all<PostingRow>(sql`
    select id, act, day, kind, well, source, is_company_wide, period_type, method, reverses, memo, reference, user_id,
      created_at, input, movements, terms, number
    from posting where company = ${company} and ${isWithin(range)} order by id`);
  const hasLarge = rows.some(({ movements }) => movements > ROWS_PER_TEXT);
  const layers = hasLarge
    ? await db.all<{ ids: string }>(sql`
        select json_group_array(id order by id) as ids from layer where company = ${company}
        group by id / ${wholeNumber(ROWS_PER_TEXT)} order by id / ${wholeNumber(ROWS_PER_TEXT)}`)
    : [];
  const digests: SealedRow[] = [];
  let rowIndex = 0;
  let texts: string[] = [];
  /** A posting's movements are complete once those of a later one arrive. */
  const closeUntil = async (endIndex: number) => {
    for (; rowIndex < endIndex; rowIndex += 1) {
      const row = rows[rowIndex]!;
      const digest = await sha256Hex([postingText(row), ...texts].join('\n'));
      digests.push({ kind: 'posting', id: row.id, number: row.number, digest });
      texts = [];
    }
  };
  await readMovements<MovementRow>(
    scope,
    {
      postings: rows,
      layerIds: layers.flatMap(({ ids }) => JSON.parse(ids) as number[]),
      rowsPerText: ROWS_PER_TEXT,
    },
    rows.map((_, index) => index),
    SEALED,
    async ({ indexes }, movementRows) => {
      for (const [spanIndex, ...values] of movementRows) {
        await closeUntil(indexes[spanIndex]!);
        texts.push(JSON.stringify(values));
      }
    },
  );
  await closeUntil(rows.length);
  return digests;
}
