import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { APIRequestContext } from '@playwright/test';
import { fireCron, get, type Load, post, signIn, startLoad } from './kill-load';
import { launchApp } from './launch-app';

const ADMIN = 'admin@example.com';
const SWITCHER = 'switcher@example.com';
const LONGEST_JOB_MS = 300_000;
/** After this many writes, the Worker is killed in any case. */
const MOST_WRITES = 60;

/** More than the Worker writes in one batch, so that an upload can be killed midway. */
const UPLOADED_ROWS = 6_000;
/** For kills timed by something else, which a long upload would only delay. */
const FEWER_ROWS = 600;

type Moment = { what: string; uploadedRows?: number; isNow: (load: Load, state: Stored) => boolean };

/** When to kill the Worker, by its progress and not by the clock. */
const MOMENTS: Moment[] = [
  { what: 'in the middle of an upload', isNow: (_, { processed }) => processed > 0 },
  {
    what: 'in the middle of a month-end',
    uploadedRows: FEWER_ROWS,
    isNow: (_, { monthEnds }) => monthEnds > 0,
  },
  { what: 'after some writes', isNow: (load) => load.count() >= 5 },
  { what: 'after more writes', isNow: (load) => load.count() >= 25 },
];

/** Unfinished work: rows written by running uploads, unfinished uploads, and running month-ends. */
type Stored = { processed: number; uploads: number; monthEnds: number };

export type Kill = { moment: string; writes: number; unanswered: number } & Stored;

/**
 * Kills the whole local stack under load and restarts it, again and again. After each kill, checks that everything confirmed exists
 * exactly once, that uploads and month-ends finish, and that books and seals check out.
 * @returns the state that each kill found
 * @throws AssertionError for anything lost, doubled or stuck
 */
export async function surviveKills(
  kills: number,
  port: number,
  say: (kill: Kill) => void = () => {},
): Promise<Kill[]> {
  const stateDir = await mkdtemp(join(tmpdir(), 'aro-kills-'));
  const launch = () => launchApp({ port, idpPort: port + 1, stateDir, seed: 'none' });
  const met: Kill[] = [];
  let app: Awaited<ReturnType<typeof launch>> | null = await launch();
  try {
    const origin = `http://localhost:${port}`;
    const [admin, switcher] = [await signIn(origin, ADMIN), await signIn(origin, SWITCHER)];
    const home = await addCompany(admin, 'HOME', [admin, switcher]);
    for (let round = 1; round <= kills; round += 1) {
      const company = await addCompany(admin, `ROUND-${round}`, [admin, switcher]);
      await post(admin, '/api/companies/select', { companyId: company });
      const selected = await selectedBy(switcher);
      const moment = MOMENTS[(round - 1) % MOMENTS.length]!;
      const { uploadedRows = UPLOADED_ROWS } = moment;
      const load = startLoad(admin, { switcher, companies: [home, company], round, uploadedRows });
      const isTime = (state: Stored) => moment.isNow(load, state) || load.count() >= MOST_WRITES;
      await until(stateDir, isTime);
      await app.kill();
      app = null;
      await load.ended;
      const kill = {
        moment: moment.what,
        writes: load.count(),
        unanswered: load.unanswered.length,
        // The state left by the Worker, which may have progressed since the kill was decided.
        ...(await until(stateDir, () => true)),
      };
      app = await launch();
      await check(admin, switcher, load, selected);
      met.push(kill);
      say(kill);
    }
    await Promise.all([admin.dispose(), switcher.dispose()]);
    return met;
  } finally {
    await app?.stop();
    await rm(stateDir, { recursive: true, force: true });
  }
}

async function addCompany(
  admin: APIRequestContext,
  code: string,
  members: APIRequestContext[],
): Promise<string> {
  const { id: companyId } = await post<{ id: string }>(admin, '/api/admin/companies', { name: code, code });
  for (const member of members) {
    const { id } = await get<{ id: string }>(member, '/api/auth/user');
    await post(admin, `/api/admin/users/${id}/companies`, { companyId, role: 'admin' });
  }
  return companyId;
}

async function selectedBy(person: APIRequestContext): Promise<string | null> {
  return (await get<{ selectedCompanyId: string | null }>(person, '/api/auth/user')).selectedCompanyId;
}

type Well = { id: string; wellCode: string };

/** @param selected company that the switcher had selected before the load */
async function check(
  admin: APIRequestContext,
  switcher: APIRequestContext,
  { acknowledged, unanswered, uploadedRows }: Load,
  selected: string | null,
): Promise<void> {
  const mayBeSelected = [acknowledged.selected ?? selected, ...unanswered.map(({ body }) => body.companyId)];
  const nowSelected = await selectedBy(switcher);
  assert.ok(mayBeSelected.includes(nowSelected), `selected is ${nowSelected}, not one of ${mayBeSelected}`);

  for (const { path, body, key } of unanswered) {
    const from = path === '/api/companies/select' ? switcher : admin;
    const headers = { 'Idempotency-Key': key, Prefer: 'respond-async' };
    const again = await from.post(path, { data: body, headers });
    const text = await again.text();
    // Executed now, or before the kill, with the response either stored or lost with the Worker. Accretion may have been posted past it.
    assert.ok(again.ok() || [400, 409].includes(again.status()), `${path}: ${again.status()} ${text}`);
  }

  await untilOver(admin);
  const uploads = await get<{ jobId: string; status: string; progress: Record<string, number> }[]>(
    admin,
    '/api/wells/mass-upload',
  );
  assert.ok(uploads.length >= acknowledged.uploads.length, 'uploads');
  for (const { jobId, status, progress } of uploads) {
    assert.deepEqual(
      [status, progress.successful, progress.failed],
      ['done', uploadedRows, 0],
      'an upload that is done',
    );
    const { results } = await get<{ results: { totalProcessed: number; errors: unknown[] } }>(
      admin,
      `/api/wells/mass-upload/${jobId}`,
    );
    assert.deepEqual([results.totalProcessed, results.errors], [uploadedRows, []], 'its results');
  }

  const wells = await get<Well[]>(admin, '/api/wells');
  const layers = await get<{ wellId: string }[]>(admin, '/api/aro-layers');
  const codes = wells.map(({ wellCode }) => wellCode);
  assert.equal(new Set(codes).size, codes.length, 'wells are there once');
  assert.deepEqual(missing(acknowledged.wells, codes), [], 'wells that are lost');
  const uploaded = codes.filter((code) => code.startsWith('U')).length;
  assert.equal(uploaded, uploads.length * uploadedRows, 'wells of uploads');
  const codeOf = new Map(wells.map(({ id, wellCode }) => [id, wellCode]));
  const calculated = layers.map(({ wellId }) => codeOf.get(wellId)!);
  assert.equal(new Set(calculated).size, calculated.length, 'layers are there once');
  assert.deepEqual(missing(acknowledged.layers, calculated), [], 'layers that are lost');
  const uploadedLayers = calculated.filter((code) => code.startsWith('U')).length;
  assert.equal(uploadedLayers, uploaded, 'layers of uploads');

  for (const day of acknowledged.accretion) {
    const posted = await get<unknown[]>(admin, `/api/accretion?periodEnd=${day}&limit=1`);
    assert.equal(posted.length, 1, `accretion through ${day} is lost`);
  }

  const books = await get<{ ok: boolean; differences: unknown[] }>(admin, '/api/books/check');
  assert.deepEqual(books.differences, []);
  assert.ok(books.ok, 'the books check out');
  await fireCron(admin, '15 * * * *');
  const seals = await eventually(
    () => post<{ ok: boolean; seals: number; difference: unknown }>(admin, '/api/books/verify'),
    (found) => found.seals > 0,
    'no seal was made',
  );
  assert.deepEqual([seals.ok, seals.difference], [true, null], 'the seals verify');
}

/** Waits until uploads and month-ends finish, and fails if any is stuck. */
async function untilOver(admin: APIRequestContext): Promise<void> {
  await eventually(
    () => get<{ finishedAt: string | null }[]>(admin, '/api/wells/mass-upload'),
    (uploads) => uploads.every(({ finishedAt }) => finishedAt !== null),
    'an upload is stuck',
  );
  const runs = await eventually(
    () => get<{ status: string }[]>(admin, '/api/accretion/month-ends'),
    (found) => found.every(({ status }) => status !== 'running'),
    'a month-end is stuck',
  );
  assert.deepEqual(
    runs.filter(({ status }) => !['done', 'skipped'].includes(status)),
    [],
    'month-ends that failed',
  );
}

async function eventually<T>(
  read: () => Promise<T>,
  isThere: (found: T) => boolean,
  otherwise: string,
): Promise<T> {
  for (const deadline = Date.now() + LONGEST_JOB_MS; ; ) {
    const found = await read();
    if (isThere(found)) return found;
    assert.ok(Date.now() < deadline, `${otherwise}: ${JSON.stringify(found).slice(0, 500)}`);
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

function missing(expected: string[], found: string[]): string[] {
  const there = new Set(found);
  return expected.filter((one) => !there.has(one));
}

/** Reads the database file, because the Worker is too busy to respond. @returns the state once `isTime` accepts it */
async function until(stateDir: string, isTime: (state: Stored) => boolean): Promise<Stored> {
  const folder = join(stateDir, 'v3/d1/miniflare-D1DatabaseObject');
  const file = readdirSync(folder).find((name) => name.endsWith('.sqlite') && name !== 'metadata.sqlite');
  const database = new DatabaseSync(join(folder, file ?? ''), { timeout: 5_000, readOnly: true });
  const unfinished = database.prepare(`
    select
      (select coalesce(sum(processed_rows), 0) from mass_upload where status = 'processing') as processed,
      (select count(*) from mass_upload where status in ('queued', 'processing')) as uploads,
      (select count(*) from month_end_run where status = 'running') as monthEnds`);
  try {
    for (;;) {
      const state = { ...unfinished.get() } as Stored;
      if (isTime(state)) return state;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  } finally {
    database.close();
  }
}
