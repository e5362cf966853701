import { env } from 'cloudflare:workers';
import type { Day } from './arithmetic';
import type { Books, InterestChange, Move, MoveKind, OffsetAccount, Posting } from './books';
import { WHOLE } from './interests';

/** The product's ledger of one company, as stored in its tables. */
export type Ledger = {
  closedThrough: Day | null;
  /** The depreciation setting, its start date, and the depletion rates, as texts. */
  policy: string[];
  wells: {
    id: string;
    code: string;
    status: string;
    pluggedOn: Day | null;
    retirementDate: Day | null;
    isDeleted: boolean;
    interests: Share[];
  }[];
  postings: Posting[];
};

type Share = Pick<InterestChange, 'from' | 'percent'>;

const KIND_OF_CODE: Record<number, MoveKind> = {
  1: 'opening',
  2: 'incurred',
  3: 'acquired',
  4: 'revised',
  5: 'accreted',
  6: 'depreciated',
  7: 'settled',
  8: 'retired',
  9: 'divested',
};

type MoveRow = {
  id: number;
  act: number;
  kind: Posting['kind'];
  day: Day;
  isCompanyWide: number;
  periodType: 'monthly' | null;
  isByUnits: number;
  reverses: number | null;
  /** For a settlement or sale: the accounts for the remainder of cash and of the asset. */
  money: OffsetAccount | null;
  asset: OffsetAccount | null;
  wellId: string;
  number: number;
  code: number;
  cents: number;
  arcCents: number;
  accumulatedCents: number;
  cashCents: number;
};

type WellRow = Omit<Ledger['wells'][number], 'isDeleted' | 'interests'> & {
  isDeleted: number;
  /** Days and interests, as text. */
  interests: string;
};

type CompanyRow = Pick<Ledger, 'closedThrough'> & { depreciation: string; begins: Day | null; rates: string };

export async function readLedger(companyId: string): Promise<Ledger> {
  const [companies, wells, moves] = await env.DB.batch([
    env.DB.prepare(
      `select closed_through as closedThrough, depreciation, depreciation_from as begins, (
         select json_group_array(month || ' ' || field || ' ' || percent_e4) from depletion_rate where company = ledger_id
       ) as rates
       from company where id = ?`,
    ).bind(companyId),
    env.DB.prepare(
      `select id, well_code as code, well_status as status, plugged_on as pluggedOn, retirement_date as retirementDate,
         deleted_at is not null as isDeleted, (
           select json_group_array(json_array(from_day, percent_e8)) from working_interest where well = well.ledger_id
         ) as interests
       from well where company_id = ? order by ledger_id`,
    ).bind(companyId),
    env.DB.prepare(
      `select p.number as id, (select number from posting where id = p.act) as act, p.kind, p.day, p.is_company_wide as isCompanyWide, p.period_type as periodType,
         p.method is 'units-of-production' as isByUnits,
         (select number from posting where id = p.reverses) as reverses,
         p.terms ->> '$.settledTo' as money, p.terms ->> '$.retiredTo' as asset, w.id as wellId, l.layer_number as number,
         m.kind as code, m.liability as cents, m.arc_cost as arcCents, m.arc_accumulated as accumulatedCents, m.cash as cashCents
       from posting p cross join movement m on m.posting = p.id cross join layer l on l.id = m.layer
       cross join well w on w.ledger_id = l.well
       where p.company = (select ledger_id from company where id = ?) order by p.id`,
    ).bind(companyId),
  ]);
  const postings = new Map<number, Posting>();
  for (const row of moves!.results as MoveRow[]) {
    const { id, act, kind, day, isCompanyWide, periodType, isByUnits, reverses, wellId, number, code } = row;
    const flags = { isCompanyWide: Boolean(isCompanyWide), isByUnits: Boolean(isByUnits) };
    const offsetTo = row.money && row.asset ? { money: row.money, asset: row.asset } : undefined;
    const head = { id, act, kind, day, periodType, reverses, ...flags, offsetTo };
    const posting = postings.get(id) ?? { ...head, moves: [] };
    postings.set(id, posting);
    const move = {
      wellId,
      number,
      kind: KIND_OF_CODE[code]!,
      cents: BigInt(row.cents),
      arcCents: BigInt(row.arcCents),
      accumulatedCents: BigInt(row.accumulatedCents),
      cashCents: BigInt(row.cashCents),
    };
    posting.moves.push(move);
  }
  const { closedThrough, depreciation, begins, rates } = companies!.results[0] as CompanyRow;
  return {
    closedThrough,
    policy: policyOf(depreciation, begins, JSON.parse(rates)),
    wells: (wells!.results as WellRow[]).map((well) => ({
      ...well,
      isDeleted: Boolean(well.isDeleted),
      interests: (JSON.parse(well.interests) as [Day, number][]).map(([from, percent]) => ({
        from,
        percent: BigInt(percent),
      })),
    })),
    postings: [...postings.values()],
  };
}

/**
 * Assigns the product's ids to what the model has added, and puts its postings in the product's order, after checking that both have the
 * same wells and the same postings to the cent.
 * @throws Error that names the difference
 */
export function adopt(books: Books, ledger: Ledger): Books {
  const adopted = structuredClone(books);
  nameWells(adopted, ledger);
  requireSame('closed through', books.closedThrough, ledger.closedThrough);
  const { depreciation, depreciationFrom } = books.settings;
  const rates = Object.entries(books.rates).map(([key, percentE4]) => `${key} ${percentE4}`);
  requireSame('how it depreciates', policyOf(depreciation, depreciationFrom, rates), ledger.policy);
  requireSame('wells', adopted.wells.map(factsOf).sort(), ledger.wells.map(factsOf).sort());
  const ids = new Map<number, number>();
  const unmatched = new Set(adopted.postings);
  const matched: Posting[] = [];
  for (const theirs of ledger.postings) {
    const sameId = [...unmatched].find(({ id }) => id === theirs.id);
    const candidates = sameId ? [sameId] : unmatched;
    const match = [...candidates].find((ours) => contentOf(ours, ids) === contentOf(theirs));
    if (!match)
      throw new Error(`The model has no such posting: ${contentOf(theirs)}\n${listPostings(unmatched, ids)}`);
    unmatched.delete(match);
    ids.set(match.id, theirs.id);
    matched.push({ ...match, id: theirs.id, act: theirs.act, reverses: theirs.reverses });
  }
  if (unmatched.size > 0)
    throw new Error(`The product has no such posting.\n${listPostings(unmatched, ids)}`);
  adopted.postings = matched;
  for (const { interests } of adopted.wells) {
    for (const change of interests) if (change.posting !== null) change.posting = ids.get(change.posting)!;
  }
  return adopted;
}

/** Leaves out the start date if the company does not depreciate. */
function policyOf(depreciation: string, begins: Day | null, rates: readonly string[]): string[] {
  return [depreciation === 'none' ? depreciation : `${depreciation} from ${begins}`, ...[...rates].sort()];
}

function factsOf({ id, status, pluggedOn, retirementDate, isDeleted, interests }: Ledger['wells'][number]) {
  return [id, status, pluggedOn, retirementDate, isDeleted, sharesOf(interests)].join(' ');
}

/** The interest over time, without changes to the same value. */
function sharesOf(interests: readonly Share[]): string {
  const byDay = [...interests].sort((a, b) => (a.from < b.from ? -1 : 1));
  const changes = byDay.filter(({ percent }, index) => percent !== (byDay[index - 1]?.percent ?? WHOLE));
  return changes.map(({ from, percent }) => `${from}: ${percent}`).join(', ');
}

function nameWells({ wells, layers, postings }: Books, ledger: Ledger): void {
  const knownIds = new Set(wells.map(({ id }) => id));
  const newWells = ledger.wells.filter(({ id }) => !knownIds.has(id));
  for (const well of wells.filter(({ id }) => id.startsWith('new '))) {
    const theirs = newWells.find(({ code }) => code === well.code);
    if (!theirs) throw new Error(`The product has no well ${well.code}`);
    newWells.splice(newWells.indexOf(theirs), 1);
    const items = [...layers, ...postings.flatMap(({ moves }) => moves)];
    for (const item of items.filter(({ wellId }) => wellId === well.id)) item.wellId = theirs.id;
    well.id = theirs.id;
  }
}

/** All content of a posting except its id, as text. */
function contentOf(posting: Posting, ids?: Map<number, number>): string {
  const { kind, day, isCompanyWide, periodType, isByUnits, reverses, offsetTo, moves } = posting;
  const reversed = reverses !== null && ids ? (ids.get(reverses) ?? reverses) : reverses;
  const flags = [
    isCompanyWide && 'company-wide',
    periodType,
    isByUnits && 'by units',
    reversed && `of ${reversed}`,
    offsetTo && `rest to ${offsetTo.money}, ${offsetTo.asset}`,
  ];
  const head = [kind, day, ...flags.filter(Boolean)].join(' ');
  const lines = moves.map(
    ({ wellId, number, kind: what, cents, arcCents, accumulatedCents, cashCents }: Move) =>
      `${wellId.slice(0, 8)} L${number} ${what} ${cents} (${arcCents}, ${accumulatedCents}, ${cashCents})`,
  );
  return [head, ...lines.sort()].join('; ');
}

function listPostings(postings: Iterable<Posting>, ids: Map<number, number>): string {
  const lines = [...postings].map((posting) => `  ${contentOf(posting, ids)}`);
  return ['Postings of the model that found no match:', ...lines].join('\n');
}

function requireSame(what: string, ours: unknown, theirs: unknown): void {
  const [model, product] = [JSON.stringify(ours), JSON.stringify(theirs)];
  if (model !== product) throw new Error(`${what}: the model has ${model}, the product ${product}`);
}
