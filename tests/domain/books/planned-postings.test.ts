import { describe, expect, it } from 'vitest';
import { NO_AMOUNTS } from '~/domain/books/movement';
import {
  createPlannedPostings,
  PLAIN_HEADER,
  type PostingHeader,
  type Step,
} from '~/domain/books/planned-postings';
import { SETTLEMENT_TERMS } from '../../support/worked-well';

const HEAD: PostingHeader = { ...PLAIN_HEADER, kind: 'accretion', day: '2026-01-31' };
const movement = (layerId: number) =>
  ({ ...NO_AMOUNTS, layerId, kind: 'accreted', accretion: null }) as const;
/** Layers 1 to 9 belong to well 1, layers from 10 on to well 2. */
const wellOf = ({ layerId }: { layerId: number }) => (layerId < 10 ? 1 : 2);

describe('the postings of an act', () => {
  it('are booked round by round: reversals newest first, catch-up, the act itself, and reposted entries, each by day', () => {
    const planned = createPlannedPostings();
    const add = (step: Step, day: string, reversesId: number | null = null) =>
      planned.postingFor(step, { ...HEAD, day, reversesId }).movements.push(movement(1));
    planned.withRound(1, () => add('reverse', '2026-01-01', 9));
    add('replay', '2026-03-31');
    add('replay', '2026-02-28');
    add('main', '2026-01-15');
    add('catch-up', '2026-01-15');
    add('reverse', '2026-02-28', 7);
    add('reverse', '2026-01-31', 8);
    const booked = planned.ordered(wellOf);
    expect(booked.map(({ day, reversesId }) => [day, reversesId])).toEqual([
      ['2026-01-31', 8],
      ['2026-02-28', 7],
      ['2026-01-15', null],
      ['2026-01-15', null],
      ['2026-02-28', null],
      ['2026-03-31', null],
      ['2026-01-01', 9],
    ]);
    expect(planned.replaysAfter('2026-01-31').map(({ day }) => day)).toEqual(['2026-03-31', '2026-02-28']);
    expect(planned.replaysAfter('2026-02-28').map(({ day }) => day)).toEqual(['2026-03-31']);
  });

  it.each<[string, Partial<PostingHeader>]>([
    ['kind', { kind: 'depreciation' }],
    ['day', { day: '2026-02-28' }],
    ['reversal', { reversesId: 3 }],
    ['company', { isCompanyWide: true }],
    ['period', { periodType: 'quarterly' }],
    ['method', { method: 'effective' }],
    ['terms', { terms: SETTLEMENT_TERMS }],
  ])('are separate for each %s', (_, other) => {
    const planned = createPlannedPostings();
    const heads = [HEAD, { ...HEAD, ...other }];
    // Alternating, because the planner caches the latest posting of a day.
    const found = [...heads, ...heads].map((head) => planned.postingFor('main', head));
    expect(found[2]).toBe(found[0]);
    expect(found[3]).toBe(found[1]);
    expect(found[1]).not.toBe(found[0]);
  });

  it('are assigned to the only well they affect, or to none, and are dropped if they have no movements', () => {
    const planned = createPlannedPostings();
    const add = (day: string, layers: number[], head: Partial<PostingHeader> = {}) => {
      const posting = planned.postingFor('main', { ...HEAD, ...head, day });
      posting.movements.push(...layers.map(movement));
    };
    add('2026-01-01', [1, 2]);
    add('2026-01-02', [10, 11]);
    add('2026-01-03', [1, 10]);
    add('2026-01-04', [1], { isCompanyWide: true });
    add('2026-01-05', []);
    expect(planned.ordered(wellOf).map(({ wellId }) => wellId)).toEqual([1, 2, 0, 0]);
  });
});
