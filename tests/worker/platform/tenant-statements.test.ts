import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import { processMassUpload } from '~/services/imports/process-mass-upload.server';
import { CALLS } from '../../support/authorization';
import { emptyStorage } from '../../support/empty-storage';
import { csvOf, LAYER_ROW, messageContext, queueUpload, stateOf, WELL_ROW } from '../../support/mass-upload';
import { deliver } from '../../support/month-ends';
import { type Recorded, recordingBindings, recordingClient } from '../../support/recorded-statements';
import { TABLES } from '../../support/tables';
import { signInToNewCompany } from '../../support/worker';
import { keptSmallWorlds, sendCall } from '../../support/world';

const OF_A_COMPANY = ['member', 'member in person', 'writer', 'company admin'];

const worldOf = keptSmallWorlds();

/** Of each thing that a call may need there is one, for a read that does not say whose it wants. */
beforeAll(async () => {
  await emptyStorage();
  for (const [call] of Object.values(Object.groupBy(CALLS, ({ needs }) => needs ?? ''))) {
    await worldOf(call!, false);
  }
});

/**
 * Each statement, asked for a company and a person that do not exist while everything else in it stays, such as the ids of
 * wells. A read that finds something then, or a write that changes something, does not say in its own condition whose it is.
 */
function forNobody(ids: readonly string[]) {
  const nobody = new Map(ids.map((id) => [id, crypto.randomUUID()]));
  const problems: string[] = [];
  const shown: string[] = [];
  const show = async ({ sql, values }: Recorded) => {
    shown.push(sql);
    const asked = values.map((value) => nobody.get(value as string) ?? value);
    const statement = env.DB.prepare(sql).bind(...asked);
    const problem = /^\s*(select|with)\b/i.test(sql) ? await found(statement) : await changed(statement);
    if (problem !== null && !ANYONES.includes(sql)) problems.push(`${problem} by ${sql}`);
  };
  return { show, problems, shown };
}

/** Which number was given last, asked by the transaction that has given it. */
const ANYONES = ['select max(id) as id from layer'];

const NOTHING = [null, 0, '', '0', '[]'];

async function found(statement: D1PreparedStatement): Promise<string | null> {
  const { results } = await statement.all<Record<string, unknown>>();
  const row = results.find((one) => Object.values(one).some((value) => !NOTHING.includes(value as null)));
  return row ? `${JSON.stringify(row)} was found` : null;
}

/** Carries a write out, counts the rows that are not as they were, and takes everything back. */
async function changed(statement: D1PreparedStatement): Promise<string | null> {
  const lost = TABLES.map(
    (table) => `(select count(*) from (select * from "was_${table}" except select * from "${table}"))`,
  );
  const rehearsal = env.DB.batch([
    ...TABLES.map((table) => env.DB.prepare(`create table "was_${table}" as select * from "${table}"`)),
    statement,
    env.DB.prepare(`insert into expect select 0, 'rows lost: ' || (${lost.join(' + ')}) || '.'`),
  ]);
  // Whatever else refuses the write has kept it from changing anything.
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

describe('each statement says itself whose it is', () => {
  it.each(
    CALLS.filter(({ may }) => OF_A_COMPANY.includes(may)).map(
      (call) => [`${call.method} ${call.path}`, call] as const,
    ),
  )('of %s', async (_, call) => {
    const { world, admin } = await worldOf(call);
    const { show, problems, shown } = forNobody([world.companyId, admin.userId]);
    const { client, settle } = recordingClient(admin, show);
    const response = await sendCall(client, call, world);
    expect(response.status, await response.text()).toBe(call.success);
    await settle();
    // Who calls, and where they are a member, is three statements.
    expect(shown.length).toBeGreaterThan(2);
    expect(problems).toEqual([]);
  });

  it.each(PAGES)('of the page %s', async (path) => {
    const { world, admin } = await worldOf(CALLS.find((call) => call.path === '/api/wells/:wellId')!);
    const { show, problems, shown } = forNobody([world.companyId, admin.userId]);
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
    const { show, problems, shown } = forNobody([company.id, client.userId]);
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

  it('or it is noticed', async () => {
    const { world, admin } = await worldOf(CALLS.find(({ path }) => path === '/api/wells/:wellId')!);
    const { show, problems } = forNobody([world.companyId, admin.userId]);
    await show({ sql: 'select id from well where id = ?', values: [world.wellId] });
    await show({ sql: 'update well set field = ? where id = ?', values: ['Elsewhere', world.wellId] });
    expect(problems).toEqual([
      expect.stringContaining('was found by select'),
      expect.stringContaining('rows lost: 1. by update'),
    ]);
    const own = 'where id = ? and company_id = ?';
    await show({ sql: `select id from well ${own}`, values: [world.wellId, world.companyId] });
    await show({
      sql: `update well set field = ? ${own}`,
      values: ['Elsewhere', world.wellId, world.companyId],
    });
    expect(problems.length).toBe(2);
  });
});
