import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import { CALLS } from '../../support/authorization';
import { accreteThrough } from '../../support/books';
import { LAYER_ROW, upload, WELL_ROW } from '../../support/mass-upload';
import { type Recorded, recordingClient } from '../../support/recorded-statements';
import { type SignedIn, signIn } from '../../support/worker';
import { makeWorld } from '../../support/world';

type OfPath = Recorded & { path: string };

/** Number of rows that D1 reads for each statement. */
async function rowsRead(statements: Iterable<Recorded>): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const { sql, values } of statements) {
    const { meta } = await env.DB.prepare(sql)
      .bind(...values)
      .all();
    counts.set(sql, meta.rows_read);
  }
  return counts;
}

const OTHERS_WELLS = 200;

it('no read of one company scans rows of another', { timeout: 120_000 }, async () => {
  const { world, callers, otherCompanyId } = await makeWorld();
  const reads = CALLS.filter(({ method, may }) => method === 'GET' && may !== 'system admin');
  const paths = reads.map(({ path, params, query = '' }) => {
    const names = params?.(world) ?? {};
    return path.replace(/:(\w+)/g, (_, name: string) => names[name]!) + query;
  });
  const tabs = ['wells', 'calculate', 'accretion', 'detail'].map((tab) => `/?tab=${tab}`);
  const pages = [...tabs, '/?tab=detail&view=overview', `/?tab=wells&well=${world.wellId}`];
  const statements = new Map<string, OfPath>();
  for (const path of [...paths, ...pages]) {
    const { client, settle } = recordingClient(callers.companyAdmin as SignedIn, async (one) => {
      statements.set(one.sql, { ...one, path });
    });
    await (await client.get(path)).text();
    await settle();
  }
  expect(statements.size).toBeGreaterThan(100);

  const before = await rowsRead(statements.values());
  const other = await signIn({ memberships: [{ companyId: otherCompanyId, role: 'admin' }] });
  const interest = { workingInterest: '50', workingInterestFrom: '2020-01-01' };
  const rows = Array.from({ length: OTHERS_WELLS }, (_, index) => ({
    ...WELL_ROW,
    ...LAYER_ROW,
    ...interest,
    wellCode: `OTHER-${index}`,
  }));
  expect((await upload(other, otherCompanyId, rows)).rejected).toEqual([]);
  await accreteThrough(other, '2026-09-30');
  const after = await rowsRead(statements.values());
  // The last step through an index may read one row of the next company.
  const grown = [...statements.values()].filter(
    ({ sql }) => after.get(sql)! - before.get(sql)! >= OTHERS_WELLS / 2,
  );
  expect(grown.map(({ path, sql }) => `${path}: ${sql}`)).toEqual([]);
});
