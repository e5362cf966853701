import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import type { PeriodsView } from '~/schemas/books/period';
import { WellInput } from '~/schemas/wells/well';
import { closePeriod, getPeriods, periodsReads } from '~/services/books/periods.server';
import { updateReads, updateWell } from '~/services/books/update-well.server';
import { readTogether } from '~/services/platform/reads.server';
import { accreteThrough, bodyOf, close, expectBooksToCheck } from '../../support/books';
import { addLayer, addWell, contextInterrupted, TERMS } from '../../support/layers';
import { expectRefusal } from '../../support/refusals';
import { db, signIn, signInToNewCompany } from '../../support/worker';

const CLOSED = {
  message: 'The books are closed through 2026-02-28. Use a date from 2026-03-01, or reopen the period.',
};

async function accretedCompany() {
  const { client, company } = await signInToNewCompany();
  const well = await addWell(client);
  await addLayer(client, well.id, { calculationDate: '2026-01-01' });
  await accreteThrough(client, '2026-01-31');
  await accreteThrough(client, '2026-02-28');
  return { client, company, well };
}

function periodsOf(client: { get: (path: string) => Promise<Response> }): Promise<PeriodsView> {
  return client.get('/api/periods').then((response) => bodyOf<PeriodsView>(response));
}

describe('closing the books', () => {
  it('lists the months and what is missing, and closes through a complete one', async () => {
    const { client } = await accretedCompany();
    const open = await periodsOf(client);
    expect(open.closedThrough).toBeNull();
    const months = new Map(open.periods.map((period) => [period.month, period]));
    expect(months.get('2026-02')).toMatchObject({ state: 'open', closable: true, missing: [] });
    expect(months.get('2026-03')).toMatchObject({
      closable: false,
      missing: ['Accretion through 2026-03-31 is not posted for 1 layer.'],
    });
    expect(open.periods.at(-1)?.month).toBe('2026-01');

    const closed = await close(client, '2026-02-28');
    expect(closed.closedThrough).toBe('2026-02-28');
    expect(closed.periods.filter(({ state }) => state === 'closed').map(({ month }) => month)).toEqual([
      '2026-02',
      '2026-01',
    ]);
    expect(closed.history).toMatchObject([{ action: 'closed', through: '2026-02-28' }]);
  });

  it('closes no month before its last day has ended in the first time zone', async () => {
    const { client, company } = await accretedCompany();
    const ctx = contextInterrupted(client, company.id, async () => {});
    const early = { ...ctx, now: new Date('2026-02-28T09:59:00Z') };
    const rows = await readTogether(db, periodsReads({ ...early, db }));
    expect(getPeriods(early, rows).periods[0]).toMatchObject({
      month: '2026-02',
      closable: false,
      missing: ['The month is not over yet.'],
    });
    const through = '2026-02-28';
    await expect(closePeriod(early, { through }, rows)).rejects.toThrow(
      'This month isn’t over yet. Close it after its last day.',
    );
    const onTime = { ...ctx, now: new Date('2026-02-28T10:00:00Z') };
    expect(await closePeriod(onTime, { through }, rows)).toMatchObject({ closedThrough: through });
  });

  it('reopens from the first of a month, including later months, and stores the reason', async () => {
    const { client } = await accretedCompany();
    await close(client, '2026-02-28');
    const reopened = await bodyOf<PeriodsView>(
      await client.post('/api/periods/reopen', { from: '2026-02-01', reason: 'Late invoice' }),
    );
    expect(reopened.closedThrough).toBe('2026-01-31');
    expect(reopened.history).toMatchObject([
      { action: 'reopened', through: '2026-01-31', reason: 'Late invoice' },
      { action: 'closed', through: '2026-02-28' },
    ]);
    const all = await bodyOf<PeriodsView>(
      await client.post('/api/periods/reopen', { from: '2026-01-01', reason: 'All of it' }),
    );
    expect(all.closedThrough).toBeNull();
  });

  it.each([
    ['the middle of a month', '2026-02-15', 400, 'Close the books through the last day of a month.'],
    ['the future', '2199-12-31', 400, 'This month isn’t over yet. Close it after its last day.'],
    [
      'a month before anything is posted',
      '2025-12-31',
      409,
      'Nothing is posted through this date. There is nothing to close.',
    ],
    [
      'a month whose accretion is not posted',
      '2026-03-31',
      409,
      'Accretion through 2026-03-31 is not posted for 1 layer.',
    ],
  ])('rejects %s', async (_, through, status, message) => {
    const { client } = await accretedCompany();
    await expectRefusal(() => client.post('/api/periods/close', { through }), status, { message });
  });

  it('rejects closing twice, and reopening what is open', async () => {
    const { client } = await accretedCompany();
    await expectRefusal(() => client.post('/api/periods/reopen', { from: '2026-02-01', reason: 'x' }), 409, {
      message: 'This month is open. There is nothing to reopen.',
    });
    await close(client, '2026-02-28');
    await expectRefusal(() => client.post('/api/periods/close', { through: '2026-02-28' }), 409, {
      message: 'The books are already closed through 2026-02-28.',
    });
    await expectRefusal(() => client.post('/api/periods/reopen', { from: '2026-02-02', reason: 'x' }), 400, {
      message: 'Reopen the books from the first day of a month.',
    });
    await expectRefusal(() => client.post('/api/periods/reopen', { from: '2026-02-01' }), 400, {
      errors: { reason: ['A reason is required'] },
    });
  });

  it('lets only one of two concurrent closes succeed', async () => {
    const { client } = await accretedCompany();
    const answers = await Promise.all(
      ['2026-02-28', '2026-02-28'].map((through) => client.post('/api/periods/close', { through })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await periodsOf(client)).history).toHaveLength(1);
  });

  it('and a concurrent unplugging detect each other, whichever comes second', async () => {
    const { client, company, well } = await accretedCompany();
    const change = { ...well, customFields: undefined, workingInterests: undefined };
    const plugged = { ...change, wellStatus: 'Plugged' as const, pluggedOn: '2026-02-10' };
    const unplugged = { ...change, wellStatus: 'Inactive' as const, pluggedOn: null };
    const put = async (body: unknown) => {
      await bodyOf(await client.put(`/api/wells/${well.id}`, body));
    };
    await put(plugged);

    const closing = contextInterrupted(client, company.id, () => put(unplugged));
    const periods = await readTogether(db, periodsReads({ ...closing, db }));
    await expect(closePeriod(closing, { through: '2026-02-28' }, periods)).rejects.toThrow(
      'Someone else changed these books just now. Nothing was closed or reopened. Try again.',
    );

    await put(plugged);
    const unplugging = contextInterrupted(client, company.id, async () => {
      await close(client, '2026-02-28');
    });
    const books = await readTogether(db, updateReads({ ...unplugging, db }, well.id));
    await expect(updateWell(unplugging, well.id, unplugged, null, books)).rejects.toThrow(CLOSED.message);
    expect(await bodyOf(await client.get(`/api/wells/${well.id}`))).toMatchObject({ wellStatus: 'Plugged' });
  });

  it('and a concurrent change of interests: no interest changes in a closed month', async () => {
    const { client, company, well } = await accretedCompany();
    const { version: _, ...change } = well;
    const workingInterests = [{ from: '2026-02-15', percent: '60' }];
    const changing = contextInterrupted(client, company.id, async () => {
      await close(client, '2026-02-28');
    });
    const books = await readTogether(db, updateReads({ ...changing, db }, well.id));
    const input = WellInput.parse({ ...change, workingInterests });
    await expect(updateWell(changing, well.id, input, null, books)).rejects.toThrow(CLOSED.message);
    const kept = await bodyOf(await client.get(`/api/wells/${well.id}`));
    expect(kept).toMatchObject({ workingInterests: [] });
  });

  it('is rejected while the books check fails', async () => {
    const { client, company } = await accretedCompany();
    await env.DB.prepare(
      'update layer set current_aro_cents = current_aro_cents + 1 where company = (select ledger_id from company where id = ?)',
    )
      .bind(company.id)
      .run();
    const { message } = await bodyOf<{ message: string }>(
      await client.post('/api/periods/close', { through: '2026-02-28' }),
      409,
    );
    expect(message).toMatch(
      /^The books check found a difference: Carrying amount of a layer against its movements/,
    );
  });

  it('is restricted to company admins; viewers see the months', async () => {
    const { company } = await accretedCompany();
    const viewer = await signIn({ memberships: [{ companyId: company.id, role: 'viewer' }] });
    expect((await periodsOf(viewer)).periods.length).toBeGreaterThan(0);
    await expectRefusal(() => viewer.post('/api/periods/close', { through: '2026-02-28' }), 403, {
      message: 'Company admin role required',
    });
  });
});

describe('a closed period', () => {
  it('accepts no calculation, accretion or plugging, and no deletion of a well with amounts in it', async () => {
    const { client, well } = await accretedCompany();
    const other = await addWell(client);
    await close(client, '2026-02-28');
    const layer = { ...TERMS, wellId: other.id, calculationDate: '2026-02-28' };
    await expectRefusal(() => client.post('/api/aro-layers/calculate', layer), 409, CLOSED);
    await expectRefusal(
      () =>
        client.post('/api/aro-layers/calculate-all', {
          ...TERMS,
          scope: 'all',
          calculationDate: '2026-01-31',
        }),
      409,
      CLOSED,
    );
    await expectRefusal(
      () => client.post('/api/accretion/calculate', { periodType: 'monthly', periodEnd: '2026-02-28' }),
      409,
      CLOSED,
    );
    await expectRefusal(
      () => client.put(`/api/wells/${well.id}`, { ...well, wellStatus: 'Plugged', pluggedOn: '2026-02-10' }),
      409,
      CLOSED,
    );
    await expectRefusal(() => client.delete(`/api/wells/${well.id}`), 409, {
      message: 'This well has amounts in closed periods. Settle, sell or reverse it instead.',
    });
    await expectBooksToCheck(client);
  });

  it('rejects even a statement that bypasses the services', async () => {
    const { client, company } = await accretedCompany();
    await close(client, '2026-02-28');
    const insert = (day: string) =>
      env.DB.prepare(
        `insert into posting (id, act, company, day, kind, source, user_id, created_at)
         select max(id) + 1, max(id) + 1, (select ledger_id from company where id = ?1), ?2, 'calculation', 'user', 'x', 'x' from posting`,
      )
        .bind(company.id, day)
        .run();
    await expect(insert('2026-02-28')).rejects.toThrow('the period is closed');
  });

  it('is open again after being reopened', async () => {
    const { client, well } = await accretedCompany();
    await close(client, '2026-02-28');
    await bodyOf(await client.post('/api/periods/reopen', { from: '2026-02-01', reason: 'Mistake' }));
    const response = await client.put(`/api/wells/${well.id}`, {
      ...well,
      wellStatus: 'Plugged',
      pluggedOn: '2026-02-10',
    });
    expect(response.status).toBe(200);
    await expectBooksToCheck(client);
  });
});
