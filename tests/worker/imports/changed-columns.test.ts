import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { customTarget } from '~/domain/imports/targets';
import { startMassUpload } from '~/services/imports/mass-upload.server';
import { companyWithFields, putFields, TEXT_FIELDS } from '../../support/custom-fields';
import {
  checkRows,
  csvOf,
  deliver,
  deliverInterrupted,
  type MassUploadJob,
  queueUpload,
  stateOf,
  WELL_ROW,
} from '../../support/mass-upload';
import { contextAt, uploadFile } from '../../support/upload';
import { ORIGIN, type SignedIn } from '../../support/worker';

const CHANGED = {
  status: 'failed',
  successful_rows: 0,
  failure:
    'The company’s custom fields changed, so the file’s columns no longer match. The import stopped. Check the columns, then upload the remaining rows.',
};
const [A, B] = TEXT_FIELDS;
const ROWS = ['A-1', 'A-2'].map((wellCode) => ({ ...WELL_ROW, wellCode, a: 'one', b: 'two' }));
const TURNED = [
  { ...B, order: 0 },
  { ...A, order: 1 },
];
const RENAMED = [{ ...A, fieldName: 'renamed', displayName: 'Renamed' }, B];

/** Starts an upload whose queue message is not delivered yet. */
async function start(client: SignedIn, companyId: string, more: object = {}): Promise<MassUploadJob> {
  const uploadURL = await uploadFile(client, csvOf(ROWS));
  const JOBS = { sendBatch: async () => {} };
  const ctx = { ...contextAt(client, companyId, new Date()), env: { ...env, JOBS } as unknown as Env };
  return { companyId, massUploadId: await startMassUpload(ctx, { uploadURL, ...more }, ORIGIN) };
}

describe('an upload with columns mapped to custom fields', () => {
  it.each([
    ['renamed', RENAMED],
    ['deleted', [B]],
  ])('fails if a field was %s before the message arrives', async (_, fields) => {
    const { client, company } = await companyWithFields([...TEXT_FIELDS]);
    const job = await start(client, company.id);
    await putFields(client, company.id, fields);
    await deliver(job);
    expect(await stateOf(job)).toMatchObject(CHANGED);
  });

  it('fails if a field is renamed between its chunks, and keeps what was imported before', async () => {
    const { client, company } = await companyWithFields([...TEXT_FIELDS]);
    const job = await start(client, company.id);
    let chunks = 0;
    const meanwhile = async () => {
      chunks += 1;
      if (chunks === 2) await putFields(client, company.id, RENAMED);
    };
    await deliverInterrupted(job, meanwhile, { times: 2, rowsAtATime: 1 });
    expect(await stateOf(job)).toMatchObject({ ...CHANGED, successful_rows: 1 });
  });

  it('fails if a field is renamed after the review', async () => {
    const { client, company } = await companyWithFields([...TEXT_FIELDS]);
    const { reviewed } = await checkRows(client, ROWS);
    const job = await queueUpload(client, company.id, csvOf(ROWS), { reviewed });
    await putFields(client, company.id, RENAMED);
    await deliver(job);
    expect(await stateOf(job)).toMatchObject(CHANGED);
  });

  it('continues if fields were added or reordered', async () => {
    const { client, company } = await companyWithFields([...TEXT_FIELDS]);
    const job = await start(client, company.id);
    await putFields(client, company.id, [
      { ...A, id: 'field_3', fieldName: 'c', displayName: 'C' },
      ...TURNED,
    ]);
    await deliver(job);
    expect(await stateOf(job)).toMatchObject({ status: 'done', successful_rows: 2 });
    expect(await (await client.get('/api/wells/with-custom-fields')).json()).toMatchObject(
      ROWS.map(({ wellCode }) => ({ wellCode, customFields: { a: 'one', b: 'two' } })),
    );
  });

  it('fails if its mapped cells were read before the fields were reordered', async () => {
    const { client, company } = await companyWithFields([...TEXT_FIELDS]);
    const columns = Object.keys(ROWS[0]!).map((title) => ({
      title,
      to: title.length === 1 ? customTarget(title) : title,
    }));
    const job = await start(client, company.id, { mapping: { columns } });
    await deliverInterrupted(job, () => putFields(client, company.id, TURNED));
    expect(await stateOf(job)).toMatchObject(CHANGED);
  });
});
