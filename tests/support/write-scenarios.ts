import { env } from 'cloudflare:workers';
import { createJobContext } from '~/server/job-context.server';
import { resumeMassUploads } from '~/services/imports/upload-turns.server';
import { sha256Hex } from '~/services/platform/digest.server';
import { OVERDUE_MS } from '~/services/platform/send-jobs.server';
import { CALLS } from './authorization';
import type { Call, World } from './calls/call';
import { TEXT_FIELDS } from './custom-fields';
import { waitForUpload } from './upload';
import type { Client, openSession, SignedIn } from './worker';
import type { WorldState } from './world-state';

type Session = Awaited<ReturnType<typeof openSession>>;

/** A write, with everything it needs to have an effect. */
export type Scenario = {
  title: string;
  call: Call;
  /** Owner of an additional session in the world. */
  session?: (world: World, caller: SignedIn) => string;
  /** Path parameters that identify that session. */
  sessionParams?: (session: Session) => Promise<Record<string, string>>;
  /** Waits for work that continues after the response. */
  settle?: (caller: Client) => Promise<void>;
  /** True when only one request may see the response: of two concurrent ones, the other learns that the write was already executed. */
  isToldOnce?: boolean;
  /** For a request that cannot always be retried, because the user is told to start over: when that happens, and the required state. */
  restart?: {
    isTold: (again: { status: number; text: string }, state: WorldState) => boolean;
    isClean: (state: WorldState) => boolean;
  };
};

/** Overrides for requests that the table of all requests leaves without an effect, or without a relevant one. */
const PARTICULARS: Record<string, Partial<Omit<Scenario, 'call'>> & { call?: Partial<Call> }> = {
  'PUT /api/companies/:companyId/custom-fields': {
    call: { body: () => ({ customFieldTemplates: TEXT_FIELDS }) },
  },
  'DELETE /api/user/sessions': { session: (_, { userId }) => userId },
  'DELETE /api/user/sessions/:sessionId': {
    session: (_, { userId }) => userId,
    sessionParams: async ({ sessionId }) => ({ sessionId: await sha256Hex(sessionId) }),
  },
  'DELETE /api/admin/users/:userId/sessions': { session: ({ strangerId }) => strangerId },
  'PUT /api/objects/upload/:token': {
    restart: {
      isTold: ({ status, text }) => status === 409 && text.includes('Upload the file again.'),
      isClean: isEveryFileThere,
    },
  },
  'POST /api/companies/:companyId/tokens': { isToldOnce: true },
  'POST /api/user/anonymize': { session: (_, { userId }) => userId },
  'DELETE /api/user/permanent': { session: (_, { userId }) => userId },
  'POST /api/wells/mass-upload': {
    // The scenarios request the response that does not wait.
    call: { success: 202 },
    settle: endUploads,
    restart: {
      // By the state of the upload, which the response links to.
      isTold: (_, { mass_upload }) =>
        mass_upload!.some(({ failure }) => String(failure).startsWith('The upload didn’t start')),
      isClean: ({ well }) => !well!.some((row) => row.well_code === 'U-2'),
    },
  },
};

const ofTable: Scenario[] = CALLS.filter(({ method }) => method !== 'GET').map((call) => {
  const title = `${call.method} ${call.path}`;
  const particular = PARTICULARS[title];
  return { title, ...particular, call: { ...call, ...particular?.call } };
});

const plugging = ofTable.find(({ title }) => title === 'PUT /api/wells/:wellId')!;

export const SCENARIOS: Scenario[] = [
  ...ofTable,
  {
    title: 'PUT /api/wells/:wellId that plugs the well, with its accretion',
    call: {
      ...plugging.call,
      body: (world) => ({
        ...(plugging.call.body!(world) as object),
        wellStatus: 'Plugged',
        pluggedOn: '2021-06-30',
      }),
    },
  },
];

/** Resumes uploads that lost their message, as the hourly event does, and waits for them to end. */
async function endUploads(caller: Client): Promise<void> {
  const later = new Date(Date.now() + 2 * OVERDUE_MS);
  await resumeMassUploads(createJobContext(env, { id: 'hourly', now: later }));
  const uploads = await (await caller.get('/api/wells/mass-upload')).json<{ jobId: string }[]>();
  for (const { jobId } of uploads) await waitForUpload(caller, jobId);
}

/** True when every file on record exists. */
function isEveryFileThere({ uploaded_file, audit_log, files }: WorldState): boolean {
  const whole = uploaded_file!.filter(({ size_bytes }) => size_bytes !== null).length;
  const audited = audit_log!.filter(({ action }) => action === 'file.uploaded').length;
  return whole === audited && whole <= files!.length;
}
