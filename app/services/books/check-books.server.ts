import { sql } from 'drizzle-orm';
import { codesWhere, MOVEMENT_KINDS } from '~/domain/books/movement-kinds';
import { formatCents } from '~/domain/money/money';
import type { BooksCheckView } from '~/schemas/books/period';
import type { CompanyScope } from '~/services/platform/context.server';
import type { RowsOf } from '~/services/platform/reads.server';
import { ledgerIdOf } from './post.server';

/** Differences listed of each kind; a broken ledger may have as many as it has layers. */
const SHOWN = 50;

const recognitions = sql.raw(codesWhere(({ isRecognition }) => isRecognition).join(', '));
const changes = sql.raw(codesWhere(({ column }) => column === 'change').join(', '));
const accreted = sql.raw(String(MOVEMENT_KINDS.accreted.code));

type DifferenceRow = { id: string; expected: string | number | null; found: string | number | null };

/**
 * What the books check reads: counts, and whatever contradicts a rule of the ledger. Each statement answers rows of
 * `{id, expected, found}`. Statements not yet run.
 */
export function checkReads(scope: CompanyScope) {
  const { db } = scope;
  const company = ledgerIdOf(scope);
  const all = (query: ReturnType<typeof sql>) => db.all<DifferenceRow>(sql`${query} limit ${SHOWN}`);
  /** Layers against the sums of their movements. */
  const summed = sql`
    with summed as materialized (
      select m.layer, sum(m.liability) as liability, sum(m.arc_cost) as arc_cost, sum(m.arc_accumulated) as arc_accumulated,
        max(m.posting) as newest
      from posting p cross join movement m on m.posting = p.id
      where p.company = ${company} group by m.layer)`;
  const cache = (column: string, total: string) =>
    all(sql`${summed}
    select w.well_code || ' L' || l.layer_number as id, coalesce(s.${sql.raw(total)}, 0) as expected, l.${sql.raw(column)} as found
    from layer l left join summed s on s.layer = l.id left join well w on w.ledger_id = l.well
    where l.company = ${company} and coalesce(s.${sql.raw(total)}, 0) <> l.${sql.raw(column)}`);
  return {
    counts: db.all<{ layers: number; movements: number; postings: number }>(sql`
      select (select count(*) from layer where company = ${company}) as layers,
        (select count(*) from posting where company = ${company}) as postings,
        (select count(*) from posting p cross join movement m on m.posting = p.id where p.company = ${company}) as movements`),
    liability: cache('current_aro_cents', 'liability'),
    arcCost: cache('arc_cost_cents', 'arc_cost'),
    arcAccumulated: cache('arc_accumulated_cents', 'arc_accumulated'),
    newest: cache('last_posting', 'newest'),
    // The newest accretion that counts tells how far a layer has accreted; an opening balance accretes from its day.
    accretedThrough: all(sql`
      with through as materialized (
        select m.layer, max(p.day) as day from posting p cross join movement m on m.posting = p.id
        where p.company = ${company} and p.kind <> 'reversal' and m.kind in (${accreted}, ${sql.raw(String(MOVEMENT_KINDS.opening.code))})
          and not exists (
            select 1 from posting r cross join movement taken on taken.posting = r.id and taken.layer = m.layer and taken.kind = m.kind
            where r.reverses = p.id)
        group by m.layer)
      select w.well_code || ' L' || l.layer_number as id, t.day as expected, l.accreted_through as found
      from layer l left join through t on t.layer = l.id left join well w on w.ledger_id = l.well
      where l.company = ${company} and not l.is_reversed and t.day is not l.accreted_through`),
    // In the order of posting, not of dates: an accretion starts from whatever was booked before it.
    base: all(sql`
      select layer || ' in posting ' || posting as id, before as expected, base as found from (
        select m.posting, m.layer, m.base,
          coalesce(sum(m.liability) over (partition by m.layer order by m.posting, m.kind rows between unbounded preceding and 1 preceding), 0) as before
        from posting p cross join movement m on m.posting = p.id where p.company = ${company}
      ) where base is not null and base <> before`),
    sealed: all(sql`
      select p.id, (select count(*) from movement m where m.posting = p.id) as expected, coalesce(p.movements, 0) as found
      from posting p where p.company = ${company} and p.movements is not (select count(*) from movement m where m.posting = p.id)`),
    recognized: all(sql`
      select w.well_code || ' L' || l.layer_number as id, 1 as expected, (
        select count(*) from movement m where m.posting = l.recognized_by and m.layer = l.id and m.kind in (${recognitions})) as found
      from layer l left join well w on w.ledger_id = l.well
      where l.company = ${company} and not exists (
        select 1 from movement m where m.posting = l.recognized_by and m.layer = l.id and m.kind in (${recognitions}))`),
    // What each kind of movement does: a change capitalizes what it adds, accretion moves the liability alone.
    changes: all(sql`
      select m.layer || ' in posting ' || m.posting as id, m.liability as expected, m.arc_cost as found
      from posting p cross join movement m on m.posting = p.id
      where p.company = ${company} and m.kind in (${changes}) and (m.liability <> m.arc_cost or m.arc_accumulated <> 0 or m.cash <> 0)`),
    accretions: all(sql`
      select m.layer || ' in posting ' || m.posting as id, 0 as expected, m.arc_cost + m.arc_accumulated + m.cash as found
      from posting p cross join movement m on m.posting = p.id
      where p.company = ${company} and m.kind = ${accreted} and (m.arc_cost <> 0 or m.arc_accumulated <> 0 or m.cash <> 0
        or (p.kind = 'accretion' and (m.base is null or m.time_numerator is null or m.time_denominator is null)))`),
    reversals: all(sql`
      select m.layer || ' in posting ' || m.posting as id, -coalesce(o.liability, 0) as expected, m.liability as found
      from posting p cross join movement m on m.posting = p.id
      left join movement o on o.posting = p.reverses and o.layer = m.layer and o.kind = m.kind
      where p.company = ${company} and p.kind = 'reversal' and (
        o.posting is null or o.liability <> -m.liability or o.arc_cost <> -m.arc_cost
        or o.arc_accumulated <> -m.arc_accumulated or o.cash <> -m.cash)`),
    reversedTwice: all(sql`
      select m.layer || ' of posting ' || p.reverses as id, 1 as expected, count(*) as found
      from posting p cross join movement m on m.posting = p.id
      where p.company = ${company} and p.kind = 'reversal'
      group by p.reverses, m.layer, m.kind having count(*) > 1`),
    negative: all(sql`
      select w.well_code as id, 0 as expected, sum(l.current_aro_cents) as found
      from layer l left join well w on w.ledger_id = l.well
      where l.company = ${company} group by l.well having sum(l.current_aro_cents) < 0`),
  };
}

export type CheckRows = RowsOf<ReturnType<typeof checkReads>>;

/** A well below zero breaks no rule: a decrease at another rate than what it reduces may grow past it. */
type Check = Exclude<keyof CheckRows, 'counts' | 'negative'>;

/** What each check says of a difference, and whether its figures are cents. */
const CHECKS: Record<Check, { what: string; isMoney: boolean }> = {
  liability: { what: 'Carrying amount of a layer against its movements', isMoney: true },
  arcCost: { what: 'Asset retirement cost of a layer against its movements', isMoney: true },
  arcAccumulated: { what: 'Accumulated depreciation of a layer against its movements', isMoney: true },
  newest: { what: 'Newest posting of a layer', isMoney: false },
  accretedThrough: { what: 'Date a layer has accreted through', isMoney: false },
  base: { what: 'Starting balance of an accretion against what was booked before it', isMoney: true },
  sealed: { what: 'Number of movements of a posting', isMoney: false },
  recognized: { what: 'Recognition of a layer', isMoney: false },
  changes: { what: 'Asset retirement cost of a change against its liability', isMoney: true },
  accretions: { what: 'Amounts of an accretion besides the liability', isMoney: true },
  reversals: { what: 'Amount of a reversal against what it reverses', isMoney: true },
  reversedTwice: { what: 'How often a movement is reversed', isMoney: false },
};

/** What the books check found, in words and amounts. */
export function toBooksCheck({ counts, negative, ...found }: CheckRows): BooksCheckView {
  const differences = (Object.keys(CHECKS) as Check[]).flatMap((check) =>
    found[check].map((row) => ({
      what: CHECKS[check].what,
      id: String(row.id),
      expected: shown(row.expected, CHECKS[check].isMoney),
      found: shown(row.found, CHECKS[check].isMoney),
    })),
  );
  return {
    ok: differences.length === 0,
    checked: counts[0]!,
    differences,
    negativeWells: negative.map(({ id, found: cents }) => ({
      wellCode: String(id),
      liability: formatCents(Number(cents)),
    })),
  };
}

function shown(value: string | number | null, isMoney: boolean): string {
  if (value === null) return 'none';
  return isMoney ? formatCents(Number(value)) : String(value);
}
