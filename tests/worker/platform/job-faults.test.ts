import {
  createExecutionContext,
  createMessageBatch,
  createScheduledController,
  getQueueResult,
} from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { SealCheckView } from '~/schemas/audit/seal';
import { Job } from '~/schemas/platform/job';
import app from '../../../workers/app';
import wranglerToml from '../../../wrangler.toml?raw';
import { bodyOf, expectBooksToCheck } from '../../support/books';
import { FAULT_MODES, type Fault, withFault } from '../../support/faults';
import { addLayer, addWell } from '../../support/layers';
import { csvOf, LAYER_ROW, queueUpload, WELL_ROW } from '../../support/mass-upload';
import { uploadFile } from '../../support/upload';
import { type SignedIn, signInToNewCompany } from '../../support/worker';
import { stateOf, type WorldState } from '../../support/world-state';

/**
 * Runs every queue job and cron event with a fault at one of its calls to D1, KV, R2 and the queue. After its retry,
 * or after the next event, the state must equal that of a faultless run. `npm test` tries one call for each kind of
 * fault; `npm run fuzz -- faults` tries all of them.
 */
const ALL = env.FAULTS === 'all';
const QUEUE = 'aro-system-jobs';
const DAY = 86_400_000;
const NIGHTLY = '30 3 * * *';
const HOURLY = '15 * * * *';
const MONTHLY = '0 2 1 * *';

type Firm = { client: SignedIn; companyId: string; uploadId: string };
/** Runs the job with these bindings. @returns whether it finished; if not, it is delivered again */
type Run = (bindings: Env, firm: Firm) => Promise<boolean>;
type Work = {
  run: Run;
  /** The run that follows an event, whether it failed or not. */
  next?: Run;
  /** True when an upload is waiting. */
  hasUpload?: true;
  /** True when the company existed before the month-end of the events. */
  isOld?: true;
  /** State that a faultless run must reach. */
  done: (state: WorldState) => unknown;
};

beforeAll(() => {
  // The faults provoked here are logged on purpose.
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

const message =
  (body: (firm: Firm) => Job, isDead = false): Run =>
  async (bindings, firm) => {
    const given = { id: crypto.randomUUID(), timestamp: new Date(), attempts: 1, body: body(firm) };
    const batch = createMessageBatch(isDead ? `${QUEUE}-dead` : QUEUE, [given]);
    await app.queue(batch, bindings);
    const { explicitAcks } = await getQueueResult(batch, createExecutionContext());
    return explicitAcks.includes(given.id);
  };

const event =
  (cron: string, at: () => Date): Run =>
  async (bindings) => {
    const controller = createScheduledController({ cron, scheduledTime: at() });
    return app.scheduled(controller, bindings).then(
      () => true,
      () => false,
    );
  };

/** The 1st of the month after all of the company's postings. */
const FIRST = '2026-02-01';
const SECOND = '2026-02-02';
const monthEnd = ({ companyId }: Firm): Job => ({ kind: 'month-end', companyId, periodEnd: '2026-01-31' });
const upload = ({ companyId, uploadId: massUploadId }: Firm): Job => ({
  kind: 'mass-upload',
  companyId,
  massUploadId,
});
const statuses = (rows: Record<string, unknown>[] = []) => rows.map(({ status }) => status);
const inDays = (days: number) => new Date(Date.now() + days * DAY);

const JOBS: Record<Job['kind'], Work> = {
  'month-end': {
    run: message(monthEnd),
    done: ({ month_end_run }) => statuses(month_end_run).includes('done'),
  },
  'mass-upload': {
    run: message(upload),
    hasUpload: true,
    done: ({ mass_upload }) => statuses(mass_upload).includes('done'),
  },
  'books-check': {
    run: message(({ companyId }) => ({ kind: 'books-check', companyId })),
    done: ({ books_check }) => books_check!.length === 1,
  },
  seal: { run: message(({ companyId }) => ({ kind: 'seal', companyId })), done: ({ posting }) => posting },
};

const GIVEN_UP: Record<string, Work> = {
  'a month-end that is given up': {
    run: message(monthEnd, true),
    done: ({ month_end_run }) => statuses(month_end_run).includes('failed'),
  },
  'an upload that is given up': {
    run: message(upload, true),
    hasUpload: true,
    done: ({ mass_upload }) => statuses(mass_upload).includes('failed'),
  },
};

/** Every cron event of wrangler.toml, and the run that completes unfinished work. */
const EVENTS: Record<string, Work> = {
  [MONTHLY]: {
    run: event(MONTHLY, () => new Date(`${FIRST}T02:00:00Z`)),
    isOld: true,
    // Its own next event is a month away.
    next: async (bindings, firm) => {
      await event(HOURLY, () => new Date(`${FIRST}T02:15:00Z`))(bindings, firm);
      // The first hourly event begins missing runs; the second resends the message of a run that should have finished by then.
      return event(HOURLY, () => new Date(`${SECOND}T02:15:00Z`))(bindings, firm);
    },
    done: ({ month_end_run }) => statuses(month_end_run).includes('done'),
  },
  [NIGHTLY]: {
    run: event(NIGHTLY, () => inDays(31)),
    next: event(NIGHTLY, () => inDays(32)),
    done: ({ uploaded_file, books_check }) =>
      uploaded_file!.every(({ removed_at }) => removed_at !== null) && books_check!.length === 1,
  },
  [HOURLY]: {
    run: event(HOURLY, () => inDays(1)),
    hasUpload: true,
    next: event(HOURLY, () => inDays(1.1)),
    done: ({ mass_upload }) => statuses(mass_upload).includes('done'),
  },
};

it('covers every cron event of wrangler.toml', () => {
  const crons = /crons = \[(.+)\]/.exec(wranglerToml)![1]!;
  expect(Object.keys(EVENTS).sort()).toEqual([...crons.matchAll(/"(.+?)"/g)].map(([, cron]) => cron).sort());
  expect(Object.keys(JOBS).sort()).toEqual(Job.options.map(({ shape }) => shape.kind.value).sort());
});

it('a failing part of an event doesn’t stop the others', async () => {
  await makeFirm({});
  const { bindings, calls } = withFault(env, { call: 1, when: 'before' });
  expect(await EVENTS[NIGHTLY]!.run(bindings, {} as Firm)).toBe(false);
  expect(calls).toContain('JOBS.sendBatch');
});

describe.each([...Object.entries(JOBS), ...Object.entries(GIVEN_UP), ...Object.entries(EVENTS)])(
  '%s',
  (title, work) => {
    it('ends as if nothing had failed', { timeout: ALL ? 3_600_000 : 120_000 }, async () => {
      const clean = await play(title, work, null);
      await vi.waitFor(async () => expect(work.done(await stateOfFirm(clean.firm))).toBeTruthy(), WAIT);
      const state = await stateOfFirm(clean.firm);
      const faults = FAULT_MODES.flatMap((when, offset) => {
        const every = clean.calls.map((_, index) => ({ call: index + 1, when }));
        return ALL ? every : [every[offset % every.length]!];
      });
      for (const fault of faults) {
        const { firm } = await play(title, work, fault);
        const about = `${fault.when} call ${fault.call} of ${clean.calls.join(', ')}`;
        await vi.waitFor(async () => expect(await stateOfFirm(firm), about).toEqual(state), WAIT);
        await expectBooksToCheck(firm.client);
        if (title === 'seal' || title === HOURLY) await expectSeals(firm, about);
      }
      if (ALL) console.log(`combinations: ${faults.length}`);
    });
  },
);

/** Waits for the queue to drain, longer after events for hundreds of companies. */
const WAIT = { timeout: ALL ? 600_000 : 60_000, interval: 100 };

/** Runs the job with the fault, then its retry or the next event, which runs in any case. */
async function play(title: string, work: Work, fault: Fault | null) {
  const firm = await makeFirm(work);
  const faulty = withFault(env, fault);
  const next = work.next ?? work.run;
  const first = work.run(faulty.bindings, firm);
  if (fault?.when === 'late') {
    await Promise.race([first, faulty.held]);
    expect(await next(env, firm), title).toBe(true);
    faulty.carryOut();
  }
  const isDone = await first;
  if (!isDone || work.next) expect(await next(env, firm), title).toBe(true);
  return { firm, calls: faulty.calls };
}

/** A company with a well in the books, an uploaded file, and optionally a waiting upload. */
async function makeFirm({ hasUpload, isOld }: Pick<Work, 'hasUpload' | 'isOld'>): Promise<Firm> {
  // Events process all companies, so those of earlier runs are deleted.
  await env.DB.prepare('update company set deleted_at = ?').bind(new Date().toISOString()).run();
  const { client, company } = await signInToNewCompany();
  const { id } = await addWell(client, { wellCode: 'A', wellName: 'Alpha' });
  await addLayer(client, id, { calculationDate: '2025-12-31' });
  await uploadFile(client, 'wellCode');
  const file = csvOf([
    { ...WELL_ROW, ...LAYER_ROW, wellCode: 'B' },
    { ...WELL_ROW, wellCode: 'C' },
  ]);
  const { massUploadId } = hasUpload ? await queueUpload(client, company.id, file) : { massUploadId: '' };
  // Only the monthly event may find a month-end to begin.
  const createdAt = isOld ? '2026-01-15T00:00:00.000Z' : inDays(365).toISOString();
  await env.DB.prepare('update company set created_at = ? where id = ?').bind(createdAt, company.id).run();
  return { client, companyId: company.id, uploadId: massUploadId };
}

function stateOfFirm({ client, companyId }: Firm): Promise<WorldState> {
  return stateOf({ companyIds: [companyId], people: [client] });
}

async function expectSeals({ client }: Firm, about: string): Promise<void> {
  await vi.waitFor(async () => {
    const check = await bodyOf<SealCheckView>(await client.post('/api/books/verify'));
    expect(check, about).toMatchObject({ ok: true, difference: null });
    expect(check.seals, about).toBeGreaterThan(0);
  }, WAIT);
}
