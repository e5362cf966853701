import { env } from 'cloudflare:workers';
import { createJobContext } from '~/server/job-context.server';
import { resumeMassUploads } from '~/services/imports/upload-turns.server';
import { sha256Hex } from '~/services/platform/digest.server';
import { OVERDUE_MS } from '~/services/platform/send-jobs.server';
import { CALLS } from './authorization';
import type { Call, World } from './calls/call';
import { TEXT_FIELDS } from './custom-fields';
import { endOf } from './upload';
import type { Client, openSession, SignedIn } from './worker';
import type { WorldState } from './world-state';

type Session = Awaited<ReturnType<typeof openSession>>;

/** A write, with what it needs to have something to do. */
export type Scenario = {
  title: string;
  call: Call;
  /** Another session in the world: whose is told by the world. */
  session?: (world: World, caller: SignedIn) => string;
  /** The call's parameters that name it. */
  sessionParams?: (session: Session) => Promise<Record<string, string>>;
  /** Lets work that continues after the answer come to its end. */
  settle?: (caller: Client) => Promise<void>;
  /** Whether its answer is told to one request only: of two at the same time the other learns that it was carried out. */
  isToldOnce?: boolean;
  /** For a request that cannot always be made again, because the person is told to begin once more: when, and what must be left. */
  restart?: {
    isTold: (again: { status: number; text: string }, state: WorldState) => boolean;
    isClean: (state: WorldState) => boolean;
  };
};

/** What the table of all calls leaves without an effect, or without one that matters. */
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
    // The scenarios ask for the answer that does not wait.
    call: { success: 202 },
    settle: endUploads,
    restart: {
      // By the state of the upload, which the answer names.
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

/** As the hourly event does for uploads that lost their message, and then to their end. */
async function endUploads(caller: Client): Promise<void> {
  const later = new Date(Date.now() + 2 * OVERDUE_MS);
  await resumeMassUploads(createJobContext(env, { id: 'hourly', now: later }));
  const uploads = await (await caller.get('/api/wells/mass-upload')).json<{ jobId: string }[]>();
  for (const { jobId } of uploads) await endOf(caller, jobId);
}

/** No file is told of that is not there. */
function isEveryFileThere({ uploaded_file, audit_log, files }: WorldState): boolean {
  const whole = uploaded_file!.filter(({ size_bytes }) => size_bytes !== null).length;
  const audited = audit_log!.filter(({ action }) => action === 'file.uploaded').length;
  return whole === audited && whole <= files!.length;
}
