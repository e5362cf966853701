import { createScheduledController } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import type { AuditView } from '~/schemas/audit/audit-views';
import type { RevisionPosting } from '~/schemas/books/revision';
import type { EvidenceView } from '~/schemas/close/evidence';
import { closeMonth, closeMonthReads } from '~/services/close/close-month.server';
import { readTogether } from '~/services/platform/reads.server';
import worker from '../../../workers/app';
import { makeToken, tokenClient } from '../../support/api-tokens';
import { bodyOf, close, expectBooksToCheck, postingsOf } from '../../support/books';
import { JANUARY } from '../../support/close';
import {
  addFile,
  addNote,
  contextFor,
  evidenceOf,
  makeEvidenceSubjects,
  PDF,
  PNG,
  type Subject,
  sendFile,
} from '../../support/evidence';
import { addLayer, addWell } from '../../support/layers';
import { expectRefusal } from '../../support/refusals';
import { auditOf } from '../../support/tables';
import { UPLOAD_PATH } from '../../support/upload';
import { anonymous, db, type SignedIn, signIn, signInToNewCompany } from '../../support/worker';

const DAY = 86_400_000;
const GONE = { message: 'Evidence not found' };
const KEPT = { message: 'This file supports a closed period. Reopen the period to remove it.' };

const download = (client: { get: SignedIn['get'] }, { id }: EvidenceView) =>
  client.get(`/api/evidence/${id}/file`);
const bytesOf = async (response: Response) => new Uint8Array(await response.arrayBuffer());
function nightAfter(ms: number): Promise<void> {
  const scheduledTime = new Date(Date.now() + ms);
  return worker.scheduled(createScheduledController({ cron: '30 3 * * *', scheduledTime }), env);
}
/** Backdates the company's files by years. */
const backdateFiles = (companyId: string) =>
  env.DB.prepare("update uploaded_file set created_at = '2020-01-01T00:00:00.000Z' where company_id = ?")
    .bind(companyId)
    .run();

describe('a note', () => {
  it('is stored with its author and time', async () => {
    const { client, viewer, subjects } = await makeEvidenceSubjects();
    const note = 'Quote of 2026-01-10.\nThe rig is shared with A-2.';
    const added = await addNote(client, subjects.close, `  ${note}  `);
    expect(added).toMatchObject({ subject: 'close', subjectId: '2026-01', note, file: null, posting: null });
    expect(await evidenceOf(viewer, subjects.close)).toEqual([added]);
    expect(JSON.stringify(await auditOf(added.id, 'evidence'))).not.toContain('rig');
    expect((await client.get(`/api/evidence/${added.id}/file`)).status).toBe(404);
  });

  it.each([
    [{ note: '   ' }, { note: ['Enter a note'] }],
    [{ note: 'x'.repeat(2001) }, { note: ['Use 2000 characters or fewer'] }],
    [{ note: 'a\u202eb' }, { note: ['Must not contain control characters or direction marks'] }],
    [{}, { note: ['Enter a note or upload a file'] }],
    [{ note: 'a', uploadURL: 'b', fileName: 'c.pdf' }, { note: ['Enter a note or upload a file'] }],
    [{ uploadURL: 'b' }, { fileName: ['File name is required for an uploaded file'] }],
    [{ note: 'a', subject: 'company' }, { subject: ['Subject must be well, posting, act or close'] }],
    [{ note: 'a', subject: 'close', id: '2026-13' }, { id: ['No record has this id'] }],
    [{ note: 'a', subject: 'posting', id: '1 or 1' }, { id: ['No record has this id'] }],
  ])('is rejected as %j', async (given, errors) => {
    const { client, subjects } = await makeEvidenceSubjects();
    await expectRefusal(() => client.post('/api/evidence', { ...subjects.well, ...given }), 400, { errors });
  });
});

describe('evidence', () => {
  it('is listed with its subject and with the well', async () => {
    const { client, well, subjects } = await makeEvidenceSubjects();
    const other = await addWell(client);
    await addLayer(client, other.id, { calculationDate: '2026-02-01' });
    const rows = [
      { wellCode: well.wellCode, pAndACost: '120000', discountRate: '8', inflationRate: '2' },
      { wellCode: other.wellCode, pAndACost: '120000', discountRate: '8', inflationRate: '2' },
    ];
    const revision = await bodyOf<RevisionPosting>(
      await client.post('/api/revisions', { date: '2026-02-15', rows, mode: 'all' }),
      201,
    );
    const onAct = await addFile(client, { subject: 'act', id: revision.actId });
    const onPosting = await addNote(client, subjects.posting, 'On the posting');
    const onWell = await addNote(client, subjects.well, 'On the well');
    const onClose = await addNote(client, { subject: 'close', id: '2026-02' }, 'On the close');
    const ids = async (subject: Subject) => (await evidenceOf(client, subject)).map(({ id }) => id);
    expect(await ids(subjects.well)).toEqual([onWell.id, onPosting.id, onAct.id]);
    expect(await ids({ subject: 'well', id: other.id })).toEqual([onAct.id]);
    expect(await ids(subjects.posting)).toEqual([onPosting.id]);
    expect(await ids(subjects.act)).toEqual([onPosting.id]);
    for (const id of [revision.id, ...revision.also])
      expect(await ids({ subject: 'posting', id })).toEqual([onAct.id]);
    expect(onAct.posting).toMatchObject({ id: revision.id, kind: 'calculation' });
    expect(await ids({ subject: 'close', id: '2026-02' })).toEqual([onClose.id]);
    expect(await ids(subjects.close)).toEqual([]);
    const page = await client.get(`/api/evidence?subject=well&id=${well.id}&limit=2`);
    const next = /<([^>]+)>; rel="next"/.exec(page.headers.get('Link')!)![1]!;
    expect(await (await client.get(next)).json()).toMatchObject([{ id: onAct.id }]);
  });

  it('names the posting of the act that affected the well', async () => {
    const { client, well } = await makeEvidenceSubjects();
    const other = await addWell(client);
    await addLayer(client, other.id, { calculationDate: '2026-02-01' });
    const share = { from: '2026-02-01', percent: '50.00' };
    await bodyOf(await client.put(`/api/wells/${other.id}`, { ...other, workingInterests: [share] }));
    // The wells have different interests, so each gets its own posting.
    const wells = [well.wellCode, other.wellCode];
    const sale = await bodyOf<RevisionPosting>(
      await client.post('/api/sales', { date: '2026-02-20', shareSold: '25', wells, mode: 'all' }),
      201,
    );
    await addNote(client, { subject: 'act', id: sale.actId }, 'Signed');
    const postingOn = async (id: string) => {
      const { posting } = (await evidenceOf(client, { subject: 'well', id }))[0]!;
      const of = (await bodyOf<RevisionPosting>(await client.get(`/api/postings/${posting!.id}`))) as {
        movements: { well: { id: string } }[];
      } & RevisionPosting;
      return [posting!.kind, of.movements.map(({ well }) => well.id)];
    };
    expect(await postingOn(well.id)).toEqual(['sale', [well.id]]);
    expect(await postingOn(other.id)).toEqual(['sale', [other.id]]);
  });

  it('requires a subject that belongs to the company', async () => {
    const { client, subjects } = await makeEvidenceSubjects();
    const { client: outsider } = await signInToNewCompany();
    const messages = {
      well: 'Well not found',
      posting: 'Posting not found',
      act: 'Act not found',
      close: 'Month not found in these books',
    };
    for (const [name, message] of Object.entries(messages) as [keyof typeof subjects, string][]) {
      const { subject, id } = subjects[name];
      await expectRefusal(() => outsider.get(`/api/evidence?subject=${subject}&id=${id}`), 404, { message });
      await expectRefusal(() => outsider.post('/api/evidence', { subject, id, note: 'Mine' }), 404, {
        message,
      });
    }
    const missing = { ...messages, close: messages.close };
    for (const [subject, id] of [
      ['well', 'none'],
      ['posting', '999999999'],
      ['act', '999999999'],
      ['close', '2025-12'],
      ['close', '2199-01'],
    ] as const)
      await expectRefusal(() => client.post('/api/evidence', { subject, id, note: 'None' }), 404, {
        message: missing[subject],
      });
    const added = await addFile(client, subjects.posting);
    await expectRefusal(() => outsider.get(`/api/evidence/${added.id}/file`), 404, GONE);
    await expectRefusal(() => outsider.delete(`/api/evidence/${added.id}`), 404, GONE);
    await expectRefusal(() => client.delete('/api/evidence/none'), 404, GONE);
  });

  it('can be added and removed by editors, and read by all members and tokens', async () => {
    const { client, viewer, company, subjects } = await makeEvidenceSubjects();
    const added = await addFile(client, subjects.posting);
    const [reader, writer] = [
      tokenClient((await makeToken(client, company.id, { scope: 'read' })).token),
      tokenClient((await makeToken(client, company.id, { scope: 'write' })).token),
    ];
    for (const member of [viewer, reader]) {
      expect(await evidenceOf(member, subjects.posting)).toHaveLength(1);
      expect((await download(member, added)).status).toBe(200);
      expect((await member.post('/api/evidence', { ...subjects.posting, note: 'No' })).status).toBe(403);
      expect((await member.post(`${UPLOAD_PATH}?for=evidence`)).status).toBe(403);
      expect((await member.delete(`/api/evidence/${added.id}`)).status).toBe(403);
    }
    const byToken = await addFile(writer, subjects.posting);
    expect(byToken.userId).toBe(client.userId);
    expect(byToken.user).toEqual({ id: client.userId, name: 'Test Person', email: client.email });
    expect((await writer.delete(`/api/evidence/${byToken.id}`)).status).toBe(204);
    expect((await anonymous.get(`/api/evidence/${added.id}/file`)).status).toBe(401);

    const systemAdmin = await signIn({ isAdmin: true });
    const colleague = await signIn({ memberships: [{ companyId: company.id, role: 'admin' }] });
    const { uploadURL } = await sendFile(colleague, PDF);
    await systemAdmin.delete(`/api/admin/users/${colleague.userId}/companies/${company.id}`);
    const input = { ...subjects.posting, uploadURL, fileName: 'Quote.pdf' };
    expect((await colleague.post('/api/evidence', input)).status).toBe(400);
    expect((await download(colleague, added)).status).toBe(400);
  });

  it('leaves an audit trail when removed, and its file is deleted with old uploads', async () => {
    const { client, company, subjects } = await makeEvidenceSubjects();
    const [kept, removed] = [
      await addFile(client, subjects.posting),
      await addFile(client, subjects.posting, { content: PNG, contentType: 'image/png', fileName: 'a.png' }),
    ];
    const seal = await client.get('/api/books/seal');
    expect((await client.delete(`/api/evidence/${removed.id}`)).status).toBe(204);
    expect((await client.delete(`/api/evidence/${removed.id}`)).status).toBe(404);
    expect(await evidenceOf(client, subjects.posting)).toEqual([kept]);
    expect((await download(client, removed)).status).toBe(404);
    expect(await auditOf(removed.id, 'evidence')).toMatchObject([
      { action: 'evidence.added' },
      {
        action: 'evidence.removed',
        userId: client.userId,
        oldValues: { subject: 'posting', kind: 'file', sha256: removed.file!.sha256 },
      },
    ]);
    // The log stores no names, so names come from the rows, including removed ones.
    const note = await addNote(client, subjects.well, 'Accepted by phone.');
    expect((await client.delete(`/api/evidence/${note.id}`)).status).toBe(204);
    const log = await bodyOf<AuditView[]>(await client.get('/api/audit-logs?entityType=evidence'));
    expect(log.map(({ action, concerned }) => [action, concerned])).toEqual([
      ['evidence.removed', 'Accepted by phone.'],
      ['evidence.added', 'Accepted by phone.'],
      ['evidence.removed', 'a.png'],
      ['evidence.added', 'a.png'],
      ['evidence.added', kept.file!.name],
    ]);
    const row = await env.DB.prepare('select * from evidence where id = ?').bind(removed.id).first();
    expect(row).toMatchObject({ removed_by: client.userId, file_name: 'a.png' });
    expect(seal.status).toBe(200);

    const files = async () => (await env.UPLOADS.list({ prefix: `uploads/${company.id}/` })).objects.length;
    // Retention counts from the removal, because Time Travel can restore the row.
    await backdateFiles(company.id);
    await nightAfter(30 * DAY - 60_000);
    expect(await files()).toBe(2);
    await nightAfter(31 * DAY);
    expect(await files()).toBe(1);
    expect(await bytesOf(await download(client, kept))).toEqual(PDF);
    // A file that was uploaded but never added is deleted as well.
    await sendFile(client, PDF);
    await nightAfter(31 * DAY);
    expect(await files()).toBe(1);
  });

  it('can’t be removed while its subject is in a closed period', async () => {
    const { client, well, subjects } = await makeEvidenceSubjects();
    const [onWell, onPosting, onAct, onClose] = [
      await addNote(client, subjects.well, 'Well'),
      await addFile(client, subjects.posting),
      await addNote(client, subjects.act, 'Act'),
      await addNote(client, subjects.close, 'Close'),
    ];
    const later = await addNote(client, { subject: 'close', id: '2026-02' }, 'Later');
    const settled = await bodyOf<{ id: string; actId: string }>(
      await client.post(`/api/wells/${well.id}/settlements`, {
        date: '2026-02-10',
        cost: '500',
        memo: 'Rig',
      }),
      201,
    );
    // The act includes accretion through the day of the settlement.
    const open = await addFile(client, { subject: 'act', id: settled.actId });
    await close(client, '2026-01-31');
    for (const { id } of [onWell, onPosting, onAct, onClose])
      await expectRefusal(() => client.delete(`/api/evidence/${id}`), 409, KEPT);
    const kept = new Map((await evidenceOf(client, subjects.well)).map(({ id, isKept }) => [id, isKept]));
    expect(kept).toEqual(
      new Map([
        [onWell.id, true],
        [onPosting.id, true],
        [onAct.id, true],
        [open.id, false],
      ]),
    );
    for (const { id } of [later, open]) expect((await client.delete(`/api/evidence/${id}`)).status).toBe(204);
    // Evidence can still be added to a closed period.
    expect((await addNote(client, subjects.close, 'From the auditors')).isKept).toBe(true);
    // A trigger rejects the change even if a service forgets to check.
    const direct = (sql: string) => env.DB.prepare(sql).bind(onPosting.id).run();
    const removal =
      "update evidence set removed_at = '2026-03-01T00:00:00.000Z', removed_by = 'x' where id = ?";
    await expect(direct(removal)).rejects.toThrow(/the period is closed/);
    await expect(direct('delete from evidence where id = ?')).rejects.toThrow(/append-only/);
    await expect(direct("update evidence set file_name = 'b.pdf' where id = ?")).rejects.toThrow(
      /append-only/,
    );
    expect(
      (await client.post('/api/periods/reopen', { from: '2026-01-01', reason: 'Late invoice' })).status,
    ).toBe(200);
    for (const { id } of [onWell, onPosting, onAct, onClose])
      expect((await client.delete(`/api/evidence/${id}`)).status).toBe(204);
    await expectBooksToCheck(client);
  });

  it('is deleted from R2 30 days after its company is deleted', { timeout: 60_000 }, async () => {
    const { client, company } = await signInToNewCompany();
    const well = await addWell(client);
    await addFile(client, { subject: 'well', id: well.id });
    expect((await client.delete(`/api/wells/${well.id}`)).status).toBe(204);
    expect((await client.get(`/api/evidence?subject=well&id=${well.id}`)).status).toBe(404);
    const systemAdmin = await signIn({ isAdmin: true });
    expect((await systemAdmin.delete(`/api/admin/companies/${company.id}`)).status).toBe(204);
    await backdateFiles(company.id);
    const files = async () => (await env.UPLOADS.list({ prefix: `uploads/${company.id}/` })).objects.length;
    await nightAfter(30 * DAY - 60_000);
    expect(await files()).toBe(1);
    await nightAfter(30 * DAY + 60_000);
    expect(await files()).toBe(0);
  });
});

describe('a company that requires files', () => {
  const settle = (client: SignedIn, wellId: string, given: object) =>
    client.post(`/api/wells/${wellId}/settlements`, { memo: 'Rig', ...given });

  it('closes a month only when every posting above the amount has a file', async () => {
    const { client, approver, viewer, well, company } = await makeEvidenceSubjects({ fileAbove: '1000.00' });
    const [first] = await postingsOf(client, 'kind=calculation');
    const above = await bodyOf<{ id: string; actId: string }>(
      await settle(client, well.id, { date: '2026-01-20', cost: '1000.01' }),
      201,
    );
    await bodyOf(await settle(client, well.id, { date: '2026-01-25', cost: '1000.00' }), 201);
    const missing = [
      `Calculation ${first!.id} on 2026-01-01 (${well.wellCode}) changes the liability by 27070.90 and has no file.`,
      `Settlement ${above.id} on 2026-01-20 (${well.wellCode}) changes the liability by 1000.01 and has no file.`,
    ];
    const view = await bodyOf<Record<string, unknown>>(await viewer.get(JANUARY));
    expect(view).toMatchObject({
      closable: false,
      blockers: missing,
      unsupported: [
        { postingId: first!.id, kind: 'calculation', amount: '27070.90', wellCode: well.wellCode },
        { postingId: above.id, kind: 'settlement', effectiveOn: '2026-01-20', amount: '1000.01' },
      ],
    });
    expect((view.checklist as { item: string }[]).find(({ item }) => item === 'evidence')).toMatchObject({
      state: 'todo',
      texts: missing,
    });
    const refusal = { message: missing.join(' ') };
    await expectRefusal(() => client.post(`${JANUARY}/prepare`, {}), 409, refusal);
    await expectRefusal(() => client.post('/api/periods/close', { through: '2026-01-31' }), 409, refusal);
    // A note is not a file, and evidence on the well supports no posting.
    await addNote(client, { subject: 'posting', id: above.id }, 'Approved');
    await addFile(client, { subject: 'well', id: well.id });
    await expectRefusal(() => client.post('/api/periods/close', { through: '2026-01-31' }), 409, refusal);
    await addFile(client, { subject: 'posting', id: first!.id });
    const onAct = await addFile(approver, { subject: 'act', id: above.actId });
    expect(await bodyOf(await viewer.get(JANUARY))).toMatchObject({ closable: true, unsupported: [] });
    // A removed file no longer counts.
    expect((await client.delete(`/api/evidence/${onAct.id}`)).status).toBe(204);
    await expectRefusal(() => client.post('/api/periods/close', { through: '2026-01-31' }), 409, {
      message: missing[1],
    });
    await addFile(approver, { subject: 'act', id: above.actId });
    await close(client, '2026-01-31');
    const closed = await bodyOf<{ state: string; checklist: unknown[] }>(await client.get(JANUARY));
    expect(closed.state).toBe('closed');
    expect(closed.checklist).toContainEqual({
      item: 'books-check',
      state: 'done',
      texts: ['The books checked out when the month was closed'],
      amount: null,
    });
    const evidence = (view: { checklist: unknown[] }) =>
      (view.checklist as { item: string; state: string; texts: string[] }[]).find(
        ({ item }) => item === 'evidence',
      );
    expect(evidence(closed)).toMatchObject({
      state: 'done',
      texts: ['Every calculation, settlement and sale above 1000.00 has a file'],
    });
    // A closed month also lists postings without files, judged by today's amount.
    await bodyOf(await client.put(`/api/companies/${company.id}/settings`, { fileAbove: '999.99' }));
    expect(evidence(await bodyOf(await client.get(JANUARY)))).toMatchObject({
      state: 'look',
      texts: [expect.stringContaining('changes the liability by 1000.00 and has no file.')],
    });
  });

  it('compares the cost of a settlement when it exceeds the relief', async () => {
    const { client, well } = await makeEvidenceSubjects({ fileAbove: '30000.00' });
    const loss = { date: '2026-01-20', cost: '900000.00', relief: '1000.00' };
    const { id } = await bodyOf<{ id: string }>(await settle(client, well.id, loss), 201);
    const view = await bodyOf<{ blockers: string[]; unsupported: unknown[] }>(await client.get(JANUARY));
    expect(view.blockers).toEqual([
      `Settlement ${id} on 2026-01-20 (${well.wellCode}) has a cost of 900000.00 and no file.`,
    ]);
    expect(view.unsupported).toMatchObject([{ postingId: id, amount: '900000.00' }]);
  });

  it('states how many wells a posting without a file affects', async () => {
    const { client, well } = await makeEvidenceSubjects({ fileAbove: '30000' });
    const other = await addWell(client);
    await addLayer(client, other.id, { calculationDate: '2026-01-01' });
    const rows = [well, other].map(({ wellCode }) => ({
      wellCode,
      pAndACost: '200000',
      discountRate: '8',
      inflationRate: '2',
    }));
    const revision = await bodyOf<RevisionPosting>(
      await client.post('/api/revisions', { date: '2026-01-15', rows, mode: 'all' }),
      201,
    );
    expect(await bodyOf(await client.get(JANUARY))).toMatchObject({
      unsupported: [{ postingId: revision.id, wellCode: well.wellCode, wellCount: 2 }],
      blockers: expect.arrayContaining([
        expect.stringContaining(`(${well.wellCode} and 1 more) changes the liability`),
      ]),
    });
  });

  it('requires no file for reversed postings, or for accretion and reversals', async () => {
    const { client, posting } = await makeEvidenceSubjects({ fileAbove: '0' });
    expect((await bodyOf<{ unsupported: unknown[] }>(await client.get(JANUARY))).unsupported).toHaveLength(1);
    const reversal = await client.post(`/api/postings/${posting.id}/reverse`, {
      reason: 'Entered twice',
      includeLater: true,
    });
    expect(reversal.status).toBe(201);
    expect(await bodyOf(await client.get(JANUARY))).toMatchObject({ unsupported: [], blockers: [] });
  });

  it('aborts a close when a required file is removed at that moment', async () => {
    const { client, company, subjects } = await makeEvidenceSubjects({ fileAbove: '1000' });
    const file = await addFile(client, subjects.posting);
    const ctx = contextFor(client, company.id, async () => {
      expect((await client.delete(`/api/evidence/${file.id}`)).status).toBe(204);
    });
    const input = { through: '2026-01-31' };
    const rows = await readTogether(db, closeMonthReads(contextFor(client, company.id), input));
    await expect(closeMonth(ctx, input, rows)).rejects.toMatchObject({
      code: 'conflict',
    });
    expect((await bodyOf<{ state: string }>(await client.get(JANUARY))).state).toBe('open');
  });
});
