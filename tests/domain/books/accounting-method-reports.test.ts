import { describe, expect, it } from 'vitest';
import { disclosureRow } from '~/domain/books/disclosure';
import { DEFAULT_JOURNAL_SETTINGS } from '~/domain/books/journal';
import { createUndiscounter, maturityYear, remainingTime } from '~/domain/books/maturities';
import type { MovementKind } from '~/domain/books/movement-kinds';
import { trialBalance } from '~/domain/books/trial-balance';
import { formatCents } from '~/domain/money/money';
import {
  casesOf,
  cents,
  expectFigures,
  fraction,
  type Row,
  rate,
  tableOf,
} from '../../support/method-tables';
import { sumForDisclosure } from '../../support/report-sums';

/** Checks that the domain computes every figure that docs/accounting-method.md gives for the reports. */
const EVENTS = tableOf('Rollforward', 'Movement').map((row) => {
  const [, reversal, kind] = /^(reversal of )?(\w+)$/.exec(row.Movement!)!;
  return {
    kind: kind as MovementKind,
    isReversal: reversal !== undefined,
    date: row.Date!,
    cents: cents(row.Amount),
  };
});

describe('docs/accounting-method.md', () => {
  it.each(casesOf('Disclosure', 'Incurred'))('%s', (_title, row) => {
    const sums = sumForDisclosure(EVENTS, { begin: row.From!, end: row.To! });
    const made = disclosureRow(sums, null, false);
    expectFigures(row, {
      Beginning: made.beginning,
      Incurred: made.incurred,
      Revisions: made.revisions,
      Accretion: made.accretion,
      Settled: made.settled,
      Ending: made.ending,
    });
  });

  it.each(casesOf('Maturities', 'Retirement date'))('%s', (_title, row) => {
    const maturity = { retirementDate: row['Retirement date']!, isPlugged: row.Well === 'Plugged' };
    const year = maturityYear(maturity, row.Day!);
    expect(row['Due in']).toBe(year === 'after' ? 'after' : `year ${year}`);
    expect(row.Portion).toBe(year === 1 ? 'current' : 'non-current');
  });

  it.each(casesOf('Maturities', 'Undiscounted'))('%s', (_title, row) => {
    const layer = { calculationDate: row.Calculated!, wellLifespanYears: Number(row.Years) };
    const time = remainingTime(layer, { day: row.Day!, isPlugged: false });
    expect(time).toEqual(fraction(row['Time left in years']));
    const carryingCents = cents(row.Carried);
    const undiscounted = createUndiscounter()({ carryingCents, discountRateBp: rate(row.Discount), time });
    expectFigures(row, { Undiscounted: Number(undiscounted) });
  });

  it('Trial balance', () => {
    const groups = EVENTS.map((event) => ({
      kind: event.kind,
      terms: null,
      field: null,
      isBefore: event.date < '2025-01-01',
      sums: {
        liabilityCents: BigInt(event.cents),
        arcCostCents: BigInt(event.kind === 'accreted' ? 0 : event.cents),
        arcAccumulatedCents: 0n,
        cashCents: 0n,
      },
    }));
    const rows = trialBalance(groups, () => DEFAULT_JOURNAL_SETTINGS).map(
      ({ mainAccount, subAccount, name, beginning, debits, credits, ending }): Row => ({
        Account: `${mainAccount}-${subAccount}`,
        Name: name,
        Beginning: grouped(beginning),
        Debits: grouped(debits),
        Credits: grouped(credits),
        Ending: grouped(ending),
      }),
    );
    expect(tableOf('Trial balance', 'Debits')).toEqual(rows);
  });
});

function grouped(amount: bigint): string {
  return formatCents(amount).replace(/\B(?=(\d{3})+\.)/g, ',');
}
