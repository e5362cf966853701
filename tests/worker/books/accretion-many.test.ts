import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { postAccretion, postingReads } from '~/services/books/post-accretion.server';
import { readTogether } from '~/services/platform/reads.server';
import { companyWithManyLayers, jobContext } from '../../support/month-ends';

const LAYERS = 12_001;
const PAGE = 11_000;
const JANUARY = { periodType: 'monthly', periodEnd: '2024-01-31', source: 'month-end' } as const;

describe('a posting of more layers than D1 returns as one value', () => {
  it('processes each layer once, ordered by id, as a whole and in pages', async () => {
    const company = await companyWithManyLayers(LAYERS);
    const ctx = { ...jobContext(), companyId: company.id, role: 'admin' as const };
    const { results } = await env.DB.prepare(
      'select id from layer where company = (select ledger_id from company where id = ?) order by id',
    )
      .bind(company.id)
      .all<{ id: number }>();
    const middle = results[PAGE - 1]!.id;
    const ends: (number | null)[] = [];
    for (const afterLayer of [null, middle]) {
      const page = { afterLayer, limit: PAGE };
      await postAccretion(ctx, JANUARY, await readTogether(ctx.db, postingReads(ctx, JANUARY, page)), {
        page,
        getExtraStatements: ({ throughLayer }) => {
          ends.push(throughLayer);
          return { first: [], last: [] };
        },
      });
    }
    expect(ends).toEqual([middle, null]);
    const february = { ...JANUARY, periodEnd: '2024-02-29' };
    await postAccretion(ctx, february, await readTogether(ctx.db, postingReads(ctx, february)));
    const counts = await env.DB.prepare(
      `select p.day as period_end, count(*) as n, count(distinct m.layer) as layers
       from posting p join movement m on m.posting = p.id
       where p.company = (select ledger_id from company where id = ?) and p.kind = 'accretion' group by 1 order by 1`,
    )
      .bind(company.id)
      .all();
    // One layer has reached the end of its life.
    expect(counts.results).toEqual([
      { period_end: '2024-01-31', n: LAYERS - 1, layers: LAYERS - 1 },
      { period_end: '2024-02-29', n: LAYERS - 1, layers: LAYERS - 1 },
    ]);
  });
});
