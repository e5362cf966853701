import { DatabaseSync } from 'node:sqlite';
import { COMPANY_ID } from './data';
import { monthsOf, postMonth } from './ledger-calls';
import { report, time } from './measure';
import { LAYERS } from './posting';
import { type BenchWorker, type Bundle, startWorker } from './worker';

const MONTH_ENDS = monthsOf(2024, 24);
/** The last month, as requested after a month-end. */
const DATES = { beginDate: '2025-12-01', endDate: '2025-12-31' };
/** Range of the disclosure, which covers the year. */
const YEAR = { beginDate: '2025-01-01', endDate: '2025-12-31', by: 'well' };
const ROUNDS = 7;
const WARM_UP = 1;

type Row = {
  wellCode: string;
  beginningBalance: string;
  additions: string;
  accretion: string;
  reductions: string;
  endingBalance: string;
};

/**
 * The rollforward of a month for 100,000 layers with 24 month-ends, from the request to the last byte, compared with a bare node:sqlite
 * script that builds the same rows from the same file, and with the previous version.
 */
export async function benchRollforward(bundle: Bundle, before: Bundle | null): Promise<void> {
  const worker = await startWorker(bundle, LAYERS);
  const former = before && (await startWorker(before, LAYERS));
  try {
    for (const side of [worker, former]) {
      if (side) for (const periodEnd of MONTH_ENDS) await postMonth(side, periodEnd);
    }
    const peer = openPeer(worker.databaseFile);
    const sides = {
      ours: () => read(worker),
      peers: async () => peer.rollforward(),
      ...(former && { before: () => read(former) }),
    };
    const times: Record<'ours' | 'peers' | 'before', number[]> = { ours: [], peers: [], before: [] };
    for (let round = -WARM_UP; round < ROUNDS; round += 1) {
      const answers: string[] = [];
      for (const [side, rollforward] of Object.entries(sides) as [
        keyof typeof times,
        () => Promise<string>,
      ][]) {
        const spent = await time(async () => answers.push(await rollforward()));
        if (round >= 0) times[side].push(spent);
      }
      // The texts are long, so they are compared only once.
      if (round < 0) requireSame(answers.map((answer) => JSON.parse(answer) as Row[]));
    }
    peer.close();
    await benchDisclosure(worker);
    const title = '(g) Rollforward of a month for 100,000 layers with 24 month-ends, against';
    report(`${title} bare node:sqlite`, times, 'aim: at most 2');
    if (!former) return console.log('  the version before: skipped (--before <path> of a built checkout)');
    report(`${title} the version before`, { ours: times.ours, peers: times.before }, 'aim: at most 0.5', {
      ours: 'ours',
      peers: 'before',
    });
  } finally {
    await former?.stop();
    await worker.stop();
  }
}

async function read(
  { url, headers }: BenchWorker,
  name = 'aro-rollforward',
  query: Record<string, string> = DATES,
): Promise<string> {
  const response = await fetch(`${url}/api/reports/${name}?${new URLSearchParams(query)}`, { headers });
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return text;
}

/** The disclosure of a year by well, compared with the rollforward for the same dates. */
async function benchDisclosure(worker: BenchWorker): Promise<void> {
  const times: Record<'ours' | 'peers', number[]> = { ours: [], peers: [] };
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    const ours = await time(() => read(worker, 'disclosure', YEAR));
    const peers = await time(() => read(worker, 'aro-rollforward', YEAR));
    if (round >= 0) times.ours.push(ours);
    if (round >= 0) times.peers.push(peers);
  }
  const title = '(j) Disclosure of a year by well, of the same layers, against the rollforward of the year';
  report(title, times, 'aim: at most 1.5', { ours: 'disclosure', peers: 'rollforward' });
}

/** Requires that all sides have the same figures for each well. */
function requireSame([ours, ...others]: Row[][]): void {
  const figures = ({ wellCode, beginningBalance, additions, accretion, reductions, endingBalance }: Row) =>
    [wellCode, beginningBalance, additions, accretion, reductions, endingBalance].join();
  const expected = ours!.map(figures);
  if (expected.length !== LAYERS.wells) throw new Error(`${expected.length} wells`);
  for (const other of others) {
    const differing = other.map(figures).find((text, index) => text !== expected[index]);
    if (differing || other.length !== expected.length) throw new Error(`another rollforward: ${differing}`);
  }
}

type Sums = { before: number; additions: number; accretion: number; reductions: number; current: number };

/** A script that sums the ledger's movements by well, compares each ending balance with its layers, and serializes the rows as JSON. */
function openPeer(databaseFile: string) {
  const db = new DatabaseSync(databaseFile, { readOnly: true });
  const sums = db.prepare(`
    select w.well_code as wellCode, w.well_name as wellName, w.field, s.*
    from (
      select l.well, sum(m.before) as before, sum(m.additions) as additions, sum(m.accretion) as accretion,
        sum(m.reductions) as reductions, sum(l.current_aro_cents) as current
      from (
        select m.layer, sum(iif(p.day < :begin, m.liability, 0)) as before,
          sum(iif(p.day >= :begin and m.kind in (2, 4) and m.liability > 0, m.liability, 0)) as additions,
          sum(iif(p.day >= :begin and m.kind = 5, m.liability, 0)) as accretion,
          sum(iif(p.day >= :begin and m.kind in (2, 4) and m.liability < 0, -m.liability, 0)) as reductions
        from posting p join movement m on m.posting = p.id
        where p.company = (select ledger_id from company where id = :company) and p.day <= :end group by m.layer
      ) m join layer l on l.id = m.layer group by l.well
    ) s join well w on w.ledger_id = s.well where w.deleted_at is null order by w.well_code_key`);
  const text = (cents: number) => (cents / 100).toFixed(2);
  return {
    rollforward(): string {
      const { beginDate, endDate } = DATES;
      const found = sums.all({ begin: beginDate, end: endDate, company: COMPANY_ID }) as (Sums & Row)[];
      const rows = found.map(({ wellCode, before, additions, accretion, reductions, current, ...well }) => {
        const ending = before + additions + accretion - reductions;
        if (ending !== current) throw new Error(`${wellCode} does not tie`);
        return {
          wellCode,
          ...well,
          beginningBalance: text(before),
          additions: text(additions),
          accretion: text(accretion),
          reductions: text(reductions),
          endingBalance: text(ending),
        };
      });
      return JSON.stringify(rows);
    },
    close: () => db.close(),
  };
}
