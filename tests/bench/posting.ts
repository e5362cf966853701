import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { COMPANY_ID, dataStatements, migrationStatements, USER_ID } from './data';
import { postMonth } from './ledger-calls';
import { report, time } from './measure';
import { type Bundle, startWorker } from './worker';

export const LAYERS = { wells: 100_000, withLayers: true };
/** Each round posts the next month on all sides. */
const MONTH_ENDS = [
  '2024-01-31',
  '2024-02-29',
  '2024-03-31',
  '2024-04-30',
  '2024-05-31',
  '2024-06-30',
  '2024-07-31',
];

/**
 * Posting accretion for 100,000 layers, from the request to the response with everything stored, compared with a bare node:sqlite script
 * that reads, computes and stores the same in one transaction, and with the previous version.
 */
export async function benchPosting(bundle: Bundle, before: Bundle | null): Promise<void> {
  const worker = await startWorker(bundle, LAYERS);
  const former = before && (await startWorker(before, LAYERS));
  const peer = openPeer();
  const times: Record<'ours' | 'peers' | 'before', number[]> = { ours: [], peers: [], before: [] };
  try {
    for (const periodEnd of MONTH_ENDS) {
      times.ours.push(await time(() => postMonth(worker, periodEnd)));
      let total = 0;
      times.peers.push(
        await time(async () => {
          total = peer.post(periodEnd);
        }),
      );
      if (former) times.before.push(await time(() => postMonth(former, periodEnd)));
      const stored = await worker.query<{ count: number; total: number }>(
        `select count(*) as count, sum(liability) as total from posting p join movement m on m.posting = p.id
         where p.kind = 'accretion' and p.day = '${periodEnd}'`,
      );
      if (stored.count !== LAYERS.wells || stored.total !== total) {
        throw new Error(`${periodEnd}: stored ${JSON.stringify(stored)}, the peer ${total}`);
      }
    }
    const title = '(b) Posting accretion for 100,000 layers, against';
    report(`${title} bare node:sqlite`, times, 'aim: at most 1.5');
    if (!former) return console.log('  the version before: skipped (--before <path> of a built checkout)');
    report(`${title} the version before`, { ours: times.ours, peers: times.before }, 'aim: at most 0.5', {
      ours: 'ours',
      peers: 'before',
    });
  } finally {
    peer.close();
    await former?.stop();
    await worker.stop();
  }
}

type LayerRow = {
  id: number;
  calculation_date: string;
  accreted_through: string | null;
  current_aro_cents: number;
  discount_rate_bp: number;
  last_posting: number;
};

function openPeer() {
  const folder = mkdtempSync(join(tmpdir(), 'aro-bench-peer-'));
  const db = new DatabaseSync(join(folder, 'peer.sqlite'));
  db.exec('pragma journal_mode = wal');
  for (const statement of [...migrationStatements(), ...dataStatements(LAYERS)]) db.exec(statement);
  const layers =
    db.prepare(`select l.id, l.calculation_date, l.accreted_through, l.current_aro_cents, l.discount_rate_bp, l.last_posting
    from layer l join well w on w.ledger_id = l.well
    where l.company = (select ledger_id from company where id = ?) and w.well_status <> 'Plugged' and w.deleted_at is null
      and not l.is_reversed and l.current_aro_cents <> 0 and l.calculation_date <= ? order by l.id`);
  const open =
    db.prepare(`insert into posting (id, act, company, day, kind, source, is_company_wide, period_type, method, user_id, created_at, input)
    values (?, ?, 1, ?, 'accretion', 'user', 1, 'monthly', 'simple', ?, ?, ?)`);
  const insert =
    db.prepare(`insert into movement (posting, layer, kind, liability, arc_cost, arc_accumulated, cash, base, time_numerator,
    time_denominator, since) values (?, ?, 5, ?, 0, 0, 0, ?, ?, ?, ?)`);
  const update = db.prepare(
    'update layer set current_aro_cents = ?, accreted_through = ?, last_posting = ? where id = ? and last_posting = ?',
  );
  const seal = db.prepare('update posting set movements = ? where id = ?');
  const audit =
    db.prepare(`insert into audit_log (user_id, company_id, action, entity_type, entity_id, new_values, created_at)
    values (?, ?, 'accretion.posted', 'posting', ?, ?, ?)`);
  const newest = db.prepare('select max(id) as id from posting');
  return {
    /** Posts one month and returns the total expense in cents. */
    post(periodEnd: string): number {
      const now = new Date().toISOString();
      let total = 0;
      let count = 0;
      db.exec('begin immediate');
      const posting = (newest.get() as { id: number }).id + 1;
      open.run(posting, posting, periodEnd, USER_ID, now, JSON.stringify({ periodEnd }));
      for (const row of layers.all(COMPANY_ID, periodEnd) as LayerRow[]) {
        const start = row.accreted_through ?? row.calculation_date;
        const [numerator, denominator] = yearFraction(start, periodEnd, row.accreted_through === null);
        const divisor = 10_000n * BigInt(denominator);
        const exact = BigInt(row.current_aro_cents) * BigInt(row.discount_rate_bp) * BigInt(numerator);
        const expense = Number((2n * exact + divisor) / (2n * divisor));
        insert.run(
          posting,
          row.id,
          expense,
          row.current_aro_cents,
          numerator,
          denominator,
          row.accreted_through,
        );
        update.run(row.current_aro_cents + expense, periodEnd, posting, row.id, row.last_posting);
        total += expense;
        count += 1;
      }
      seal.run(count, posting);
      audit.run(USER_ID, COMPANY_ID, String(posting), JSON.stringify({ periodEnd, total }), now);
      db.exec('commit');
      return total;
    },
    close() {
      db.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Years from `start` to a month-end, as a fraction: whole months, plus the days covered in the first one. */
export function yearFraction(start: string, end: string, isCalculationDate: boolean): [number, number] {
  const [year, month, day] = start.split('-').map(Number) as [number, number, number];
  const [endYear, endMonth] = end.split('-').map(Number) as [number, number];
  const days = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const covered = days - day + (isCalculationDate && day < days ? 1 : 0);
  const months = (endYear - year) * 12 + endMonth - month;
  return [months * days + covered, 12 * days];
}
