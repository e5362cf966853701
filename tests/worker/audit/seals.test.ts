import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { openDatabase } from '#db/client';
import type { LatestSealView, SealCheckView } from '~/schemas/audit/seal';
import { createJobContext } from '~/server/job-context.server';
import { makeSeals } from '~/services/audit/seal.server';
import { trustedKeys } from '~/services/audit/seal-key.server';
import { auditDigests } from '~/services/audit/sealed-rows.server';
import { verifySeals } from '~/services/audit/verify-seals.server';
import { runScheduled } from '../../../workers/scheduled';
import { makeToken, tokenClient } from '../../support/api-tokens';
import { accreteThrough, bodyOf, close } from '../../support/books';
import { addLayer, addWell } from '../../support/layers';
import { recordingBindings } from '../../support/recorded-statements';
import { db, type SignedIn, signIn, signInToNewCompany } from '../../support/worker';

let client: SignedIn;
let companyId: string;
let wellId: string;

beforeEach(async () => {
  const begun = await signInToNewCompany();
  client = begun.client;
  companyId = begun.company.id;
  const well = await addWell(client);
  wellId = well.id;
  await addLayer(client, well.id, { calculationDate: '2026-01-01' });
  await accreteThrough(client, '2026-01-31');
});

const seal = (of: string | null = companyId) =>
  makeSeals(createJobContext(env, { id: 'test', now: new Date('2026-03-01T10:00:00.000Z') }), {
    companyId: of,
  });
const verify = async () => bodyOf<SealCheckView>(await client.post('/api/books/verify'));
/** Verifies the chain of rows that belong to no company. */
const verifyOthers = async () =>
  verifySeals({ db, companyId: null }, { trustedKeys: await trustedKeys(env), copies: null });
const run = (...statements: string[]) => env.DB.batch(statements.map((text) => env.DB.prepare(text)));
const ledgerId = () => `(select ledger_id from company where id = '${companyId}')`;

async function value<T = number>(query: string): Promise<T> {
  const row = await env.DB.prepare(query).first<Record<string, T>>();
  return Object.values(row!)[0]!;
}

/** Runs statements with a trigger dropped, as a database owner could. */
async function without(trigger: string, ...statements: string[]): Promise<void> {
  const text = await value<string>(
    `select sql from sqlite_master where type = 'trigger' and name = '${trigger}'`,
  );
  await run(`drop trigger ${trigger}`, ...statements, text);
}

describe('seals', () => {
  it('read an audit log with few statements, and with more when its rows are long', async () => {
    let statements = 0;
    const { DB } = recordingBindings(async () => {
      statements += 1;
    });
    const read = async () => {
      statements = 0;
      const through = await value(`select max(id) from audit_log where company_id = '${companyId}'`);
      const digests = await auditDigests(
        { db: openDatabase(DB.withSession()), companyId },
        { after: 0, through },
      );
      const ids = await value<string>(
        `select json_group_array(id order by id) from audit_log where company_id = '${companyId}'`,
      );
      expect(digests.map(({ id }) => id)).toEqual(JSON.parse(ids));
      return statements;
    };
    const addRows = (count: number, length: number) =>
      run(`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})
        insert into audit_log (user_id, company_id, action, entity_type, entity_id, new_values, created_at)
        select 'u', '${companyId}', 'well.created', 'well', i, '"' || hex(zeroblob(${length / 2})) || '"', 'x' from n`);
    await addRows(2_500, 20);
    expect(await read()).toBe(1);
    // Three rows of 1.5 MB exceed the four million characters of one statement, so the rest needs another.
    await addRows(4, 1_500_000);
    expect(await read()).toBe(2);
    await seal();
    expect(await verify()).toMatchObject({ ok: true, seals: 1, unsealed: { auditRows: 0, postings: 0 } });
  });

  it('cover new rows once, in a numbered chain', async () => {
    expect(await verify()).toMatchObject({ ok: true, seals: 0, verifiedThrough: null, difference: null });
    await seal();
    await seal();
    const first = await verify();
    expect(first).toMatchObject({ ok: true, seals: 1, unsealed: { auditRows: 0, postings: 0 } });
    expect(first.verifiedThrough).toMatchObject({ number: 1, createdAt: '2026-03-01T10:00:00.000Z' });

    await accreteThrough(client, '2026-02-28');
    expect(await verify()).toMatchObject({ seals: 1, unsealed: { auditRows: 1, postings: 1 } });
    await Promise.all([seal(), seal()]);
    expect(await verify()).toMatchObject({ ok: true, seals: 2, unsealed: { auditRows: 0, postings: 0 } });
    const { seal: latest } = await bodyOf<LatestSealView>(await client.get('/api/books/seal'));
    expect(latest).toEqual((await verify()).verifiedThrough);
    expect(await value(`select count(*) from seal where company = ${ledgerId()}`)).toBe(2);
  });

  it('are created by the hourly event for every company with new rows, and at a close', async () => {
    const sealsOf = (id: string) => value(`select count(*) from seal where company = ${id}`);
    const hour = { cron: '15 * * * *', scheduledTime: Date.now(), noRetry() {} };
    await runScheduled(hour as ScheduledController, env);
    await vi.waitFor(async () => expect(await sealsOf(ledgerId())).toBe(1), { timeout: 10_000 });
    await close(client, '2026-01-31');
    await vi.waitFor(async () => expect(await sealsOf(ledgerId())).toBe(2), { timeout: 10_000 });
    expect(await verify()).toMatchObject({ ok: true, seals: 2 });
  });

  it('retry a failed copy the next night, even with nothing new to seal', async () => {
    await seal();
    const copy = `${companyId}/00000001.json`;
    await env.SEALS.delete(copy);
    const night = { cron: '30 3 * * *', scheduledTime: Date.now(), noRetry() {} };
    await runScheduled(night as ScheduledController, env);
    await vi.waitFor(async () => expect(await env.SEALS.head(copy)).not.toBeNull(), { timeout: 10_000 });
    expect(await verify()).toMatchObject({ ok: true, seals: 1 });
  });

  it('cover rows that belong to no company in a separate chain', async () => {
    const admin = await signIn({ isAdmin: true });
    await bodyOf(await admin.put(`/api/admin/users/${client.userId}/admin`, { isAdmin: true }));
    await seal(null);
    const rows = await value('select count(*) from audit_log where company_id is null');
    expect(rows).toBeGreaterThan(0);
    expect(await value(`select sum(audit_rows) from seal where company = 0`)).toBe(rows);
    expect(await verifyOthers()).toMatchObject({ ok: true, seals: 1 });
  });

  it('still verify after a well is deleted and after a user is anonymized', async () => {
    const colleague = await signIn({ memberships: [{ companyId, role: 'admin' }] });
    const preference = { preferenceKey: 'theme', preferenceValue: 'dark' };
    await bodyOf(await client.post('/api/user/preferences', preference), 201);
    await addWell(client);
    await seal();
    await seal(null);
    expect((await client.delete(`/api/wells/${wellId}`)).status).toBe(204);
    await bodyOf(await client.post('/api/user/anonymize'));
    expect(
      await value(
        `select count(*) from audit_log where user_id = '${client.userId}' and ip_address is not null`,
      ),
    ).toBe(0);
    const check = await bodyOf<SealCheckView>(await colleague.post('/api/books/verify'));
    expect(check).toMatchObject({ ok: true, seals: 1 });
    expect(await verifyOthers()).toMatchObject({ ok: true });
  });
});

describe('verification names a row that differs from its seal', () => {
  const named = async (message: string | RegExp, sealed = 1) => {
    const { ok, difference } = await verify();
    expect(ok).toBe(false);
    expect(difference?.seal).toBe(sealed);
    expect(difference?.message).toMatch(message);
  };
  const lastAudit = () => value(`select max(id) from audit_log where company_id = '${companyId}'`);
  const lastPosting = () => value(`select max(id) from posting where company = ${ledgerId()}`);

  const numberOf = (id: unknown) => value(`select number from posting where id = ${id}`);

  beforeEach(() => seal());

  it('when an audit entry is changed', async () => {
    const id = await lastAudit();
    await without('audit_log_no_update', `update audit_log set new_values = '{}' where id = ${id}`);
    await named(`Audit entry ${id} was changed after it was sealed.`);
  });

  it('when the token of an audit entry is removed', async () => {
    const { token } = await makeToken(client, companyId, { scope: 'write' });
    await addWell(tokenClient(token) as SignedIn);
    await seal();
    expect(await verify()).toMatchObject({ ok: true, seals: 2 });
    const id = await lastAudit();
    await without(
      'audit_log_no_update',
      'drop trigger audit_log_token',
      `update audit_log set token_id = null where id = ${id}`,
    );
    await named(`Audit entry ${id} was changed after it was sealed.`, 2);
  });

  it('when an audit entry is removed', async () => {
    await without('audit_log_no_delete', `delete from audit_log where id = ${await lastAudit()}`);
    await named(/^An audit entry after entry \d+ is missing\.$/);
  });

  it('when an audit entry is moved to another company', async () => {
    const id = await lastAudit();
    await without('audit_log_no_update', `update audit_log set company_id = 'other' where id = ${id}`);
    await named(/^An audit entry after entry \d+ is missing\.$/);
  });

  it('when a posting or one of its movements is changed or removed', async () => {
    const id = await lastPosting();
    await without('posting_update', `update posting set memo = 'other' where id = ${id}`);
    await named(`Posting ${await numberOf(id)}, or one of its movements, was changed after it was sealed.`);
    await without('posting_update', `update posting set memo = null where id = ${id}`);
    expect(await verify()).toMatchObject({ ok: true });
    await without('movement_update', `update movement set liability = liability + 1 where posting = ${id}`);
    await named(`Posting ${await numberOf(id)}, or one of its movements, was changed after it was sealed.`);
    await without('movement_update', `update movement set liability = liability - 1 where posting = ${id}`);
    await without('posting_delete', `delete from posting where id = ${id}`);
    await named(/^A posting after posting \d+ is missing\.$/);
  });

  it('when a row is inserted below every assigned id', async () => {
    await accreteThrough(client, '2026-02-28');
    await seal();
    await run(
      `insert into audit_log (id, user_id, company_id, action, entity_type, entity_id, created_at)
       values (-7, 'x', '${companyId}', 'x', 'x', 'x', '2026-01-01T00:00:00.000Z')`,
    );
    await named('Audit entry -7 was added after the seal was created.');
    await without('audit_log_no_delete', 'delete from audit_log where id = -7');

    const posting = await lastPosting();
    const columns = 'act, company, day, kind, well, source, user_id, created_at';
    await run(
      `insert into posting (id, ${columns}) select -7, ${columns} from posting where id = ${posting}`,
      `insert into movement select -7, layer, kind, liability, arc_cost, arc_accumulated, cash, base, time_numerator, time_denominator, since
       from movement where posting = ${posting}`,
    );
    await named(`Posting ${await numberOf(-7)} was added after the seal was created.`);
    await without('posting_delete', 'delete from posting where id = -7');
  });

  it('in the seal that covers the row, with everything before it still verified', async () => {
    await accreteThrough(client, '2026-02-28');
    await seal();
    const id = await lastPosting();
    await without('posting_update', `update posting set memo = 'other' where id = ${id}`);
    await named(
      `Posting ${await numberOf(id)}, or one of its movements, was changed after it was sealed.`,
      2,
    );
    expect(await verify()).toMatchObject({ seals: 1, verifiedThrough: { number: 1 } });
  });

  it('when a seal itself is changed, deleted or forged', async () => {
    await accreteThrough(client, '2026-02-28');
    await seal();
    const of = (number: number) => `company = ${ledgerId()} and number = ${number}`;
    await without('seal_update', `update seal set created_at = '2026-01-01T00:00:00.000Z' where ${of(2)}`);
    await named('Seal 2 was changed.', 2);
    await without('seal_update', `update seal set created_at = '2026-03-01T10:00:00.000Z' where ${of(2)}`);
    const signature = await value<string>(`select signature from seal where ${of(2)}`);
    await without(
      'seal_update',
      `update seal set signature = '${signature.split('').reverse().join('')}' where ${of(2)}`,
    );
    await named('The signature of seal 2 is not valid.', 2);
    await without('seal_update', `update seal set signature = '${signature}' where ${of(2)}`);
    await without('seal_update', `update seal set public_key = 'AAAA' where ${of(2)}`);
    await named('Seal 2 is signed with an untrusted key.', 2);
    await without('seal_delete', `delete from seal where ${of(2)}`);
    await named('Seal 2 is missing, but there is a copy of seal 2.', 2);
    await without('seal_update', `update seal set number = 2 where ${of(1)}`);
    await named('Seal 1 is missing.', 1);
  });

  it('but ignores tampering in another company', async () => {
    const other = await signInToNewCompany();
    await addWell(other.client);
    await seal(other.company.id);
    const id = await value(`select max(id) from audit_log where company_id = '${other.company.id}'`);
    await without('audit_log_no_update', `update audit_log set new_values = '{}' where id = ${id}`);
    expect(await verify()).toMatchObject({ ok: true });
  });
});

describe('append-only tables', () => {
  it.each([
    [
      'an audit row is not replaced',
      () => `insert or replace into audit_log select * from audit_log where company_id = '${companyId}'`,
      'audit_log is append-only',
    ],
    [
      'no audit row is slipped in before the last',
      () =>
        `insert into audit_log (id, user_id, action, entity_type, entity_id, created_at)
         values ((select max(id) from audit_log), 'x', 'x', 'x', 'x', '2026-01-01T00:00:00.000Z')`,
      'audit_log is append-only',
    ],
    [
      'a seal is not replaced',
      () => 'insert or replace into seal select * from seal',
      'a seal is never replaced',
    ],
    ['a seal is not changed', () => "update seal set hash = ''", 'a seal is never changed'],
    ['a seal is not deleted', () => 'delete from seal', 'a seal is never deleted'],
  ])('%s', async (_, statement, message) => {
    await seal();
    await expect(run(statement())).rejects.toThrow(message);
    expect(await verify()).toMatchObject({ ok: true, seals: 1 });
  });
});
