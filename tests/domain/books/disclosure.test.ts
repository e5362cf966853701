import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { disclosureRow } from '~/domain/books/disclosure';
import {
  DISCLOSURE_COLUMNS,
  type DisclosureColumn,
  kindsOfDisclosure,
  kindsOfRollforward,
  MOVEMENT_KINDS,
  type MovementKind,
} from '~/domain/books/movement-kinds';
import { rollforwardRow } from '~/domain/books/rollforward';
import { addDays } from '~/domain/calendar/calendar-date';
import { DomainError } from '~/domain/money/domain-error';
import { anyCents, anyDate } from '../../support/arbitraries';
import { type LedgerEvent, sumEvents, sumForDisclosure } from '../../support/report-sums';

/** Movement kinds that change a liability. */
const KINDS = (Object.keys(DISCLOSURE_COLUMNS) as DisclosureColumn[]).flatMap(kindsOfDisclosure);
const YEAR = { begin: '2024-01-01', end: '2024-12-31' };

const anyEvents: fc.Arbitrary<LedgerEvent[]> = fc.array(
  fc.record({
    kind: fc.constantFrom(...KINDS),
    isReversal: fc.boolean(),
    date: anyDate,
    cents: anyCents,
  }),
  { maxLength: 20 },
);

describe('the disclosure', () => {
  it.each<[MovementKind, string]>([
    ['opening', 'opening'],
    ['incurred', 'incurred'],
    ['revised', 'revisions'],
    ['accreted', 'accretion'],
    ['settled', 'settled'],
  ])('counts the kind %s as %s, with its reversal as a negative', (kind, column) => {
    const event = { kind, isReversal: false, date: '2024-05-05', cents: 700 };
    const reversal = { ...event, isReversal: true, date: '2024-06-06', cents: -200 };
    const { within } = sumForDisclosure([event, reversal], YEAR);
    expect(within).toMatchObject({ [column]: 500 });
    expect(Object.values(within).filter((cents) => cents !== 0)).toEqual([500]);
  });

  it('has a column for every kind that changes a liability', () => {
    const others = Object.keys(MOVEMENT_KINDS).filter((kind) => !KINDS.some((one) => one === kind));
    expect(others).toEqual(['depreciated', 'retired']);
    expect(kindsOfRollforward('additions')).toEqual(['incurred', 'acquired', 'revised']);
    expect(kindsOfRollforward('accretion')).toEqual(['accreted']);
    expect(kindsOfRollforward('reductions')).toEqual([
      'opening',
      'incurred',
      'acquired',
      'revised',
      'settled',
      'divested',
    ]);
  });

  it('shows zero in columns without activity', () => {
    expect(Object.keys(DISCLOSURE_COLUMNS)).toEqual(Object.keys(sumForDisclosure([], YEAR).within));
    const row = disclosureRow(sumForDisclosure([], YEAR), 0, false);
    expect([row.acquired, row.divested]).toEqual([0, 0]);
  });

  it('adds up to the ending, which is either all current or all non-current', () => {
    const sums = sumForDisclosure(
      [
        { kind: 'incurred', isReversal: false, date: '2023-12-31', cents: 1_000 },
        { kind: 'settled', isReversal: false, date: '2024-12-31', cents: -400 },
        { kind: 'accreted', isReversal: false, date: '2025-01-01', cents: 7 },
      ],
      YEAR,
    );
    expect(disclosureRow(sums, 600, true)).toMatchObject({
      beginning: 1_000,
      settled: -400,
      ending: 600,
      current: 600,
      nonCurrent: 0,
    });
    expect(disclosureRow(sums, null, false)).toMatchObject({ current: 0, nonCurrent: 600 });
  });

  it('throws if it does not tie', () => {
    const sums = sumForDisclosure(
      [{ kind: 'incurred', isReversal: false, date: '2024-01-01', cents: 5 }],
      YEAR,
    );
    expect(() => disclosureRow(sums, 6, false)).toThrow(DomainError);
    expect(() => disclosureRow({ ...sums, throughEndCents: 4 }, null, false)).toThrow(DomainError);
  });

  it('ends like the rollforward, and adds up when split in two', () => {
    fc.assert(
      fc.property(anyEvents, anyDate, fc.nat(400), fc.nat(400), (events, begin, first, second) => {
        const middle = addDays(begin, first);
        const end = addDays(middle, 1 + second);
        const whole = sumForDisclosure(events, { begin, end });
        const parts = [
          sumForDisclosure(events, { begin, end: middle }),
          sumForDisclosure(events, { begin: addDays(middle, 1), end }),
        ] as const;
        const [row, ...rows] = [whole, ...parts].map((sums) => disclosureRow(sums, null, false));
        expect(rows[1]!.beginning).toBe(rows[0]!.ending);
        expect(rows[1]!.ending).toBe(row!.ending);
        for (const column of Object.keys(whole.within) as (keyof typeof whole.within)[]) {
          expect(rows[0]![column] + rows[1]![column]).toBe(row![column]);
        }
        const rolled = rollforwardRow(sumEvents(events, { begin, end }));
        expect(row!.ending).toBe(rolled.endingCents);
        expect(row!.accretion).toBe(rolled.accretionCents);
      }),
    );
  });
});
