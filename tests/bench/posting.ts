import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { COMPANY_ID, dataStatements, migrationStatements, USER_ID } from './data';
import { type Pair, report } from './measure';
import { startWorker } from './worker';

const LAYERS = { wells: 100_000, withLayers: true };
/** Each round posts the next month, on both sides. */
const MONTH_ENDS = ['2024-01-31', '2024-02-29', '2024-03-31', '2024-04-30', '2024-05-31'];

/**
 * Posting accretion for 100,000 layers, from the request to the answer with everything stored, against a bare node:sqlite
 * script that reads, computes and stores the same in one transaction.
 */
export async function benchPosting(bundle: string): Promise<void> {
  const worker = await startWorker(bundle, LAYERS);
  const peer = openPeer();
  const pair: Pair = { ours: [], peers: [] };
  try {
    for (const periodEnd of MONTH_ENDS) {
      const start = performance.now();
      const response = await fetch(`${worker.directUrl}/api/accretion/calculate?limit=1`, {
        method: 'POST',
        headers: { ...worker.headers, 'Content-Type': 'application/json' },
        body: JSON.stringify({ periodType: 'monthly', periodEnd }),
      });
      if (!response.ok) throw new Error(await response.text());
      await response.json();
      const between = performance.now();
      const total = peer.post(periodEnd);
      pair.ours.push(between - start);
      pair.peers.push(performance.now() - between);
      const stored = await worker.query<{ count: number; total: number }>(
        `select count(*) as count, sum(accretion_expense_cents) as total from accretion_record where period_end = '${periodEnd}'`,
      );
      if (stored.count !== LAYERS.wells || stored.total !== total) {
        throw new Error(`${periodEnd}: stored ${JSON.stringify(stored)}, the peer ${total}`);
      }
    }
    report(
      '(b) Posting accretion for 100,000 layers, against bare node:sqlite',
      pair,
      'aim: at most 2,000 ms, and at most 3',
    );
  } finally {
    peer.close();
    await worker.stop();
  }
}

function openPeer() {
  const folder = mkdtempSync(join(tmpdir(), 'aro-bench-peer-'));
  const db = new DatabaseSync(join(folder, 'peer.sqlite'));
  db.exec('pragma journal_mode = wal');
  for (const statement of [...migrationStatements(), ...dataStatements(LAYERS)]) db.exec(statement);
  const layers =
    db.prepare(`select l.id, l.calculation_date, l.accreted_through, l.current_aro_cents, l.discount_rate_bp
    from aro_layer l join well w on w.id = l.well_id
    where l.company_id = ? and w.well_status <> 'Plugged' and l.current_aro_cents <> 0 and l.calculation_date <= ?`);
  const insert =
    db.prepare(`insert into accretion_record (company_id, aro_layer_id, posting_id, period_type, period_start, period_end,
    beginning_aro_cents, discount_rate_bp, accretion_expense_cents, ending_aro_cents, method, time_numerator, time_denominator, source, created_at)
    values (?, ?, ?, 'monthly', ?, ?, ?, ?, ?, ?, 'simple', ?, ?, 'user', ?)`);
  const update = db.prepare(
    'update aro_layer set current_aro_cents = ?, accreted_through = ?, updated_at = ? where id = ? and current_aro_cents = ?',
  );
  const audit =
    db.prepare(`insert into audit_log (user_id, company_id, action, entity_type, entity_id, new_values, created_at)
    values (?, ?, 'accretion.posted', 'accretion_posting', ?, ?, ?)`);
  return {
    /** Posts one month and returns the total expense in cents. */
    post(periodEnd: string): number {
      const now = new Date().toISOString();
      const postingId = crypto.randomUUID();
      let total = 0;
      db.exec('begin immediate');
      for (const row of layers.all(COMPANY_ID, periodEnd) as Record<string, string & number>[]) {
        const start: string = row.accreted_through ?? row.calculation_date ?? '';
        const [numerator, denominator] = yearFraction(start, periodEnd, row.accreted_through === null);
        const divisor = 10_000n * BigInt(denominator);
        const exact = BigInt(row.current_aro_cents!) * BigInt(row.discount_rate_bp!) * BigInt(numerator);
        const expense = Number((2n * exact + divisor) / (2n * divisor));
        const beginning: number = row.current_aro_cents!;
        const ending = beginning + expense;
        insert.run(
          COMPANY_ID,
          row.id!,
          postingId,
          start,
          periodEnd,
          beginning,
          row.discount_rate_bp!,
          expense,
          ending,
          numerator,
          denominator,
          now,
        );
        update.run(ending, periodEnd, now, row.id!, beginning);
        total += expense;
      }
      audit.run(USER_ID, COMPANY_ID, postingId, JSON.stringify({ periodEnd, total }), now);
      db.exec('commit');
      return total;
    },
    close() {
      db.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Years from `start` to a month-end, as a fraction: whole months, and the days covered of the first one. */
export function yearFraction(start: string, end: string, isCalculationDate: boolean): [number, number] {
  const [year, month, day] = start.split('-').map(Number) as [number, number, number];
  const [endYear, endMonth] = end.split('-').map(Number) as [number, number];
  const days = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const covered = days - day + (isCalculationDate && day < days ? 1 : 0);
  const months = (endYear - year) * 12 + endMonth - month;
  return [months * days + covered, 12 * days];
}
