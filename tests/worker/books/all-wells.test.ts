import { env } from 'cloudflare:workers';
import { and, eq, isNull } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { parseRows } from '#db/json-array';
import { well } from '#db/schema';
import { booksReads } from '~/services/books/well-books.server';
import type { CompanyScope } from '~/services/platform/context.server';
import { addWell } from '../../support/layers';
import { db, signInToNewCompany } from '../../support/worker';

/** Inserts copies of a company's wells directly, with codes in no particular order. */
async function copyWells(companyId: string, count: number): Promise<void> {
  const { results } = await env.DB.prepare(`select name from pragma_table_info('well')`).all<{
    name: string;
  }>();
  const copied: Record<string, string> = {
    id: `id || '-' || n`,
    ledger_id: 'ledger_id + n',
    well_code: `printf('c-%05d', n * 7919 % 10007)`,
    well_code_key: `printf('c-%05d', n * 7919 % 10007)`,
  };
  await env.DB.prepare(
    `with recursive number(n) as (select 1 where ?2 > 0 union all select n + 1 from number where n < ?2)
     insert into well select ${results.map(({ name }) => copied[name] ?? name).join(', ')}
     from well cross join number where company_id = ?1`,
  )
    .bind(companyId, count - 1)
    .run();
}

// Each text holds a thousand wells.
it.each([0, 1, 999, 1000, 1001, 2001])(
  'an act on all wells reads %i of them, once and in order',
  async (count) => {
    const { client, company } = await signInToNewCompany();
    const other = await signInToNewCompany();
    await addWell(other.client, { wellCode: 'C-00001' });
    if (count > 0) {
      await addWell(client, { wellCode: 'A-1' });
      await copyWells(company.id, count);
    }

    const scope = { db, companyId: company.id } as CompanyScope;
    const isOfCompany = and(eq(well.companyId, company.id), isNull(well.deletedAt));
    const expected = await db
      .select({ code: well.wellCode })
      .from(well)
      .where(isOfCompany)
      .orderBy(well.wellCodeKey);
    const rows = parseRows(await booksReads(scope, undefined, null).wells);
    expect(rows.map(({ wellCode }) => wellCode)).toEqual(expected.map(({ code }) => code));
    expect(rows).toHaveLength(count);

    const some = parseRows(await booksReads(scope, isOfCompany, null).wells);
    expect(rows).toEqual(some);
  },
);
