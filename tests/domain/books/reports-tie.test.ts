import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { disclosureRow } from '~/domain/books/disclosure';
import { DEFAULT_JOURNAL_SETTINGS, journalRows } from '~/domain/books/journal';
import type { Amounts } from '~/domain/books/movement';
import { MOVEMENT_KINDS, type MovementKind } from '~/domain/books/movement-kinds';
import type { PostingTerms } from '~/domain/books/posting-terms';
import { rollforwardRow } from '~/domain/books/rollforward';
import { trialBalance } from '~/domain/books/trial-balance';
import { addDays, type CalendarDate } from '~/domain/calendar/calendar-date';
import { sumEvents, sumForDisclosure } from '../../support/report-sums';

/** Any movement of any kind: the reports must tie whatever the amounts. */
type Booked = Amounts & {
  kind: MovementKind;
  date: CalendarDate;
  isReversal: boolean;
  terms: PostingTerms | null;
};

const cents = fc.integer({ min: -9_999_999, max: 9_999_999 });
const terms: fc.Arbitrary<PostingTerms> = fc.record({
  settledTo: fc.constantFrom('settlement' as const, 'disposal' as const, 'pool' as const),
  retiredTo: fc.constantFrom('settlement' as const, 'accumulated' as const, 'pool' as const),
  well: fc.constant(null),
});
const anyBooked: fc.Arbitrary<Booked> = fc
  .record({
    kind: fc.constantFrom(...(Object.keys(MOVEMENT_KINDS) as MovementKind[])),
    date: fc.nat(700).map((days) => addDays('2024-01-01', days)),
    isReversal: fc.boolean(),
    terms,
    liabilityCents: cents,
    arcCostCents: cents,
    arcAccumulatedCents: cents,
    cashCents: cents,
  })
  .map((movement) => ({
    ...movement,
    terms: MOVEMENT_KINDS[movement.kind].isByTerms ? movement.terms : null,
    liabilityCents: MOVEMENT_KINDS[movement.kind].column ? movement.liabilityCents : 0,
  }));

type Range = { begin: CalendarDate; end: CalendarDate };
type Sides = { beginning: bigint; debits: bigint; credits: bigint; ending: bigint };

/** The trial balance by main account. */
function accountsOf(movements: readonly Booked[], { begin, end }: Range): Map<string, Sides> {
  const groups = movements
    .filter(({ date }) => date <= end)
    .map(({ kind, terms, date, ...amounts }) => ({
      kind,
      terms,
      field: null,
      isBefore: date < begin,
      sums: {
        liabilityCents: BigInt(amounts.liabilityCents),
        arcCostCents: BigInt(amounts.arcCostCents),
        arcAccumulatedCents: BigInt(amounts.arcAccumulatedCents),
        cashCents: BigInt(amounts.cashCents),
      },
    }));
  const rows = trialBalance(groups, () => DEFAULT_JOURNAL_SETTINGS);
  return new Map(rows.map((row) => [row.mainAccount, row]));
}

/** The journal's debits and credits by main account. */
function journalOf(movements: readonly Booked[], { begin, end }: Range): Map<string, [bigint, bigint]> {
  const sums = new Map<string, [bigint, bigint]>();
  for (const { isReversal, ...movement } of movements) {
    if (movement.date < begin || movement.date > end) continue;
    const event = {
      ...movement,
      reverses: isReversal ? movement.date : null,
      wellCode: 'A-1',
      field: 'North',
      layerNumber: 1,
      layerType: 'initial' as const,
    };
    const company = { code: 'C', settingsOf: () => DEFAULT_JOURNAL_SETTINGS };
    for (const { mainAccount, netValue } of journalRows({ event, company })) {
      const amount = BigInt(netValue.replace('.', ''));
      const [debits, credits] = sums.get(mainAccount) ?? [0n, 0n];
      sums.set(mainAccount, amount > 0n ? [debits + amount, credits] : [debits, credits - amount]);
    }
  }
  return sums;
}

const sum = (movements: readonly Booked[], amount: keyof Amounts, isIn: (movement: Booked) => boolean) =>
  movements.filter(isIn).reduce((total, movement) => total + BigInt(movement[amount]), 0n);

const NO_SIDES: [bigint, bigint] = [0n, 0n];
const NONE: Sides = { beginning: 0n, debits: 0n, credits: 0n, ending: 0n };
const ranges = fc.tuple(fc.nat(700), fc.nat(300), fc.nat(300)).map(([from, first, second]) => {
  const begin = addDays('2024-01-01', from);
  const middle = addDays(begin, first);
  return { begin, middle, end: addDays(middle, 1 + second) };
});

describe('the reports for any movements and dates', () => {
  it('tie: disclosure, rollforward, trial balance, journal and balances', () => {
    fc.assert(
      fc.property(fc.array(anyBooked, { maxLength: 25 }), ranges, (movements, { begin, end }) => {
        const range = { begin, end };
        const accounts = accountsOf(movements, range);
        const { liability, asset, accumulated } = {
          liability: accounts.get('2400') ?? NONE,
          asset: accounts.get('1800') ?? NONE,
          accumulated: accounts.get('1890') ?? NONE,
        };
        const isThroughEnd = ({ date }: Booked) => date <= end;
        const balance = sum(movements, 'liabilityCents', isThroughEnd);
        const events = movements.map(({ liabilityCents, ...event }) => ({ ...event, cents: liabilityCents }));
        const disclosed = disclosureRow(sumForDisclosure(events, range), null, false);
        const rolled = rollforwardRow(sumEvents(events, range));
        expect([BigInt(disclosed.ending), BigInt(rolled.endingCents), -liability.ending]).toEqual([
          balance,
          balance,
          balance,
        ]);
        expect(asset.ending).toBe(sum(movements, 'arcCostCents', isThroughEnd));

        const isOpening = ({ kind }: Booked) => kind === 'opening';
        const journal = journalOf(movements, range);
        const journaled = accountsOf(
          movements.filter((movement) => !isOpening(movement)),
          range,
        );
        for (const [account, { debits, credits }] of journaled) {
          expect([account, journal.get(account) ?? [0n, 0n]]).toEqual([account, [debits, credits]]);
        }
        const of = (account: string) => journal.get(account) ?? [0n, 0n];
        const [debits, credits] = of('2400');
        const moved = disclosed.ending - disclosed.beginning - disclosed.opening;
        expect(credits - debits).toBe(BigInt(moved));
        const total = (side: 0 | 1) => [...journal.values()].reduce((all, sides) => all + sides[side], 0n);
        expect(total(0)).toBe(total(1));
        for (const side of ['beginning', 'ending'] as const) {
          expect([...accounts.values()].reduce((all, row) => all + row[side], 0n)).toBe(0n);
        }
        // Accumulated depreciation also includes what retired assets left there, beyond the layers' own amounts.
        const left = accumulated.ending - sum(movements, 'arcAccumulatedCents', isThroughEnd);
        const takesAsset = (movement: Booked) =>
          isThroughEnd(movement) && movement.terms?.retiredTo === 'accumulated';
        const retired =
          sum(movements, 'arcCostCents', takesAsset) + sum(movements, 'arcAccumulatedCents', takesAsset);
        expect(left).toBe(-retired);
      }),
    );
  });

  it('chain and add up to the whole when split in two', () => {
    fc.assert(
      fc.property(fc.array(anyBooked, { maxLength: 25 }), ranges, (movements, { begin, middle, end }) => {
        const next = addDays(middle, 1);
        const cuts = [
          { begin, end },
          { begin, end: middle },
          { begin: next, end },
        ];
        const [whole, first, second] = cuts.map((range) => accountsOf(movements, range)) as [
          Map<string, Sides>,
          Map<string, Sides>,
          Map<string, Sides>,
        ];
        for (const [account, row] of whole) {
          const [one, other] = [first.get(account) ?? NONE, second.get(account) ?? NONE];
          expect(other.beginning).toBe(one.ending);
          expect(other.ending).toBe(row.ending);
          expect([one.debits + other.debits, one.credits + other.credits]).toEqual([row.debits, row.credits]);
        }
        const of = (range: Range) => journalOf(movements, range);
        const [entries, one, other] = [of(cuts[0]!), of(cuts[1]!), of(cuts[2]!)];
        for (const [account, sides] of entries) {
          const [before, after] = [one.get(account) ?? NO_SIDES, other.get(account) ?? NO_SIDES];
          expect([before[0] + after[0], before[1] + after[1]]).toEqual(sides);
        }
      }),
    );
  });
});
