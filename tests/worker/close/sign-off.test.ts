import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { formatCents, parseCents } from '~/domain/money/money';
import type { CloseView } from '~/schemas/close/close';
import type { DisclosureView } from '~/schemas/reports/report-views';
import type { WellView } from '~/schemas/wells/well-views';
import { closeMonth, closeMonthReads } from '~/services/close/close-month.server';
import { closeReads } from '~/services/close/close-reads.server';
import { approveClose, prepareClose } from '~/services/close/sign-off.server';
import { readTogether } from '~/services/platform/reads.server';
import { bodyOf, close, postingsOf, reversePosting } from '../../support/books';
import { approve, closeOf, companyToClose, JANUARY, prepare, tieOutAll } from '../../support/close';
import { addLayer, addWell, contextInterrupted } from '../../support/layers';
import { expectRefusal } from '../../support/refusals';
import { auditOf } from '../../support/tables';
import { db, type SignedIn, signInToNewCompany } from '../../support/worker';

const SECOND_PERSON = { approval: 'second-person' };
const CLOSE = { through: '2026-01-31' };

/** Replaces a well's working interests. */
async function setInterests(
  client: SignedIn,
  { id, wellCode, wellName, wellStatus, field, activeDate }: WellView,
  workingInterests: { from: string; percent: string }[],
): Promise<void> {
  const fields = { wellCode, wellName, wellStatus, field, activeDate, workingInterests };
  await bodyOf(await client.put(`/api/wells/${id}`, fields));
}

/** Debits of the journal, in currency units. */
async function journalDebits(client: SignedIn, beginDate: string, endDate: string): Promise<string> {
  const rows = await bodyOf<{ netValue: string }[]>(
    await client.get(`/api/reports/journal-entries?beginDate=${beginDate}&endDate=${endDate}`),
  );
  const debits = rows.map(({ netValue }) => parseCents(netValue)).filter((cents) => cents > 0n);
  return formatCents(debits.reduce((sum, cents) => sum + cents, 0n));
}

async function newestSignOff(): Promise<{ figures: { what: string; value: string }[] }> {
  const row = await env.DB.prepare(
    'select figures from close_sign_off where figures is not null order by id desc limit 1',
  ).first<{ figures: string }>();
  return { figures: JSON.parse(row!.figures) };
}

describe('a month-end close', () => {
  it('shows the checklist, figures compared with the prior month, and the largest changes', async () => {
    const { preparer, viewer, well } = await companyToClose();
    await addLayer(preparer, (await addWell(preparer)).id, { calculationDate: '2026-02-10' });
    const february = await closeOf(viewer, '/api/closes/2026-02');
    expect(february).toMatchObject({ month: '2026-02', state: 'open', approval: 'none', signOffs: [] });
    const [accretion] = february.checklist;
    expect(accretion).toMatchObject({ item: 'accretion', state: 'todo' });
    expect(accretion!.texts[0]).toMatch(/^Accretion through 2026-02-28 is not posted for 1 layer/);
    const liability = february.figures.find(({ name }) => name === 'ARO liability')!;
    const january = (await closeOf(viewer)).figures.find(({ name }) => name === 'ARO liability')!;
    expect(liability.before).toBe(january.ending);
    expect(liability.changeBefore).toBe(january.change);
    expect(Number(liability.change)).toBeCloseTo(Number(liability.ending) - Number(liability.before), 2);
    expect(february.movers).toHaveLength(1);
    expect(february.movers[0]!.wellCode).not.toBe(well.wellCode);
    await expectRefusal(() => viewer.get('/api/closes/2025-12'), 404, {
      message: 'Month not found in these books',
    });
    await expectRefusal(() => viewer.get('/api/closes/2026-13'), 404, { message: 'Month not found' });
  });

  it('withdraws a sign-off when an interest changes the gross values of the journal', async () => {
    const { preparer, company, well } = await companyToClose();
    const own = (from: string, percent: string) => setInterests(preparer, well, [{ from, percent }]);
    expect((await prepare(preparer)).signOff.withdrawn).toBeNull();
    // A first interest changes nothing if it starts later or covers the whole well.
    await own('2026-03-01', '40');
    expect((await closeOf(preparer)).signOff.withdrawn).toBeNull();
    await own('2020-01-01', '100');
    expect((await closeOf(preparer)).signOff.withdrawn).toBeNull();
    await own('2020-01-01', '50');
    const { signOff } = await prepare(preparer);
    expect(signOff.withdrawn).toBeNull();
    // An unchanged percentage with an earlier start date changes nothing in the month.
    await own('2019-01-01', '50');
    expect((await closeOf(preparer)).signOff.withdrawn).toBeNull();

    await own('2019-01-01', '60');
    const { withdrawn } = (await closeOf(preparer)).signOff;
    expect(withdrawn).toMatchObject({ hasNewPostings: false });
    const value = await journalDebits(preparer, '2026-01-01', '2026-01-31');
    expect(withdrawn!.changes).toEqual([
      { what: 'Debits at a working interest of 50.00%', was: value, is: null },
      { what: 'Debits at a working interest of 60.00%', was: null, is: value },
    ]);
    // A sign-off written at that moment would cover figures that its user didn’t see.
    const ctx = contextInterrupted(preparer, company.id, async () => {
      await own('2019-01-01', '70');
    });
    const read = await readTogether(db, closeReads({ ...ctx, db }, '2026-01'));
    await expect(prepareClose(ctx, '2026-01', { note: null }, read)).rejects.toThrow(
      'Someone else just changed this month. Nothing was signed. Review it again.',
    );
  });

  it('covers earlier open months: an interest that changes their gross values withdraws it', async () => {
    const { preparer, well } = await companyToClose();
    const february = '/api/closes/2026-02';
    const own = (january: string) =>
      setInterests(preparer, well, [
        { from: '2020-01-01', percent: january },
        { from: '2026-02-01', percent: '100' },
      ]);
    await own('50');
    expect((await prepare(preparer, february)).signOff.withdrawn).toBeNull();
    await own('40');
    const { withdrawn } = (await closeOf(preparer, february)).signOff;
    const value = await journalDebits(preparer, '2026-01-01', '2026-01-31');
    expect(withdrawn!.changes).toEqual([
      { what: 'Debits at a working interest of 50.00%', was: value, is: null },
      { what: 'Debits at a working interest of 40.00%', was: null, is: value },
    ]);
    // Closing January separates the months.
    await close(preparer, '2026-01-31');
    expect((await prepare(preparer, february)).signOff.withdrawn).toBeNull();
    const { figures } = await newestSignOff();
    expect(figures.filter(({ what }) => what.startsWith('Debits'))).toEqual([]);
  });

  it('states a sale’s debits as the journal does, at the interest before it', async () => {
    const { preparer, well } = await companyToClose();
    await setInterests(preparer, well, [{ from: '2020-01-01', percent: '50' }]);
    await close(preparer, '2026-01-31');
    // Until depreciation is kept in these books, a sale credits the asset to accumulated depreciation.
    const sale = { date: '2026-02-28', proceeds: '1000', interestSold: '25' };
    await bodyOf(await preparer.post(`/api/wells/${well.id}/sales`, sale), 201);
    const statedDebits = async () => {
      await prepare(preparer, '/api/closes/2026-02');
      return (await newestSignOff()).figures.filter(({ what }) => what.startsWith('Debits'));
    };
    const what = 'Debits at a working interest of 50.00%';
    const value = () => journalDebits(preparer, '2026-02-01', '2026-02-28');
    expect(await statedDebits()).toEqual([{ what, value: await value() }]);
    // A reversal has the interest of what it reverses.
    const [posting] = await postingsOf(preparer, 'kind=sale');
    await bodyOf(await reversePosting(preparer, posting!.id), 201);
    expect(await statedDebits()).toEqual([{ what, value: await value() }]);
  });

  it('requires two people if the company says so', async () => {
    const { preparer, approver, company } = await companyToClose(SECOND_PERSON);
    await expectRefusal(() => preparer.post('/api/periods/close', CLOSE), 409, {
      message:
        'The month ended 2026-01-31 hasn’t been prepared yet. Your company requires a second person’s approval to close.',
    });
    await expectRefusal(() => approver.post(`${JANUARY}/approve`, { preparation: '1' }), 409, {
      message: 'This month hasn’t been prepared yet. It can be approved after it is prepared.',
    });
    const prepared = await prepare(preparer);
    expect(prepared.signOff).toMatchObject({ prepared: { userId: preparer.userId }, approved: null });
    const preparation = prepared.signOff.prepared!.id;
    await expectRefusal(() => preparer.post(`${JANUARY}/approve`, { preparation }), 409, {
      message: 'You prepared this month, so someone else must approve it.',
    });
    await expectRefusal(() => preparer.post('/api/periods/close', CLOSE), 409, {
      message:
        'The month ended 2026-01-31 is prepared but not approved. Someone other than the preparer must approve it.',
    });
    const approved = await approve(approver, prepared);
    expect(approved).toMatchObject({ blockers: [], signOff: { approved: { userId: approver.userId } } });
    await expectRefusal(() => approver.post(`${JANUARY}/approve`, { preparation }), 409, {
      message: 'This month is already approved.',
    });
    await close(preparer, '2026-01-31');
    expect(await closeOf(approver)).toMatchObject({
      state: 'closed',
      signOff: {
        prepared: { userId: preparer.userId, note: 'Accruals checked' },
        approved: { userId: approver.userId, note: 'Agrees to the ledger' },
      },
    });
    await expectRefusal(() => preparer.post(`${JANUARY}/prepare`, {}), 409, {
      message: 'This month is closed. Reopen it first.',
    });
    const trail = (await auditOf('2026-01', 'close')).filter(({ companyId }) => companyId === company.id);
    expect(
      trail.map(({ action, userId, newValues }) => [action, userId, (newValues as { note: string }).note]),
    ).toEqual([
      ['close.prepared', preparer.userId, 'Accruals checked'],
      ['close.approved', approver.userId, 'Agrees to the ledger'],
    ]);
  });

  it('can be prepared only with the figures that the user reviewed', async () => {
    const { preparer } = await companyToClose(SECOND_PERSON);
    const { reviewed } = await closeOf(preparer);
    const late = await addWell(preparer);
    await addLayer(preparer, late.id, { calculationDate: '2026-01-31' });
    await expectRefusal(() => preparer.post(`${JANUARY}/prepare`, { reviewed }), 409, {
      message: 'This month changed while you were viewing it. Nothing was signed. Review it again.',
    });
    expect((await closeOf(preparer)).signOffs).toEqual([]);
    // Postings in a later month don’t affect this month’s figures.
    const again = await closeOf(preparer);
    await addLayer(preparer, (await addWell(preparer)).id, { calculationDate: '2026-02-10' });
    await bodyOf(await preparer.post(`${JANUARY}/prepare`, { reviewed: again.reviewed }));
  });

  it('withdraws the sign-off when a figure changes, and names the figure', async () => {
    const { preparer, approver } = await companyToClose(SECOND_PERSON);
    const prepared = await prepare(preparer);
    await approve(approver, prepared);
    await addLayer(preparer, (await addWell(preparer)).id, { calculationDate: '2026-01-31' });
    const { signOff, blockers } = await closeOf(approver);
    expect(signOff.withdrawn).toMatchObject({ hasNewPostings: true, isReopened: false });
    expect(signOff.withdrawn!.changes.map(({ what }) => what)).toEqual([
      '1800-100 ARO asset',
      '2400-100 ARO liability',
    ]);
    expect(blockers.join(' ')).toContain('Figures changed after preparation');
    await expectRefusal(() => preparer.post('/api/periods/close', CLOSE), 409, {
      message:
        'Figures changed after preparation, so the sign-off was withdrawn. Prepare and approve the month again.',
    });
    await expectRefusal(
      () => approver.post(`${JANUARY}/approve`, { preparation: prepared.signOff.prepared!.id }),
      409,
      {
        message: 'Figures changed after preparation, so the sign-off was withdrawn. Prepare the month again.',
      },
    );
    const again = await prepare(preparer);
    expect(again.signOff).toMatchObject({ withdrawn: null, approved: null });
    // An approver who reviewed the earlier preparation hasn’t reviewed this one.
    await expectRefusal(
      () => approver.post(`${JANUARY}/approve`, { preparation: prepared.signOff.prepared!.id }),
      409,
      { message: 'The month was prepared again. Review it, then approve it.' },
    );
    await approve(approver, again);
    await close(preparer, '2026-01-31');
  });

  it('withdraws the sign-off after a reopening or a reversed posting in the month, but not for later months', async () => {
    const { preparer, approver } = await companyToClose(SECOND_PERSON);
    await approve(approver, await prepare(preparer));
    const [february] = await postingsOf(preparer, 'kind=accretion&from=2026-02-28');
    await bodyOf(await reversePosting(preparer, february!.id), 201);
    expect((await closeOf(preparer)).signOff.withdrawn).toBeNull();
    await close(preparer, '2026-01-31');
    await bodyOf(await preparer.post('/api/periods/reopen', { from: '2026-01-01', reason: 'Late invoice' }));
    expect((await closeOf(preparer)).signOff.withdrawn).toEqual({
      isReopened: true,
      reopened: 'month',
      hasNewPostings: false,
      changes: [],
    });
    await approve(approver, await prepare(preparer));
    const layer = await addLayer(preparer, (await addWell(preparer)).id, { calculationDate: '2026-01-31' });
    const [posting] = await postingsOf(preparer, `wellId=${layer.wellId}`);
    await bodyOf(await reversePosting(preparer, posting!.id), 201);
    expect((await closeOf(preparer)).signOff.withdrawn).toEqual({
      isReopened: false,
      reopened: null,
      hasNewPostings: true,
      changes: [],
    });
  });

  it('withdraws the sign-off of an open month when an earlier month is reopened, and says which', async () => {
    const { preparer } = await companyToClose();
    const february = '/api/closes/2026-02';
    await close(preparer, '2026-01-31');
    await prepare(preparer, february);
    await bodyOf(await preparer.post('/api/periods/reopen', { from: '2026-01-01', reason: 'Late invoice' }));
    const { withdrawn } = (await closeOf(preparer, february)).signOff;
    expect(withdrawn).toMatchObject({ isReopened: true, reopened: 'earlier-month' });
  });

  it('withdraws the sign-off when a well is plugged within the month, which makes its liability current', async () => {
    const { preparer, approver, well } = await companyToClose(SECOND_PERSON);
    const nonCurrent = async () => {
      const days = 'beginDate=2026-01-01&endDate=2026-01-31';
      const [total] = await bodyOf<DisclosureView[]>(await preparer.get(`/api/reports/disclosure?${days}`));
      return total!.nonCurrent;
    };
    await approve(approver, await prepare(preparer));
    const liability = await nonCurrent();
    expect(Number(liability)).toBeGreaterThan(0);
    await bodyOf(
      await preparer.put(`/api/wells/${well.id}`, {
        ...well,
        wellStatus: 'Plugged',
        pluggedOn: '2026-01-31',
      }),
    );
    expect(await nonCurrent()).toBe('0.00');
    expect((await closeOf(approver)).signOff.withdrawn).toEqual({
      isReopened: false,
      reopened: null,
      hasNewPostings: false,
      changes: [{ what: 'Liability of plugged wells', was: null, is: liability }],
    });
  });

  it.each<[string, (client: SignedIn, well: WellView) => Promise<unknown>]>([
    ['a figure', async (client, { id }) => addLayer(client, id, { calculationDate: '2026-01-31' })],
    // Accounts may depend on the field.
    ['a field', async (client, well) => client.put(`/api/wells/${well.id}`, { ...well, field: 'Elsewhere' })],
  ])('is aborted when %s changes between the approval and the close', async (_, change) => {
    const { preparer, approver, company } = await companyToClose(SECOND_PERSON);
    const well = await addWell(preparer);
    await approve(approver, await prepare(preparer));
    const ctx = contextInterrupted(preparer, company.id, async () => {
      await change(preparer, well);
    });
    const rows = await readTogether(db, closeMonthReads({ ...ctx, db }, CLOSE));
    await expect(closeMonth({ ...ctx, env }, CLOSE, rows)).rejects.toThrow(
      'Someone else changed these books just now. Nothing was closed or reopened. Try again.',
    );
    expect((await closeOf(preparer)).state).toBe('open');
  });

  it('is not approved when figures change at the same moment', async () => {
    const { preparer, approver, company } = await companyToClose(SECOND_PERSON);
    const { signOff } = await prepare(preparer);
    const ctx = contextInterrupted(approver, company.id, async () => {
      await tieOutAll(preparer);
    });
    const rows = await readTogether(db, closeReads({ ...ctx, db }, '2026-01'));
    await expect(
      approveClose(ctx, '2026-01', { preparation: signOff.prepared!.id, note: null }, rows),
    ).rejects.toThrow('Someone else just changed this month. Nothing was signed. Review it again.');
  });

  it('is not prepared when a well is plugged at the same moment', async () => {
    const { preparer, company, well } = await companyToClose();
    // Plugging posts nothing here, because accretion ends on that day anyway.
    const ctx = contextInterrupted(preparer, company.id, async () => {
      const plugged = { ...well, wellStatus: 'Plugged', pluggedOn: '2026-02-28' };
      await bodyOf(await preparer.put(`/api/wells/${well.id}`, plugged));
    });
    const rows = await readTogether(db, closeReads({ ...ctx, db }, '2026-02'));
    await expect(prepareClose(ctx, '2026-02', { note: null }, rows)).rejects.toThrow(
      'Someone else just changed this month. Nothing was signed. Review it again.',
    );
    expect((await closeOf(preparer, '/api/closes/2026-02')).signOff.prepared).toBeNull();
  });

  it('can be prepared only by company admins, and only when nothing is missing', async () => {
    const { preparer, viewer } = await companyToClose();
    await expectRefusal(() => preparer.post('/api/closes/2026-03/prepare', {}), 409, {
      message: 'Accretion through 2026-03-31 is not posted for 1 layer.',
    });
    await expectRefusal(() => viewer.post(`${JANUARY}/prepare`, {}), 403, {
      message: 'Company admin role required',
    });
    await expectRefusal(() => viewer.post(`${JANUARY}/approve`, { preparation: '1' }), 403, {
      message: 'Company admin role required',
    });
  });
});

describe('the tie-out', () => {
  const line = (balance: string | null, explanation?: string) => ({
    accounts: [{ mainAccount: '2400', subAccount: '100', balance, explanation }],
  });

  it('blocks the close of a company that requires it until every difference is explained', async () => {
    const { preparer } = await companyToClose({ tieOut: 'required' });
    await expectRefusal(() => preparer.post('/api/periods/close', CLOSE), 409, {
      message: 'Enter the general ledger balance for 1800-100, 2400-100.',
    });
    await tieOutAll(preparer);
    const off = await bodyOf<Awaited<ReturnType<typeof closeOf>>>(
      await preparer.put(`${JANUARY}/tie-out`, line('-1.00')),
    );
    expect(off.accounts.find(({ mainAccount }) => mainAccount === '2400')).toMatchObject({
      state: 'unexplained',
      ledger: '-1.00',
    });
    for (const path of ['/api/periods/close', `${JANUARY}/prepare`]) {
      await expectRefusal(() => preparer.post(path, CLOSE), 409, {
        message: 'Explain the difference on 2400-100.',
      });
    }
    await bodyOf(await preparer.put(`${JANUARY}/tie-out`, line('-1.00', 'Late invoice, booked in February')));
    await close(preparer, '2026-01-31');
    await expectRefusal(() => preparer.put(`${JANUARY}/tie-out`, line('-2.00')), 409, {
      message: 'This month is closed, so its tie-out can’t change. Reopen it first.',
    });
    await expect(env.DB.prepare('update tie_out_balance set balance_cents = 0').run()).rejects.toThrow(
      'the month is closed',
    );
  });

  it('requires a new explanation when the difference changes', async () => {
    const { preparer, well } = await companyToClose({ tieOut: 'required' });
    await tieOutAll(preparer);
    const liability = ({ accounts }: CloseView) =>
      accounts.find(({ mainAccount }) => mainAccount === '2400')!;
    const explain = async (balance: string) =>
      liability(await bodyOf(await preparer.put(`${JANUARY}/tie-out`, line(balance, 'Conversion rounding'))));
    const { own } = liability(await closeOf(preparer));
    const balance = formatCents(parseCents(own) - 713n);
    expect(await explain(balance)).toMatchObject({ state: 'explained', difference: '-7.13' });
    await close(preparer, '2026-01-31');
    await bodyOf(
      await preparer.post('/api/periods/reopen', { from: '2026-01-01', reason: 'A late invoice' }),
    );
    const settlement = { date: '2026-01-20', cost: '100.00' };
    await bodyOf(await preparer.post(`/api/wells/${well.id}/settlements`, settlement), 201);
    const others = (await closeOf(preparer)).accounts.filter(({ mainAccount }) => mainAccount !== '2400');
    const accounts = others.map(({ own: cents, ...account }) => ({ ...account, balance: cents }));
    await bodyOf(await preparer.put(`${JANUARY}/tie-out`, { accounts }));

    expect(liability(await closeOf(preparer))).toMatchObject({
      state: 'unexplained',
      explanation: 'Conversion rounding',
      explainedDifference: '-7.13',
    });
    await expectRefusal(() => preparer.post('/api/periods/close', CLOSE), 409, {
      message: 'The difference on 2400-100 has changed since it was explained. Explain it again.',
    });
    // The same explanation may be used again.
    expect(await explain(balance)).toMatchObject({ state: 'explained', explainedDifference: null });
    await close(preparer, '2026-01-31');
  });

  it('is only a reminder if the company doesn’t require it', async () => {
    const { preparer } = await companyToClose();
    const { checklist } = await closeOf(preparer);
    expect(checklist).toContainEqual(expect.objectContaining({ item: 'tie-out', state: 'look' }));
    await close(preparer, '2026-01-31');
  });

  it('never overwrites what another user entered meanwhile', async () => {
    const { preparer, approver } = await companyToClose();
    const typed = { balance: '-1.00', explanation: 'Late invoice' };
    const save = (client: SignedIn, entry: object, before?: object) =>
      client.put(`${JANUARY}/tie-out`, {
        accounts: [{ mainAccount: '2400', subAccount: '100', ...entry, before }],
      });
    const nothing = { balance: null, explanation: null };
    await bodyOf(await save(approver, { balance: '-2.00', explanation: 'Accrual' }, nothing));
    await expectRefusal(() => save(preparer, typed, nothing), 409, {
      message:
        'Someone else entered -2.00 for ARO liability 2400-100 with the explanation “Accrual”. Nothing was saved. Save again to replace those entries.',
    });
    // The same balance, but the other user entered a different explanation.
    const before = { balance: '-2.00', explanation: 'Estimate' };
    const other = { message: expect.stringContaining('entered -2.00 for ARO liability 2400-100') };
    await expectRefusal(() => save(preparer, typed, before), 409, other);
    await bodyOf(await save(preparer, typed, { balance: '-2.00', explanation: 'Accrual' }));
    // A retry after a lost response returns what was saved.
    await bodyOf(await save(preparer, typed, { balance: '-2.00', explanation: 'Accrual' }));
    // Two users save at the same moment, after reading the same entries.
    const seen = { balance: '-1.00', explanation: 'Late invoice' };
    const both = await Promise.all([
      save(preparer, { balance: '-3.00' }, seen),
      save(approver, { balance: '-4.00' }, seen),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('identifies an account without a subaccount by its main account alone', async () => {
    const { preparer, company } = await companyToClose({
      tieOut: 'required',
      journal: { liabilitySub: 'none' },
    });
    await expectRefusal(() => preparer.post('/api/periods/close', CLOSE), 409, {
      message: 'Enter the general ledger balance for 1800-100, 2400.',
    });
    for (const [subAccount, balance] of [
      ['', '-1.00'],
      ['none', '-2.00'],
    ]) {
      const { accounts } = await bodyOf<Awaited<ReturnType<typeof closeOf>>>(
        await preparer.put(`${JANUARY}/tie-out`, {
          accounts: [{ mainAccount: '2400', subAccount, balance }],
        }),
      );
      expect(accounts).toMatchObject([
        { mainAccount: '1800' },
        { mainAccount: '2400', subAccount: 'none', ledger: balance },
      ]);
    }
    expect(
      (await auditOf('2026-01', 'close')).filter(({ companyId }) => companyId === company.id),
    ).toMatchObject([
      { newValues: { 2400: { balance: '-1.00' } } },
      { oldValues: { 2400: { balance: '-1.00' } }, newValues: { 2400: { balance: '-2.00' } } },
    ]);
  });

  it('can clear a balance, and rejects accounts that these books don’t have', async () => {
    const { preparer, company } = await companyToClose();
    await bodyOf(await preparer.put(`${JANUARY}/tie-out`, line('-1.00', 'Late')));
    const taken = await bodyOf<Awaited<ReturnType<typeof closeOf>>>(
      await preparer.put(`${JANUARY}/tie-out`, line(null)),
    );
    expect(taken.accounts.find(({ mainAccount }) => mainAccount === '2400')).toMatchObject({ state: 'open' });
    const trail = (await auditOf('2026-01', 'close')).filter(({ companyId }) => companyId === company.id);
    expect(trail).toMatchObject([
      { action: 'tie_out.updated', newValues: { '2400-100': { balance: '-1.00', explanation: 'Late' } } },
      { action: 'tie_out.updated', newValues: { '2400-100': { balance: null, explanation: null } } },
    ]);
    const message = '6800-100 is not a balance sheet account of these books. They have 1800-100, 2400-100.';
    await expectRefusal(
      () =>
        preparer.put(`${JANUARY}/tie-out`, {
          accounts: [{ mainAccount: '6800', subAccount: '100', balance: '1' }],
        }),
      400,
      { message, errors: { 'accounts.0.mainAccount': [message] } },
    );
    await expectRefusal(() => preparer.put(`${JANUARY}/tie-out`, line('1.005')), 400, {
      errors: { 'accounts.0.balance': ['Balance can have at most two decimals'] },
    });
  });

  it('is invisible to other companies', async () => {
    const { preparer } = await companyToClose();
    await tieOutAll(preparer);
    const { client } = await signInToNewCompany();
    await expectRefusal(() => client.get(JANUARY), 404, { message: 'Month not found in these books' });
  });
});
