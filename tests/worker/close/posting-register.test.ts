import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { parseCents } from '~/domain/money/money';
import type { CloseChangesView } from '~/schemas/close/close-changes';
import type { ComparativeDisclosureView, PostingRegisterView } from '~/schemas/reports/report-views';
import { bodyOf, close } from '../../support/books';
import { approve, companyToClose, JANUARY, prepare } from '../../support/close';
import { through, withFault } from '../../support/faults';
import { expectRefusal } from '../../support/refusals';
import { sumOf, trialBalance } from '../../support/reports';
import type { SignedIn } from '../../support/worker';

const FEBRUARY = '/api/closes/2026-02';
const DATES = ['2026-01-01', '2026-02-28'] as const;
const SETTLEMENT = { date: '2026-01-20', cost: '100.00' };

async function register(client: SignedIn, only = ''): Promise<PostingRegisterView[]> {
  const query = new URLSearchParams({ beginDate: DATES[0], endDate: DATES[1], only });
  return bodyOf(await client.get(`/api/reports/postings?${query}`));
}

const kinds = (rows: PostingRegisterView[]) => rows.map(({ effectiveOn, kind }) => `${effectiveOn} ${kind}`);

/** The liability is a credit, so the change of its account is the negated sum of the register. */
async function expectTies(client: SignedIn, rows: PostingRegisterView[]) {
  const account = (await trialBalance(client, ...DATES)).find(({ name }) => name === 'ARO liability')!;
  const change = parseCents(account.beginning) - parseCents(account.ending);
  expect(parseCents(sumOf(rows, ({ liability }) => liability))).toBe(change);
}

describe('the posting register', () => {
  it('shows who entered and who approved each posting, and which were posted after a close', async () => {
    const { preparer, approver, viewer, well } = await companyToClose({ approval: 'second-person' });
    const before = await register(viewer);
    expect(kinds(before)).toEqual(['2026-01-01 calculation', '2026-01-31 accretion', '2026-02-28 accretion']);
    expect(before[0]).toMatchObject({
      wellCode: well.wellCode,
      wellId: well.id,
      movements: 1,
      afterClose: '',
      approvedAt: null,
      approvedBy: null,
      evidence: 0,
    });
    expect(before[0]!.liability).toBe(before[0]!.arcCost);
    expect(before[1]!.result).toBe(`-${before[1]!.liability}`);
    await expectTies(viewer, before);

    await approve(approver, await prepare(preparer));
    await close(approver, '2026-01-31');
    await bodyOf(
      await preparer.post('/api/periods/reopen', { from: '2026-01-01', reason: 'A late invoice of January' }),
    );
    const settled = await bodyOf<{ id: string; actId: string }>(
      await preparer.post(`/api/wells/${well.id}/settlements`, {
        date: '2026-01-20',
        cost: '100.00',
        memo: 'Rig standby',
        reference: 'INV-7',
      }),
      201,
    );
    await bodyOf(
      await preparer.post('/api/evidence', {
        subject: 'act',
        id: settled.actId,
        note: 'Approved by the field',
      }),
      201,
    );

    const all = await register(viewer);
    await expectTies(viewer, all);
    // January’s approval covers what was posted by then. February and later postings are not approved.
    const approved = all.filter(({ approvedBy }) => approvedBy !== null);
    expect(kinds(approved)).toEqual(['2026-01-01 calculation', '2026-01-31 accretion']);

    // February was never closed, so its reposted accretion is not a change to a closed month.
    const late = await register(viewer, 'after-close');
    expect(late.every(({ effectiveOn }) => effectiveOn <= '2026-01-31')).toBe(true);
    expect(late).toEqual(all.filter(({ afterClose }) => afterClose === 'yes'));
    const settlement = late.find(({ postingId }) => postingId === settled.id);
    expect(settlement).toMatchObject({
      memo: 'Rig standby',
      reference: 'INV-7',
      cash: '-100.00',
      evidence: 1,
    });
    const reversal = late.find(({ kind }) => kind === 'reversal')!;
    const reversed = all.find(({ postingId }) => postingId === reversal.reversesId)!;
    expect(reversed).toMatchObject({
      kind: 'accretion',
      afterClose: '',
      reversedBy: reversal.postingId,
      reversesOn: null,
    });
    expect(reversal.reversesOn).toBe(reversed.effectiveOn);
    expect(parseCents(reversed.liability)).toBe(-parseCents(reversal.liability));

    // After the second approval, everything in January is approved.
    await approve(approver, await prepare(preparer));
    expect((await register(viewer, 'after-close')).every(({ approvedBy }) => approvedBy !== null)).toBe(true);
  });

  it('names no approver for months closed before approval was required', async () => {
    const { preparer, approver, viewer, company } = await companyToClose();
    await close(preparer, '2026-01-31');
    await bodyOf(await preparer.put(`/api/companies/${company.id}/settings`, { approval: 'second-person' }));
    await approve(approver, await prepare(preparer, FEBRUARY), FEBRUARY);
    const rows = await register(viewer);
    expect(kinds(rows.filter(({ approvedBy }) => approvedBy !== null))).toEqual(['2026-02-28 accretion']);
  });

  it('dates the postings that a correction in an open month reverses, even before the register’s begin date', async () => {
    const { preparer, approver, viewer, well } = await companyToClose();
    await close(approver, '2026-01-31');
    const [, january] = await register(viewer);
    await bodyOf(
      await preparer.post(`/api/postings/${january!.postingId}/reverse`, {
        reason: 'Accreted at the wrong rate',
        wellId: well.id,
        includeLater: true,
      }),
      201,
    );
    const query = 'beginDate=2026-02-01&endDate=2026-02-28';
    const rows = await bodyOf<PostingRegisterView[]>(await viewer.get(`/api/reports/postings?${query}`));
    const correction = rows.find(({ reversesId }) => reversesId === january!.postingId);
    expect(correction).toMatchObject({ effectiveOn: '2026-02-01', reversesOn: '2026-01-31' });
    expect(rows.some(({ postingId }) => postingId === january!.postingId)).toBe(false);
  });

  it('shows no approval for an entry that started before the approval and was written after it', async () => {
    const { preparer, approver, viewer, well } = await companyToClose({ approval: 'second-person' });
    // The first call is the rate limit, the second its reads, the third the write.
    const faulty = withFault(env, { call: 3, when: 'late' });
    const settled = through(faulty.bindings, preparer).post(`/api/wells/${well.id}/settlements`, SETTLEMENT);
    await faulty.held;
    await approve(approver, await prepare(preparer));
    faulty.carryOut();
    const { id } = await bodyOf<{ id: string }>(await settled, 201);
    const rows = await register(viewer);
    const settlement = rows.find(({ postingId }) => postingId === id)!;
    const approval = rows.find(({ approvedAt }) => approvedAt !== null)!;
    expect(settlement.enteredAt < approval.approvedAt!).toBe(true);
    expect(settlement.approvedBy).toBeNull();
    expect(kinds(rows.filter(({ approvedBy }) => approvedBy !== null))).toEqual([
      '2026-01-01 calculation',
      '2026-01-31 accretion',
    ]);
  });

  it('treats an entry that a close found as covered, though it was written after the close started', async () => {
    const { preparer, approver, viewer, well } = await companyToClose();
    const faulty = withFault(env, { call: 2, when: 'late' });
    const closing = through(faulty.bindings, preparer).post('/api/periods/close', { through: '2026-01-31' });
    await faulty.held;
    await bodyOf(await approver.post(`/api/wells/${well.id}/settlements`, SETTLEMENT), 201);
    faulty.carryOut();
    await bodyOf(await closing);
    expect(await register(viewer, 'after-close')).toEqual([]);

    await bodyOf(
      await preparer.post('/api/periods/reopen', { from: '2026-01-01', reason: 'A late invoice' }),
    );
    await bodyOf(await approver.post(`/api/wells/${well.id}/settlements`, SETTLEMENT), 201);
    const late = await register(viewer, 'after-close');
    expect(late.filter(({ kind }) => kind === 'settlement')).toHaveLength(1);
    const [change] = await bodyOf<CloseChangesView[]>(await viewer.get(`${JANUARY}/changes`));
    expect(change!.before.settled).toBe('-100.00');
    expect(change!.after.settled).toBe('-200.00');
    expect(change!.postings.map(({ postingId }) => postingId)).toEqual(
      late.map(({ postingId }) => postingId),
    );
    const query = 'beginDate=2026-01-01&endDate=2026-01-31&years=2';
    const [column] = await bodyOf<ComparativeDisclosureView[]>(
      await viewer.get(`/api/reports/comparative-disclosure?${query}`),
    );
    expect(column!.asClosed.map(({ settled }) => settled)).toEqual(['-100.00']);
  });

  it('is backfilled for earlier closes with what was posted when they started', async () => {
    const { preparer, viewer, well } = await companyToClose();
    await close(preparer, '2026-01-31');
    await bodyOf(
      await preparer.post('/api/periods/reopen', { from: '2026-01-01', reason: 'A late invoice' }),
    );
    await bodyOf(await preparer.post(`/api/wells/${well.id}/settlements`, SETTLEMENT), 201);
    const late = await register(viewer, 'after-close');
    expect(late).not.toEqual([]);
    await env.DB.prepare('update period_event set through_posting = 0').run();
    expect((await register(viewer, 'after-close')).length).toBeGreaterThan(late.length);
    const name = '0030_period_through_posting.sql';
    const [, backfill] = env.TEST_MIGRATIONS.find((migration) => migration.name === name)!.queries;
    await env.DB.prepare(backfill!).run();
    expect(await register(viewer, 'after-close')).toEqual(late);
  });

  it('includes postings on wells deleted since, and rejects dates out of order', async () => {
    const { preparer, viewer, well } = await companyToClose();
    expect((await preparer.delete(`/api/wells/${well.id}`)).status).toBe(204);
    const rows = await register(viewer);
    expect(rows.filter(({ kind }) => kind === 'reversal')).toHaveLength(3);
    expect(sumOf(rows, ({ liability }) => liability)).toBe('0.00');
    // A deleted well has no page to link to.
    expect(rows.map(({ wellId }) => wellId)).toEqual(rows.map(() => null));
    await expectRefusal(
      () => viewer.get('/api/reports/postings?beginDate=2026-02-28&endDate=2026-01-01'),
      400,
      { message: 'Begin date must be before end date' },
    );
  });
});
