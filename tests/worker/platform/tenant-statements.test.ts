import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import { processMassUpload } from '~/services/imports/process-mass-upload.server';
import { CALLS } from '../../support/authorization';
import type { World } from '../../support/calls/call';
import { emptyStorage } from '../../support/empty-storage';
import { csvOf, LAYER_ROW, messageContext, queueUpload, stateOf, WELL_ROW } from '../../support/mass-upload';
import { deliver } from '../../support/month-ends';
import { type Recorded, recordingBindings, recordingClient } from '../../support/recorded-statements';
import { TABLES } from '../../support/tables';
import { makeCompany, signIn, signInToNewCompany } from '../../support/worker';
import { sendCall, sharedSmallWorlds } from '../../support/world';

const OF_A_COMPANY = ['member', 'member in person', 'writer', 'company admin'];

const worldOf = sharedSmallWorlds();

/** Creates one of each object that a call may need, which an unscoped read would find. */
beforeAll(async () => {
  await emptyStorage();
  for (const [call] of Object.values(Object.groupBy(CALLS, ({ needs }) => needs ?? ''))) {
    await worldOf(call!, false);
  }
}, 60_000);

/**
 * Re-runs each statement for another, empty company as a member of both, with all other values unchanged, such as
 * well ids. If a read then finds something, or a write changes something, the statement's own condition doesn't scope
 * it to the company: it trusts an id or the user's membership.
 */
async function forAnother(
  { companyId, emptyCompanyId }: Pick<World, 'companyId' | 'emptyCompanyId'>,
  userId: string,
) {
  const memberships = [companyId, emptyCompanyId].map((id) => ({ companyId: id, role: 'admin' as const }));
  const { userId: inBoth } = await signIn({ memberships });
  const select = env.DB.prepare('update user set selected_company_id = ? where id = ?');
  await select.bind(emptyCompanyId, inBoth).run();
  const another = new Map([
    [companyId, emptyCompanyId],
    [userId, inBoth],
  ]);
  const known = await ownValues(emptyCompanyId);
  const problems: string[] = [];
  const shown: string[] = [];
  const show = async ({ sql, values }: Recorded) => {
    shown.push(sql);
    if (BOUND_LIMIT.test(sql)) problems.push(`a limit is bound by ${sql}`);
    const asked = values.map((value) => another.get(value as string) ?? value);
    const statement = env.DB.prepare(sql).bind(...asked);
    const isRead = /^\s*(select|with)\b/i.test(sql);
    const problem = isRead ? await found(statement, known) : await changed(statement, emptyCompanyId);
    if (problem !== null && !ANYONES.includes(sql)) problems.push(`${problem} by ${sql}`);
  };
  return { show, problems, shown };
}

/** SQLite would replan such a statement each time. */
const BOUND_LIMIT = /\b(limit|offset) \?/i;

/** Reads the number last assigned, within the transaction that assigned it. */
const ANYONES = ['select max(id) as id from layer'];

/** Values that a company without wells and postings returns about itself; its fiscal year is the calendar year. */
const NOTHING = [null, 0, '', '0', '0/0/0', `${new Date().getUTCFullYear()}-01-01`];

/** All values of the company's own row and its members; of other companies, the values that a member of both knows. */
async function ownValues(companyId: string): Promise<Set<unknown>> {
  const own = [
    'select * from company where id = ?',
    'select * from user_company m join user u on u.id = m.user_id where m.company_id = ?',
    'select c.id, c.name, c.code from company c where ? is not null',
  ];
  const answers = await env.DB.batch(own.map((sql) => env.DB.prepare(sql).bind(companyId)));
  return new Set([...NOTHING, ...answers.flatMap(({ results }) => valuesIn(results))]);
}

/** The scalar values of a result, including those within its JSON. */
function valuesIn(value: unknown): unknown[] {
  if (typeof value === 'string' && /^[[{]/.test(value)) return valuesIn(JSON.parse(value));
  if (typeof value !== 'object' || value === null) return [value];
  return Object.values(value).flatMap(valuesIn);
}

async function found(statement: D1PreparedStatement, known: Set<unknown>): Promise<string | null> {
  const { results } = await statement.all<Record<string, unknown>>();
  const row = results.find((one) => valuesIn(one).some((value) => !known.has(value)));
  return row ? `${JSON.stringify(row)} was found` : null;
}

/** Runs a write, counts changed rows outside of the company's own, and rolls everything back. */
async function changed(statement: D1PreparedStatement, companyId: string): Promise<string | null> {
  const lost = TABLES.map((table) => {
    const others = table === 'company' ? `where id <> '${companyId}'` : '';
    return `(select count(*) from (select * from "was_${table}" ${others} except select * from "${table}"))`;
  });
  const rehearsal = env.DB.batch([
    ...TABLES.map((table) => env.DB.prepare(`create table "was_${table}" as select * from "${table}"`)),
    statement,
    env.DB.prepare(`insert into expect select 0, 'rows lost: ' || (${lost.join(' + ')}) || '.'`),
  ]);
  // If anything else rejects the write, it changed nothing.
  const message = await rehearsal.then(() => 'nothing gave it up', String);
  return /nothing gave it up|rows lost: [1-9]\d*\./.exec(message)?.[0] ?? null;
}

const PAGES = [
  '/',
  '/?view=fields',
  '/?well=:wellId',
  '/?tab=calculate',
  '/?tab=accretion',
  '/?tab=detail',
  '/?tab=company',
  '/?tab=company&view=audit',
  '/?tab=company&view=members',
  '/?tab=company&view=tokens',
];

describe('each statement itself names its company and its row limit', () => {
  it.each(
    CALLS.filter(({ may }) => OF_A_COMPANY.includes(may)).map(
      (call) => [`${call.method} ${call.path}`, call] as const,
    ),
  )('of %s', async (_, call) => {
    const { world, admin } = await worldOf(call);
    const { show, problems, shown } = await forAnother(world, admin.userId);
    const { client, settle } = recordingClient(admin, show);
    const response = await sendCall(client, call, world);
    expect(response.status, await response.text()).toBe(call.success);
    await settle();
    // Identifying the caller and their memberships takes three statements.
    expect(shown.length).toBeGreaterThan(2);
    expect(problems).toEqual([]);
  });

  it.each(PAGES)('of the page %s', async (path) => {
    const { world, admin } = await worldOf(CALLS.find((call) => call.path === '/api/wells/:wellId')!);
    const { show, problems, shown } = await forAnother(world, admin.userId);
    const { client, settle } = recordingClient(admin, show);
    const page = await client.get(path.replace(':wellId', world.wellId));
    expect(page.status).toBe(200);
    await page.text();
    await settle();
    expect(shown.length).toBeGreaterThan(2);
    expect(problems).toEqual([]);
  });

  it('of an upload and of a month-end in the queue', async () => {
    const { client, company } = await signInToNewCompany();
    const { id: emptyCompanyId } = await makeCompany();
    const { show, problems, shown } = await forAnother(
      { companyId: company.id, emptyCompanyId },
      client.userId,
    );
    const bindings = recordingBindings(show);
    const rows = ['A-1', 'A-2', ''].map((wellCode) => ({ ...WELL_ROW, ...LAYER_ROW, wellCode }));
    const job = await queueUpload(client, company.id, csvOf(rows));
    await processMassUpload(messageContext(bindings), job);
    expect(await stateOf(job)).toMatchObject({ status: 'done', successful_rows: 2, failed_rows: 1 });
    expect(await deliver({ companyId: company.id, periodEnd: '2026-01-31' }, { bindings })).toBe(
      'acknowledged',
    );
    expect(shown.some((sql) => sql.includes('month_end_run'))).toBe(true);
    expect(problems).toEqual([]);
  });

  it('or the omission is detected', async () => {
    const { world, admin } = await worldOf(CALLS.find(({ path }) => path === '/api/wells/:wellId')!);
    const { show, problems } = await forAnother(world, admin.userId);
    const { companyId, wellId } = world;
    const slips = [
      { sql: 'select well_code from well where id = ?', values: [wellId] },
      // Any existing company, whoever owns the well.
      {
        sql: 'select well_code from well where id = ? and exists (select 1 from company where id = ?)',
        values: [wellId, companyId],
      },
      // Any company that the user is a member of.
      {
        sql: `select well_code from well where id = ?
          and company_id in (select company_id from user_company where user_id = ?)`,
        values: [wellId, admin.userId],
      },
      // A company's own row with data of everyone.
      {
        sql: 'select name, (select max(well_code) from well) as newest from company where id = ?',
        values: [companyId],
      },
      { sql: 'select well_code from well where company_id = ? limit ?', values: [companyId, 1] },
      { sql: 'update well set field = ? where id = ?', values: ['Elsewhere', wellId] },
      { sql: 'update company set name = ? where id <> ?', values: ['Elsewhere', companyId] },
    ];
    for (const slip of slips) await show(slip);
    expect(problems).toEqual([
      expect.stringContaining('was found by select'),
      expect.stringContaining('was found by select'),
      expect.stringContaining('was found by select'),
      expect.stringContaining('was found by select'),
      expect.stringContaining('a limit is bound by select'),
      expect.stringContaining('rows lost: 1. by update well'),
      expect.stringMatching(/rows lost: \d+\. by update company/),
    ]);
    const own = 'where id = ? and company_id = ?';
    await show({ sql: `select well_code from well ${own}`, values: [wellId, companyId] });
    await show({ sql: `update well set field = ? ${own}`, values: ['Elsewhere', wellId, companyId] });
    await show({ sql: 'update company set name = ? where id = ?', values: ['Elsewhere', companyId] });
    expect(problems.length).toBe(slips.length);
  });
});
