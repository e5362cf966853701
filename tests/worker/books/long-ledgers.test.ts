import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { nextMonthEnd } from '~/domain/calendar/calendar-date';
import type { ReversalPreview } from '~/schemas/books/posting';
import {
  accreteThrough,
  bodyOf,
  expectBooksToCheck,
  postingsOf,
  reversePosting,
  totalLiability,
} from '../../support/books';
import { addLayer, addManyWells, addWell } from '../../support/layers';
import { expectRefusal } from '../../support/refusals';
import { auditOf } from '../../support/tables';
import { type SignedIn, signInToNewCompany } from '../../support/worker';

const EVEN = { discountRate: 10, inflationRate: 10, pAndACost: 120_000, wellLifespan: 10 };

async function accreteMonths(client: SignedIn, from: string, count: number): Promise<void> {
  let periodEnd = from;
  for (let month = 0; month < count; month += 1) {
    periodEnd = nextMonthEnd(periodEnd);
    await accreteThrough(client, periodEnd);
  }
}

describe('a well with thousands of movements', () => {
  it('can be deleted, and the audit log keeps the beginning of its ledger', {
    timeout: 180_000,
  }, async () => {
    const { client } = await signInToNewCompany();
    const well = await addWell(client);
    const terms = { ...EVEN, calculationDate: '2020-01-31' };
    await addLayer(client, well.id, terms);
    const more = { ...terms, layerType: 'additional', measurement: 'increment' };
    for (let layer = 1; layer < 50; layer += 1) await addLayer(client, well.id, more);
    await accreteMonths(client, '2020-01-31', 81);
    expect((await client.delete(`/api/wells/${well.id}`)).status).toBe(204);
    await expectBooksToCheck(client);
    const deleted = (await auditOf(well.id, 'well')).at(-1)!;
    expect(deleted.action).toBe('well.deleted');
    const lost = deleted.oldValues as {
      layers: unknown[];
      movements: { day: string }[];
      movementCount: number;
    };
    expect(lost.layers).toHaveLength(50);
    // 50 layers with 81 month-ends each.
    expect(lost.movementCount).toBe(50 + 50 * 81);
    expect(lost.movements).toHaveLength(4_000);
    expect(lost.movements[0]!.day).toBe('2020-01-31');
    // D1 limits a value to 2 MB.
    const { bytes } = (await env.DB.prepare(
      'select max(length(cast(old_values as blob))) as bytes from audit_log where entity_id = ?',
    )
      .bind(well.id)
      .first<{ bytes: number }>())!;
    expect(bytes).toBeLessThan(1_500_000);
  });
});

describe('acts dated long before later postings', () => {
  it('are rejected if they would reverse more than one act allows', { timeout: 300_000 }, async () => {
    const { client, company } = await signInToNewCompany();
    await addManyWells(company.id, 20_000);
    const layers = { ...EVEN, layerType: 'initial', scope: 'all', calculationDate: '2025-01-31' };
    await bodyOf(await client.post('/api/aro-layers/calculate-all', layers));
    await accreteMonths(client, '2025-01-31', 10);
    const postings = await postingsOf(client, 'kind=accretion');
    const first = postings.at(-1)!;
    const later = { includeLater: true };
    // 200,000 movements are the maximum.
    const preview = await reversePosting(client, first.id, later, '?preview=true');
    expect(preview.status).toBe(200);
    await accreteMonths(client, '2025-11-30', 1);
    const message =
      'These wells have more than 200,000 later movements, the most that one act can reverse. Choose a later date or fewer wells, or reverse the newest postings first.';
    await expectRefusal(() => reversePosting(client, first.id, later), 409, { message });
    const code = (index: number) => `B-${String(index).padStart(6, '0')}`;
    const revision = (count: number, date: string) => ({
      date,
      mode: 'all',
      rows: Array.from({ length: count }, (_, index) => ({ wellCode: code(index + 1), pAndACost: 60_000 })),
    });
    await expectRefusal(() => client.post('/api/revisions', revision(6_000, '2025-01-31')), 409, { message });
    // Fewer wells, or a later date.
    for (const one of [revision(200, '2025-01-31'), revision(6_000, '2025-11-30')]) {
      expect((await client.post('/api/revisions/preview', one)).status).toBe(200);
    }
  });
});

it('an act on 12,000 wells and 240 days is reversed as a whole with their accretion', {
  timeout: 180_000,
}, async () => {
  const { client, company } = await signInToNewCompany();
  await addManyWells(company.id, 12_000);
  const layers = { ...EVEN, wellLifespan: 40, layerType: 'initial', scope: 'all', calculationDate: null };
  await bodyOf(await client.post('/api/aro-layers/calculate-all', layers));
  await accreteThrough(client, '2026-09-30');
  const [newest] = await postingsOf(client, 'kind=calculation&limit=1');
  const given = { wholeAct: true, includeLater: true };
  const preview = await reversePosting(client, newest!.id, given, '?preview=true');
  const shown = await bodyOf<ReversalPreview>(preview);
  expect(shown).toMatchObject({
    wells: 12_000,
    act: { postings: 240, reversedPostings: 0, reversedWells: 0, redated: 0 },
  });
  expect(shown.totals.after).toBe('0.00');
  await bodyOf(await reversePosting(client, newest!.id, given, `?reviewed=${shown.reviewed}`), 201);
  expect(await totalLiability(client)).toBe('0.00');
  await expectBooksToCheck(client);
});
