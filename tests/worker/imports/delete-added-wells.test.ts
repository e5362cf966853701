import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import type { AddedWellsDeleted, AddedWellsPreview } from '~/schemas/imports/added-wells';
import type { MassUploadView } from '~/schemas/imports/mass-upload';
import type { WellView } from '~/schemas/wells/well-views';
import { addedWellsReads, deleteAddedWells } from '~/services/imports/delete-uploaded-wells.server';
import { readTogether } from '~/services/platform/reads.server';
import { bodyOf, close, expectBooksToCheck, postingsOf, reversePosting } from '../../support/books';
import { addLayer } from '../../support/layers';
import {
  type CsvRow,
  csvOf,
  deliver,
  deliverInterrupted,
  LAYER_ROW,
  queueUpload,
  stateOf,
  upload,
  WELL_ROW,
} from '../../support/mass-upload';
import { expectRefusal } from '../../support/refusals';
import { allRows, auditOf } from '../../support/tables';
import { contextAt } from '../../support/upload';
import { type SignedIn, signInToNewCompany } from '../../support/worker';

const OUTDATED = {
  message: 'These wells changed after the preview. Review what will be deleted, then delete again.',
};
const wellRows = (...codes: string[]): CsvRow[] => codes.map((wellCode) => ({ ...WELL_ROW, wellCode }));
const withLayer = (row: CsvRow): CsvRow => ({ ...row, ...LAYER_ROW });

const send = (client: SignedIn, id: string, given: object = {}, query = '') =>
  client.post(`/api/wells/mass-upload/${id}/delete-wells${query}`, given);
const previewOf = async (client: SignedIn, id: string, given: object = {}) =>
  bodyOf<AddedWellsPreview>(await send(client, id, given, '?preview=true'));
const resultOf = async (client: SignedIn, id: string) =>
  bodyOf<MassUploadView>(await client.get(`/api/wells/mass-upload/${id}`));
const wellsOf = async (client: SignedIn) =>
  bodyOf<WellView[]>(await client.get('/api/wells/with-custom-fields'));
const codesOf = async (client: SignedIn) => (await wellsOf(client)).map(({ wellCode }) => wellCode);

async function reverseUpload(client: SignedIn, id: string, given: object = {}): Promise<void> {
  const { postingId } = (await resultOf(client, id)).posted!;
  await bodyOf(await reversePosting(client, postingId, { wholeUpload: true, ...given }), 201);
}

async function imported(rows: CsvRow[]) {
  const { client, company } = await signInToNewCompany();
  const { job, rejected } = await upload(client, company.id, rows);
  expect(rejected).toEqual([]);
  const change = async (wellCode: string, changed: object) => {
    const well = (await wellsOf(client)).find((one) => one.wellCode === wellCode)!;
    return bodyOf<WellView>(await client.put(`/api/wells/${well.id}`, { ...well, ...changed }));
  };
  return { client, company, id: job.massUploadId, change };
}

describe('the wells that an upload added', () => {
  it('are deleted together, and only they; their codes become free, and the audit log keeps their values', async () => {
    const { client, company } = await signInToNewCompany();
    await upload(client, company.id, wellRows('Before'));
    const { job } = await upload(client, company.id, wellRows('A-1', 'A-2', 'A-3'), { rowsAtATime: 2 });
    await upload(client, company.id, wellRows('After'));
    const id = job.massUploadId;
    expect((await resultOf(client, id)).addedWells).toEqual({ total: 3, left: 3 });
    const preview = await previewOf(client, id);
    expect(preview).toMatchObject({
      fileName: 'wells.csv',
      wells: 3,
      changed: 0,
      deletedBefore: 0,
      staying: [],
      keepsUpdates: false,
    });
    const [lost] = (await wellsOf(client)).filter(({ wellCode }) => wellCode === 'A-1');
    const { reviewed } = preview;
    expect(await bodyOf<AddedWellsDeleted>(await send(client, id, {}, `?reviewed=${reviewed}`))).toEqual({
      wells: 3,
      stayed: 0,
    });
    expect(await codesOf(client)).toEqual(['After', 'Before']);
    expect(await bodyOf(await client.get('/api/wells?search=A-1'))).toEqual([]);
    expect((await client.get(`/api/wells/${lost!.id}`)).status).toBe(404);
    const [deleted] = await auditOf(lost!.id, 'well');
    expect(deleted).toMatchObject({
      action: 'well.deleted',
      userId: client.userId,
      companyId: company.id,
      oldValues: {
        well: { id: lost!.id, wellCode: 'A-1', version: 1 },
        layers: [],
        movements: [],
        movementCount: 0,
      },
    });
    const act = (await auditOf(id, 'mass_upload')).at(-1);
    expect(act).toMatchObject({ action: 'mass_upload.wells_deleted', newValues: { wells: 3, stayed: 0 } });
    expect((await resultOf(client, id)).addedWells).toEqual({ total: 3, left: 0 });
    await expectRefusal(() => send(client, id), 409, {
      message: 'None of the wells that this upload added can be deleted.',
    });
    // The corrected file can be imported.
    const again = await upload(client, company.id, wellRows('A-1', 'A-2', 'A-3'));
    expect(again.rejected).toEqual([]);
    expect(await previewOf(client, id)).toMatchObject({ wells: 0, deletedBefore: 3 });
    await expectBooksToCheck(client);
  });

  it('stay while they have layers, until the upload’s postings are reversed', async () => {
    const rows = [...wellRows('Bare'), ...wellRows('L-1', 'L-2').map(withLayer)];
    const { client, company, id } = await imported(rows);
    const [first, second] = (await wellsOf(client)).filter(({ wellCode }) => wellCode.startsWith('L'));
    expect(await previewOf(client, id)).toMatchObject({
      wells: 1,
      staying: [
        {
          reason: 'layers',
          wells: 2,
          examples: [
            { wellId: first!.id, wellCode: 'L-1' },
            { wellId: second!.id, wellCode: 'L-2' },
          ],
        },
      ],
    });
    await reverseUpload(client, id, { reason: 'Wrong file' });
    expect(await previewOf(client, id)).toMatchObject({ wells: 3, staying: [] });
    const before = (await postingsOf(client)).length;
    expect(await bodyOf(await send(client, id))).toEqual({ wells: 3, stayed: 0 });
    expect(await codesOf(client)).toEqual([]);
    // Deleting posts nothing, and the audit log has the layer with its movements.
    expect((await postingsOf(client)).length).toBe(before);
    const [deleted] = (await auditOf(first!.id, 'well')).filter(({ action }) => action === 'well.deleted');
    expect(deleted!.oldValues).toMatchObject({ layers: [{ layerNumber: 1 }], movementCount: 2 });
    await expectBooksToCheck(client);
    const again = await upload(client, company.id, rows);
    expect(again.rejected).toEqual([]);
    await expectBooksToCheck(client);
  });

  it('also stay for the reasons that protect a single well: amounts in closed periods, and a reversal on a later day', async () => {
    const late = await imported(wellRows('Late', 'Bare').map((row, at) => (at === 0 ? withLayer(row) : row)));
    await reverseUpload(late.client, late.id, { reason: 'Wrong', date: '2026-01-10' });
    expect(await previewOf(late.client, late.id)).toMatchObject({
      wells: 1,
      staying: [{ reason: 'reversed-later', wells: 1, examples: [{ wellCode: 'Late' }] }],
    });
    const closed = await imported(wellRows('Closed').map(withLayer));
    await reverseUpload(closed.client, closed.id, { reason: 'Wrong' });
    await close(closed.client, '2020-01-31');
    expect(await previewOf(closed.client, closed.id)).toMatchObject({
      wells: 0,
      staying: [{ reason: 'closed', wells: 1 }],
    });
    const [well] = await wellsOf(closed.client);
    await expectRefusal(() => closed.client.delete(`/api/wells/${well!.id}`), 409, {
      message: 'This well has amounts in closed periods. Settle, sell or reverse it instead.',
    });
  });

  it('stay if someone has worked on them since; changed wells are deleted only on request', async () => {
    const { client, company, id, change } = await imported(wellRows('A', 'B', 'C', 'D'));
    await change('B', { wellName: 'By hand' });
    const [, , third] = await wellsOf(client);
    await bodyOf(await client.post('/api/evidence', { subject: 'well', id: third!.id, note: 'Seen' }), 201);
    // Another file changes one of them, which doesn't count as this upload's own change.
    const { rejected } = await upload(client, company.id, [
      { ...WELL_ROW, wellCode: 'D', wellName: 'By file', wellVersion: '1' },
    ]);
    expect(rejected).toEqual([]);
    expect(await previewOf(client, id)).toMatchObject({
      wells: 1,
      changed: 2,
      staying: [
        { reason: 'evidence', wells: 1, examples: [{ wellCode: 'C' }] },
        { reason: 'changed', wells: 2, examples: [{ wellCode: 'B' }, { wellCode: 'D' }] },
      ],
    });
    const all = await previewOf(client, id, { includeChanged: true });
    expect(all).toMatchObject({ wells: 3, changed: 2, staying: [{ reason: 'evidence' }] });
    // The request must match what was reviewed.
    await expectRefusal(() => send(client, id, {}, `?reviewed=${all.reviewed}`), 409, OUTDATED);
    const given = { includeChanged: true };
    expect(await bodyOf(await send(client, id, given, `?reviewed=${all.reviewed}`))).toEqual({
      wells: 3,
      stayed: 1,
    });
    expect(await codesOf(client)).toEqual(['C']);
  });

  it('the preview says that updates of existing wells stay, if the upload may have made any', async () => {
    const { client, company } = await imported(wellRows('A'));
    const changed = { ...WELL_ROW, wellCode: 'A', wellName: 'Other', wellVersion: '1' };
    const { job } = await upload(client, company.id, [changed, ...wellRows('New')]);
    expect(await previewOf(client, job.massUploadId)).toMatchObject({ wells: 1, keepsUpdates: true });
    await bodyOf(await send(client, job.massUploadId));
    expect((await wellsOf(client)).map(({ wellCode, wellName }) => [wellCode, wellName])).toEqual([
      ['A', 'Other'],
    ]);
  });

  it('can’t be deleted by another company or a viewer, or while the upload is running', async () => {
    const { client, company, id } = await imported(wellRows('A'));
    const other = await signInToNewCompany();
    await expectRefusal(() => send(other.client, id), 404, { message: 'Upload not found' });
    const viewer = await signInToNewCompany('viewer');
    await expectRefusal(() => send(viewer.client, id), 403, { message: 'Company admin role required' });
    await expectRefusal(() => send(client, 'none'), 404, { message: 'Upload not found' });
    const waiting = await queueUpload(client, company.id, csvOf(wellRows('Later')));
    await expectRefusal(() => send(client, waiting.massUploadId, {}, '?preview=true'), 409, {
      message: 'This upload is still running. Wait until it finishes, then delete its wells.',
    });
    await deliver(waiting);
    expect(await previewOf(client, waiting.massUploadId)).toMatchObject({ wells: 1 });
  });
});

describe('concurrent changes', () => {
  /** Runs a deletion whose reads are followed by another change before it writes. */
  async function overtaken(
    client: SignedIn,
    companyId: string,
    id: string,
    meanwhile: () => Promise<unknown>,
  ) {
    const ctx = contextAt(client, companyId, new Date());
    const rows = await readTogether(ctx.db, addedWellsReads(ctx, id));
    await meanwhile();
    const before = await allRows();
    const given = { includeChanged: false };
    await expect(deleteAddedWells(ctx, id, given, rows)).rejects.toMatchObject({
      code: 'conflict',
      ...OUTDATED,
    });
    expect(await allRows()).toEqual(before);
  }

  it('a change to one of the wells between reading and deleting aborts the whole deletion', async () => {
    const { client, company, id, change } = await imported(wellRows('A', 'B', 'C'));
    const [first, , third] = await wellsOf(client);
    await overtaken(client, company.id, id, () => addLayer(client, first!.id));
    await overtaken(client, company.id, id, () => change('B', { wellName: 'By hand' }));
    await overtaken(client, company.id, id, () => client.delete(`/api/wells/${third!.id}`));
    expect(await codesOf(client)).toEqual(['A', 'B']);
  });

  it('a chunk of another file that changes a well is planned again when the well is deleted', async () => {
    const { client, company, id } = await imported(wellRows('A'));
    const row = { ...WELL_ROW, wellCode: 'A', wellName: 'Changed', wellVersion: '1' };
    const job = await queueUpload(client, company.id, csvOf([row]));
    await deliverInterrupted(job, () => send(client, id));
    expect(await stateOf(job)).toMatchObject({ status: 'done', successful_rows: 0, failed_rows: 1 });
  });

  it('a layer added after the preview aborts the deletion, and every well stays', async () => {
    const { client, id } = await imported(wellRows('A', 'B'));
    const { reviewed } = await previewOf(client, id);
    const [well] = await wellsOf(client);
    await addLayer(client, well!.id, { calculationDate: '2026-01-01' });
    await expectRefusal(() => send(client, id, {}, `?reviewed=${reviewed}`), 409, OUTDATED);
    const { staying, ...next } = await previewOf(client, id);
    expect(staying).toMatchObject([{ reason: 'layers', wells: 1 }]);
    expect(await bodyOf(await send(client, id, {}, `?reviewed=${next.reviewed}`))).toEqual({
      wells: 1,
      stayed: 1,
    });
    expect(await codesOf(client)).toEqual(['A']);
    await expectBooksToCheck(client);
  });

  it('only one of two deletions succeeds', async () => {
    const { client, id } = await imported(wellRows('A', 'B', 'C'));
    const { reviewed } = await previewOf(client, id);
    const answers = await Promise.all([
      send(client, id, {}, `?reviewed=${reviewed}`),
      send(client, id, {}, `?reviewed=${reviewed}`),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const { results } = await env.DB.prepare(
      `select count(*) as times from audit_log where company_id = (select company_id from mass_upload where id = ?)
       and action = 'well.deleted'`,
    )
      .bind(id)
      .all<{ times: number }>();
    expect(results).toEqual([{ times: 3 }]);
  });

  it('racing layers and deletions leave no layer on a deleted well', async () => {
    for (let time = 0; time < 4; time += 1) {
      const { client, id } = await imported(wellRows('A', 'B'));
      const [well] = await wellsOf(client);
      const layer = { wellId: well!.id, layerType: 'initial', pAndACost: '100000', wellLifespan: 25 };
      const terms = { discountRate: '8', inflationRate: '2.5', calculationDate: '2026-01-01' };
      const [added] = await Promise.all([
        client.post('/api/aro-layers/calculate', { ...layer, ...terms }),
        send(client, id),
      ]);
      const left = await codesOf(client);
      if (added.status === 201) expect(left).toContain('A');
      else expect(left).toEqual([]);
      await expectBooksToCheck(client);
    }
  });
});
