import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import { failMassUpload, processMassUpload } from '~/services/imports/process-mass-upload.server';
import { type Fault, InjectedFailure, withFault } from '../../support/faults';
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

const ADDITIONAL = {
  ...WELL_ROW,
  ...LAYER_ROW,
  layerType: 'additional',
  measurement: 'increment',
  calculationDate: '2021-01-01',
};

/**
 * A bit of everything: wells, layers for new and existing wells, opening balances, decreases, rejected rows; in
 * chunks of three.
 */
const FILE = csvOf([
  { ...WELL_ROW, wellCode: 'A' },
  { ...WELL_ROW, ...LAYER_ROW, wellCode: 'B' },
  { ...WELL_ROW, ...LAYER_ROW, wellCode: 'C', aroValue: '25000', currentAroValue: '26000' },
  { ...ADDITIONAL, wellCode: 'B', pAndACost: '20000' },
  { ...ADDITIONAL, wellCode: 'OLD', pAndACost: '20000', currentAroValue: '6000' },
  { ...ADDITIONAL, wellCode: 'B', measurement: '', aroValue: '-1000' },
  { ...WELL_ROW, wellCode: 'a' },
  { ...WELL_ROW, wellCode: 'D', activeDate: '' },
  { ...WELL_ROW, wellCode: 'D' },
  { ...ADDITIONAL, wellCode: 'D' },
] satisfies CsvRow[]);
const ROWS_AT_A_TIME = 3;

/** A company's rows in each table, with names instead of numbers that are global across companies. */
const STATE: Record<string, string> = {
  well: 'select * from well where company_id = ?1',
  layer: `select w.well_code, l.* from layer l join well w on w.ledger_id = l.well where w.company_id = ?1`,
  posting: `select p.*, w.well_code, (select count(*) from posting earlier where earlier.act = p.act and earlier.id < p.id) as place
    from posting p join company c on c.ledger_id = p.company left join well w on w.ledger_id = p.well where c.id = ?1`,
  movement: `select p.kind as posting_kind, p.day, w.well_code, l.layer_number, m.* from movement m join posting p on p.id = m.posting
    join layer l on l.id = m.layer join well w on w.ledger_id = l.well where w.company_id = ?1`,
  audit_log: 'select * from audit_log where company_id = ?1',
  mass_upload: 'select * from mass_upload where company_id = ?1',
  mass_upload_rejection: 'select * from mass_upload_rejection where company_id = ?1',
};
/** Columns with global counters, or with times before the upload. */
const COUNTED: Record<string, string[]> = {
  well: ['ledger_id'],
  layer: ['id', 'company', 'well', 'recognized_by', 'last_posting'],
  posting: ['id', 'act', 'company', 'well', 'reverses'],
  movement: ['posting', 'layer'],
  audit_log: ['id'],
  mass_upload: ['created_at'],
  mass_upload_rejection: [],
};

let client: SignedIn;
const companies = new Map<string, string>();

beforeAll(async () => {
  client = await signIn();
});

/** Creates a company with one existing well and queues the file. */
async function prepare(file = FILE): Promise<MassUploadJob> {
  const company = await makeCompany();
  const admin = await signIn({ memberships: [{ companyId: company.id, role: 'admin' }] });
  const old = await addWell(admin, { ...WELL_ROW, wellCode: 'OLD' } as Parameters<typeof addWell>[1]);
  await addLayer(admin, old.id);
  companies.set(company.id, old.id);
  return queueUpload(client, company.id, file);
}

/** The company's rows, with company-specific ids replaced by words. */
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
  for (const [table, query] of Object.entries(STATE)) {
    const { results } = await env.DB.prepare(query).bind(companyId).all<Record<string, unknown>>();
    state[table] = results
      // Leaves out the existing well, its layer, and the user who added them.
      .filter((row) => !isOld(table, row))
      .map((row) => {
        let text = JSON.stringify(
          Object.fromEntries(Object.entries(row).filter(([name]) => !COUNTED[table]!.includes(name))),
        );
        for (const [from, to] of words) text = text.replaceAll(from, to);
        return text;
      })
      .sort();
  }
  return state;
}

function isOld(table: string, row: Record<string, unknown>): boolean {
  if (table === 'audit_log' || table === 'posting') return row.user_id !== client.userId;
  return row.well_code === 'OLD' && (row.layer_number === undefined || row.layer_number === 1);
}

async function deliverWithFault(job: MassUploadJob, fault: Fault | null): Promise<number> {
  const { bindings, calls } = withFault(env, fault);
  await processMassUpload(messageContext(bindings), job, { rowsAtATime: ROWS_AT_A_TIME });
  return calls.length;
}

async function cleanRun() {
  const job = await prepare();
  const calls = await deliverWithFault(job, null);
  return { calls, state: await endState(job) };
}

describe('an upload', () => {
  it('imports what its rows say', async () => {
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
      ['layer', 5],
      // The second chunk posts an increase, a decrease with the accretion before it, and an opening balance.
      ['posting', 2 + 4],
      ['movement', 2 + 3 + 2],
      // For the wells of two chunks, the acts of two chunks, and the end.
      ['audit_log', 2 + 2 + 1],
      ['mass_upload', 1],
      ['mass_upload_rejection', 3],
    ]);
  });

  it.each([2, 3])('delivered %d times has the same result', async (times) => {
    const { state } = await cleanRun();
    const job = await prepare();
    for (let time = 0; time < times; time += 1) await deliver(job, ROWS_AT_A_TIME);
    expect(await endState(job)).toEqual(state);
  });

  it.each([2, 3, 5])('delivered %d times concurrently has the same result', async (times) => {
    const { state } = await cleanRun();
    for (let round = 0; round < 3; round += 1) {
      const job = await prepare();
      await Promise.all(Array.from({ length: times }, () => deliver(job, ROWS_AT_A_TIME)));
      expect(await endState(job)).toEqual(state);
    }
  });

  it('delivered concurrently with different chunk sizes imports each row once', async () => {
    const job = await prepare();
    await Promise.all([1, 2, 3, 4, 7].map((rowsAtATime) => deliver(job, rowsAtATime)));
    expect(await stateOf(job)).toMatchObject({ status: 'done', successful_rows: 7, failed_rows: 3 });
    const { state } = await cleanRun();
    const { well, layer, mass_upload_rejection } = await endState(job);
    expect({ well, layer, mass_upload_rejection }).toEqual({
      well: state.well,
      layer: state.layer,
      mass_upload_rejection: state.mass_upload_rejection,
    });
  });

  it('interrupted before or after any call and delivered again has the same result', async () => {
    const { calls, state } = await cleanRun();
    // One call reads the turn, two read the file, and each of four chunks takes one read and one write.
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

  it('interrupted repeatedly, each time a little later, has the same result', async () => {
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

  it('interrupted during concurrent deliveries has the same result', async () => {
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

  it('abandoned at any point keeps its rows and writes no more', async () => {
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
      expect(after.well!.length + after.layer!.length).toBeGreaterThanOrEqual(successful_rows);
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
