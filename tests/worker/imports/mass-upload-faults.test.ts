import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import { failMassUpload, processMassUpload } from '~/services/imports/process-mass-upload.server';
import { contextWithFault, type Fault, InjectedFailure } from '../../support/faults';
import { addLayer, addWell } from '../../support/layers';
import {
  type CsvRow,
  csvOf,
  deliver,
  LAYER_ROW,
  type MassUploadJob,
  messageContext,
  queueUpload,
  stateOf,
  WELL_ROW,
} from '../../support/mass-upload';
import { makeCompany, type SignedIn, signIn } from '../../support/worker';

const ADDITIONAL = { ...WELL_ROW, ...LAYER_ROW, layerType: 'additional', calculationDate: '2021-01-01' };

/** Of everything something: wells, layers for new and for old wells, open balances, refusals; in chunks of three. */
const FILE = csvOf([
  { ...WELL_ROW, wellCode: 'A' },
  { ...WELL_ROW, ...LAYER_ROW, wellCode: 'B', currentAroValue: '30000' },
  { ...WELL_ROW, ...LAYER_ROW, wellCode: 'C', aroValue: '25000', currentAroValue: '26000' },
  { ...ADDITIONAL, wellCode: 'B', pAndACost: '20000' },
  { ...ADDITIONAL, wellCode: 'OLD', pAndACost: '20000', currentAroValue: '6000' },
  { ...ADDITIONAL, wellCode: 'B', aroValue: '-1000' },
  { ...WELL_ROW, wellCode: 'a' },
  { ...WELL_ROW, wellCode: 'D', activeDate: '' },
  { ...WELL_ROW, wellCode: 'D' },
  { ...ADDITIONAL, wellCode: 'D' },
] satisfies CsvRow[]);
const ROWS_AT_A_TIME = 3;

const TABLES = [
  'well',
  'aro_layer',
  'accretion_record',
  'audit_log',
  'calculation_input',
  'mass_upload',
  'mass_upload_rejection',
];
/** Numbers that only count rows of whatever company, and moments before the upload. */
const UNCOUNTED = ['audit_log', 'calculation_input', 'accretion_record'];

let client: SignedIn;
const companies = new Map<string, string>();

beforeAll(async () => {
  client = await signIn();
});

/** A company with one old well, and the file on its way in. */
async function prepare(file = FILE): Promise<MassUploadJob> {
  const company = await makeCompany();
  const admin = await signIn({ memberships: [{ companyId: company.id, role: 'admin' }] });
  const old = await addWell(admin, { ...WELL_ROW, wellCode: 'OLD' } as Parameters<typeof addWell>[1]);
  await addLayer(admin, old.id);
  companies.set(company.id, old.id);
  return queueUpload(client, company.id, file);
}

/** All that the company has of it, with the ids that differ from company to company replaced by words. */
async function endState({ companyId, massUploadId }: MassUploadJob): Promise<Record<string, unknown[]>> {
  const fileId = await env.DB.prepare('select file_id from mass_upload where id = ?')
    .bind(massUploadId)
    .first<string>('file_id');
  const words = new Map([
    [massUploadId, 'UPLOAD'],
    [massUploadId.slice(0, 24), 'ROW-'],
    [companyId, 'COMPANY'],
    [companies.get(companyId)!, 'OLD-WELL'],
    [fileId!, 'FILE'],
  ]);
  const state: Record<string, unknown[]> = {};
  for (const table of TABLES) {
    const { results } = await env.DB.prepare(
      `select * from ${table} where company_id = ?1
       ${table === 'audit_log' || table === 'calculation_input' ? 'and user_id = ?2' : ''}`,
    )
      .bind(
        ...(table === 'audit_log' || table === 'calculation_input'
          ? [companyId, client.userId]
          : [companyId]),
      )
      .all<Record<string, unknown>>();
    state[table] = results
      // The old well and its layer came before.
      .filter(({ well_code, layer_number, layer_type, well_id }) => {
        const isOldLayer = layer_type === 'initial' && well_id === companies.get(companyId);
        return well_code !== 'OLD' && !(isOldLayer && layer_number === 1);
      })
      .map(({ id, created_at, ...row }) => {
        const isCounted = UNCOUNTED.includes(table);
        let text = JSON.stringify({
          ...(!isCounted && { id }),
          ...row,
          ...(table !== 'mass_upload' && { created_at }),
        });
        for (const [from, to] of words) text = text.replaceAll(from, to);
        return text;
      })
      .sort();
  }
  return state;
}

async function deliverWithFault(job: MassUploadJob, fault: Fault | null): Promise<number> {
  const { ctx, counted } = contextWithFault(messageContext(), fault);
  await processMassUpload(ctx, job, ROWS_AT_A_TIME);
  return counted.calls;
}

async function cleanRun() {
  const job = await prepare();
  const calls = await deliverWithFault(job, null);
  return { calls, state: await endState(job) };
}

describe('an upload', () => {
  it('comes to what its rows say', async () => {
    const job = await prepare();
    await deliver(job, ROWS_AT_A_TIME);
    expect(await stateOf(job)).toMatchObject({
      status: 'done',
      processed_rows: 10,
      successful_rows: 7,
      failed_rows: 3,
    });
    const state = await endState(job);
    expect(Object.entries(state).map(([table, rows]) => [table, rows.length])).toEqual([
      ['well', 4],
      ['aro_layer', 5],
      ['accretion_record', 3],
      // Of each well and layer, of the open balances of two chunks, and of the end.
      ['audit_log', 4 + 5 + 2 + 1],
      ['calculation_input', 5],
      ['mass_upload', 1],
      ['mass_upload_rejection', 3],
    ]);
  });

  it.each([2, 3])('delivered %d times comes to the same', async (times) => {
    const { state } = await cleanRun();
    const job = await prepare();
    for (let time = 0; time < times; time += 1) await deliver(job, ROWS_AT_A_TIME);
    expect(await endState(job)).toEqual(state);
  });

  it.each([2, 3, 5])('delivered %d times at once comes to the same', async (times) => {
    const { state } = await cleanRun();
    for (let round = 0; round < 3; round += 1) {
      const job = await prepare();
      await Promise.all(Array.from({ length: times }, () => deliver(job, ROWS_AT_A_TIME)));
      expect(await endState(job)).toEqual(state);
    }
  });

  it('delivered at once by Workers that cut it differently takes in each row once', async () => {
    const job = await prepare();
    await Promise.all([1, 2, 3, 4, 7].map((rowsAtATime) => deliver(job, rowsAtATime)));
    expect(await stateOf(job)).toMatchObject({ status: 'done', successful_rows: 7, failed_rows: 3 });
    const { state } = await cleanRun();
    const { well, aro_layer, mass_upload_rejection } = await endState(job);
    expect({ well, aro_layer, mass_upload_rejection }).toEqual({
      well: state.well,
      aro_layer: state.aro_layer,
      mass_upload_rejection: state.mass_upload_rejection,
    });
  });

  it('broken off at any call, before it or after, and delivered again comes to the same', async () => {
    const { calls, state } = await cleanRun();
    // One read of the turn, two of the file, and for each of four chunks one read and one write.
    expect(calls).toBeGreaterThan(12);
    for (const when of ['before', 'after'] as const) {
      for (let call = 1; call <= calls; call += 1) {
        const job = await prepare();
        await expect(deliverWithFault(job, { call, when })).rejects.toBeInstanceOf(Error);
        await deliver(job, ROWS_AT_A_TIME);
        expect([when, call, await endState(job)]).toEqual([when, call, state]);
      }
    }
  }, 120_000);

  it('broken off again and again, each time a little later, comes to the same', async () => {
    const { calls, state } = await cleanRun();
    const job = await prepare();
    for (let call = 1; call <= calls; call += 1) {
      for (const when of ['before', 'after'] as const) {
        await deliverWithFault(job, { call, when }).catch(rethrowOthers);
      }
    }
    await deliver(job, ROWS_AT_A_TIME);
    expect(await endState(job)).toEqual(state);
  });

  it('broken off while others deliver it comes to the same', async () => {
    const { calls, state } = await cleanRun();
    for (let call = 1; call <= calls; call += 2) {
      const job = await prepare();
      await Promise.all([
        deliverWithFault(job, { call, when: 'after' }).catch(rethrowOthers),
        deliver(job, ROWS_AT_A_TIME),
        deliverWithFault(job, { call: call + 1, when: 'before' }).catch(rethrowOthers),
      ]);
      await deliver(job, ROWS_AT_A_TIME);
      expect([call, await endState(job)]).toEqual([call, state]);
    }
  }, 60_000);

  it('given up at any moment keeps its rows, and writes none any more', async () => {
    const { calls } = await cleanRun();
    for (let call = 1; call <= calls; call += 1) {
      const job = await prepare();
      const isBrokenOff = await deliverWithFault(job, { call, when: 'before' }).then(
        () => false,
        rethrowOthers,
      );
      await failMassUpload(messageContext(), job);
      const { status, successful_rows, failed_rows } = await stateOf(job);
      const after = await endState(job);
      expect(after.mass_upload_rejection).toHaveLength(failed_rows);
      expect(after.well!.length + after.aro_layer!.length).toBeGreaterThanOrEqual(successful_rows);
      if (isBrokenOff !== false && status !== 'done') expect(status).toBe('failed');
      await deliver(job, ROWS_AT_A_TIME);
      expect(await endState(job)).toEqual(after);
    }
  }, 60_000);
});

function rethrowOthers(error: unknown): void {
  if (!(error instanceof Error)) throw error;
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof InjectedFailure) return;
  }
  throw error;
}
