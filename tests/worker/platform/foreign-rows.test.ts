import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import { CALLS } from '../../support/authorization';
import { accreteThrough } from '../../support/books';
import { sendTo } from '../../support/deployed-worker';
import { LAYER_ROW, upload, WELL_ROW } from '../../support/mass-upload';
import { ORIGIN, type SignedIn, signIn } from '../../support/worker';
import { makeWorld } from '../../support/world';

type Recorded = { query: string; values: unknown[]; path: string };

/** D1 that notes which statements are made of it. */
function recordingD1<T extends Pick<D1DatabaseSession, 'prepare'>>(
  d1: T,
  note: (one: Omit<Recorded, 'path'>) => void,
): T {
  return new Proxy(d1, {
    get(target, name) {
      const value = target[name as keyof T];
      if (name === 'withSession') {
        return (...given: []) => recordingD1((value as () => D1DatabaseSession).apply(target, given), note);
      }
      if (name !== 'prepare') return typeof value === 'function' ? value.bind(target) : value;
      return (query: string) => {
        const statement = target.prepare(query);
        if (!query.includes('?')) note({ query, values: [] });
        const bind = statement.bind.bind(statement);
        statement.bind = (...values) => {
          note({ query, values });
          return bind(...values);
        };
        return statement;
      };
    },
  });
}

/** How many rows D1 goes through for each statement. */
async function rowsRead(statements: Iterable<Recorded>): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const { query, values } of statements) {
    const { meta } = await env.DB.prepare(query)
      .bind(...values)
      .all();
    counts.set(query, meta.rows_read);
  }
  return counts;
}

const OTHERS_WELLS = 200;

it('no read of a company goes through the rows of another', { timeout: 120_000 }, async () => {
  const { world, callers, otherCompanyId } = await makeWorld();
  const reads = CALLS.filter(({ method, may }) => method === 'GET' && may !== 'system admin');
  const paths = reads.map(({ path, params, query = '' }) => {
    const names = params?.(world) ?? {};
    return path.replace(/:(\w+)/g, (_, name: string) => names[name]!) + query;
  });
  const tabs = ['wells', 'calculate', 'accretion', 'detail'].map((tab) => `/?tab=${tab}`);
  const pages = [...tabs, '/?tab=detail&view=overview', `/?tab=wells&well=${world.wellId}`];
  const statements = new Map<string, Recorded>();
  const { cookie } = callers.companyAdmin as SignedIn;
  for (const path of [...paths, ...pages]) {
    const DB = recordingD1(env.DB, (one) => statements.set(one.query, { ...one, path }));
    const answer = await sendTo({ DB }, ORIGIN + path, { headers: { Cookie: cookie } });
    await answer.text();
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
  // The last step through an index may see one row of the next company.
  const grown = [...statements.values()].filter(
    ({ query }) => after.get(query)! - before.get(query)! >= OTHERS_WELLS / 2,
  );
  expect(grown.map(({ path, query }) => `${path}: ${query}`)).toEqual([]);
});
