import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { postAccretion } from '~/services/books/post-accretion.server';
import { companyWithManyLayers, jobContext } from '../../support/month-ends';

const LAYERS = 12_001;
const PAGE = 11_000;
const JANUARY = { periodType: 'monthly', periodEnd: '2024-01-31', source: 'month-end' } as const;

describe('a posting of more layers than D1 hands over as one value', () => {
  it('takes each of them once, in the order of their ids, as a whole and in pages', async () => {
    const company = await companyWithManyLayers(LAYERS);
    const ctx = { ...jobContext(), companyId: company.id, role: 'admin' as const };
    const { results } = await env.DB.prepare('select id from aro_layer where company_id = ? order by id')
      .bind(company.id)
      .all<{ id: string }>();
    const middle = results[PAGE - 1]!.id;
    const ends: (string | null)[] = [];
    for (const afterLayerId of [null, middle]) {
      await postAccretion(ctx, JANUARY, {
        page: { afterLayerId, limit: PAGE },
        alongside: ({ throughLayerId }) => {
          ends.push(throughLayerId);
          return { first: [], last: [] };
        },
      });
    }
    expect(ends).toEqual([middle, null]);
    await postAccretion(ctx, { ...JANUARY, periodEnd: '2024-02-29' });
    const counts = await env.DB.prepare(
      'select period_end, count(*) as n, count(distinct aro_layer_id) as layers from accretion_record where company_id = ? group by 1 order by 1',
    )
      .bind(company.id)
      .all();
    // One has accreted over all its life.
    expect(counts.results).toEqual([
      { period_end: '2024-01-31', n: LAYERS - 1, layers: LAYERS - 1 },
      { period_end: '2024-02-29', n: LAYERS - 1, layers: LAYERS - 1 },
    ]);
  });
});
