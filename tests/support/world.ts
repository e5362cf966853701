import { expect, vi } from 'vitest';
import type { CloseView } from '~/schemas/close/close';
import { runMonthEnd } from '~/services/books/month-end.server';
import { lastUseOf, makeToken, tokenClient } from './api-tokens';
import type { Caller } from './authorization';
import {
  CAUGHT_UP_MONTH,
  type Call,
  WORLD_EXPORT,
  WORLD_MONTH,
  WORLD_PROFILE,
  WORLD_TABLE,
  type World,
} from './calls/call';
import { addFile } from './evidence';
import { sharedWorlds } from './kept-worlds';
import { addLayer, addWell } from './layers';
import { jobContext } from './month-ends';
import { putFile, requestAddress, tokenOf, uploadFile, waitForUpload } from './upload';
import { anonymous, type Client, makeCompany, type SignedIn, signIn } from './worker';

/** Two companies with data, and one caller of each kind. Uploads are left out if the request is known not to need them. */
export async function makeWorld(call?: Call): Promise<{
  world: World;
  callers: Record<Caller, Client>;
  otherCompanyId: string;
}> {
  const [company, other, empty] = [await makeCompany(), await makeCompany(), await makeCompany()];
  const member = (companyId: string, role: 'viewer' | 'admin', isDeleted = false) =>
    signIn({ memberships: [{ companyId, role }], isDeleted });
  const companyAdmin = await member(company.id, 'admin');
  const outsider = await member(other.id, 'admin');
  const stranger = await signIn();
  const filled = await fill(companyAdmin, company.id, call);
  const uploads = call && call.needs !== 'upload' ? NO_UPLOADS : await makeUploads(companyAdmin);
  await fill(outsider, other.id, call);
  // Each company has a posting 1, so requests use a posting with a number that the other company doesn't have.
  const postingId = call?.needs ? filled.postingId : await postingApart(companyAdmin);
  const viewer = await member(company.id, 'viewer');
  const systemAdmin = await signIn({ isAdmin: true });
  const [removed, erased] = [await member(company.id, 'admin'), await member(company.id, 'admin')];
  const left = await systemAdmin.delete(`/api/admin/users/${removed.userId}/companies/${company.id}`);
  expect(left.status).toBe(204);
  expect((await erased.delete('/api/user/permanent')).status).toBe(204);
  // With a second administrator, the first one may leave.
  await signIn({ isAdmin: true });
  for (const client of [viewer, companyAdmin, outsider, systemAdmin, removed]) await preferDark(client);
  return {
    otherCompanyId: other.id,
    world: {
      companyId: company.id,
      emptyCompanyId: empty.id,
      ...filled,
      postingId,
      invitationId: await inviteInto(systemAdmin, company.id, call),
      memberId: viewer.userId,
      strangerId: stranger.userId,
      ...uploads,
    },
    callers: {
      signedOut: anonymous,
      viewer,
      companyAdmin,
      outsider,
      systemAdmin,
      removed,
      deleted: await member(company.id, 'admin', true),
      erased,
      readToken: await withToken(companyAdmin, company.id, 'read'),
      writeToken: await withToken(companyAdmin, company.id, 'write'),
    },
  };
}

async function postingApart(client: SignedIn): Promise<string> {
  const well = await addWell(client, { wellCode: 'A-3', wellName: 'Gamma' });
  await addLayer(client, well.id);
  const [posting] = await (await client.get(`/api/postings?wellId=${well.id}`)).json<{ id: string }[]>();
  return posting!.id;
}

/** The minimal data that one request by a permitted user needs, plus another company. */
export async function makeSmallWorld(call: Call) {
  const [company, other, empty] = [await makeCompany(), await makeCompany(), await makeCompany()];
  const [admin, viewer, outsider] = await Promise.all([
    signIn({ memberships: [{ companyId: company.id, role: 'admin' }] }),
    signIn({ memberships: [{ companyId: company.id, role: 'viewer' }] }),
    signIn({ memberships: [{ companyId: other.id, role: 'admin' }] }),
  ]);
  const [stranger, systemAdmin] = [await signIn(), await signIn({ isAdmin: true })];
  await addWell(outsider, { wellCode: 'A-1', wellName: 'Alpha' });
  const isOfCompany = ['member', 'member in person', 'writer', 'company admin'].includes(call.may);
  const filled = isOfCompany ? await fill(admin, company.id, call) : NO_BOOKS;
  const uploads = call.needs === 'upload' ? await makeUploads(admin) : NO_UPLOADS;
  const caller = call.may === 'system admin' ? systemAdmin : admin;
  await preferDark(caller);
  const world: World = {
    companyId: company.id,
    emptyCompanyId: empty.id,
    ...filled,
    invitationId: await inviteInto(systemAdmin, company.id, call),
    memberId: viewer.userId,
    strangerId: stranger.userId,
    ...uploads,
  };
  const companyIds = [company.id, other.id, empty.id];
  return {
    world,
    caller,
    admin,
    systemAdmin,
    otherCompanyId: other.id,
    companyIds,
    people: [admin, viewer, outsider, stranger, systemAdmin],
  };
}

/** Shared minimal data for the consecutive requests of a test file, restored before each request. */
export function sharedSmallWorlds() {
  const worldOf = sharedWorlds(async (call) => {
    const made = await makeSmallWorld({ ...call, may: 'company admin' });
    await preferDark(made.systemAdmin);
    return made;
  });
  return async (call: Call, changes?: boolean) => {
    const made = await worldOf(call, changes);
    return { ...made, caller: call.may === 'system admin' ? made.systemAdmin : made.admin };
  };
}

async function preferDark(client: Client): Promise<void> {
  const given = { preferenceKey: 'theme', preferenceValue: 'dark' };
  expect((await client.post('/api/user/preferences', given)).status).toBeLessThan(500);
}

const NO_BOOKS = {
  wellId: '',
  bareWellId: '',
  layerId: '',
  postingId: '',
  exportId: '',
  tokenId: '',
  profileId: '',
  evidenceId: '',
  preparationId: '',
  reportId: '',
};

/** A well with a layer and one without, plus anything else the request needs in the books. */
async function fill(client: SignedIn, companyId: string, call?: Call) {
  const well = await addWell(client, { wellCode: 'A-1', wellName: 'Alpha' });
  const bare = await addWell(client, { wellCode: 'A-2', wellName: 'Beta' });
  const layer = await addLayer(client, well.id);
  const [posting] = await (await client.get(`/api/postings?wellId=${well.id}`)).json<{ id: string }[]>();
  const needsMonth = ['posted month', 'missed month', 'closed month', 'prepared month'].includes(
    call?.needs ?? '',
  );
  if (needsMonth) {
    const accretion = { periodType: 'monthly', periodEnd: WORLD_MONTH };
    expect((await client.post('/api/accretion/calculate', accretion)).status).toBe(200);
  }
  if (call?.needs === 'missed month') await addLayer(client, bare.id);
  if (call?.needs === 'closed month') {
    expect((await client.post('/api/periods/close', { through: WORLD_MONTH })).status).toBe(200);
  }
  let [preparationId, reportId] = ['', ''];
  const month = `/api/closes/${WORLD_MONTH.slice(0, 7)}`;
  if (call?.needs === 'prepared month') {
    const prepared = await (await client.post(`${month}/prepare`, {})).json<CloseView>();
    preparationId = prepared.signOff.prepared!.id;
  }
  if (call?.needs === 'closed month') {
    reportId = (await (await client.get(month)).json<CloseView>()).reports[0]!.id;
  }
  if (call?.needs === 'caught-up month') {
    await runMonthEnd(jobContext(), { companyId: well.companyId, periodEnd: CAUGHT_UP_MONTH });
  }
  if (!call || call.needs === 'rate table') {
    const tables = { tables: [WORLD_TABLE] };
    expect((await client.put(`/api/companies/${companyId}/rate-tables`, tables)).status).toBe(200);
  }
  let exportId = '';
  if (!call || call.needs === 'export') {
    const made = await client.post('/api/journal-exports', WORLD_EXPORT);
    exportId = (await made.json<{ id: string }>()).id;
  }
  let profileId = '';
  if (!call || call.needs === 'profile') {
    const made = await client.post('/api/import-profiles', WORLD_PROFILE);
    profileId = (await made.json<{ id: string }>()).id;
  }
  const support = { subject: 'posting', id: posting!.id };
  const evidenceId = !call || call.needs === 'evidence' ? (await addFile(client, support)).id : '';
  const tokenId = !call || call.needs === 'token' ? (await makeToken(client, companyId)).id : '';
  return {
    wellId: well.id,
    bareWellId: bare.id,
    layerId: layer.id,
    postingId: posting!.id,
    exportId,
    tokenId,
    profileId,
    evidenceId,
    preparationId,
    reportId,
  };
}

/** A pending invitation, unless the request is known not to need one. */
async function inviteInto(systemAdmin: Client, companyId: string, call?: Call): Promise<string> {
  if (call && call.needs !== 'invitation') return '';
  const made = await systemAdmin.post('/api/admin/invitations', {
    email: 'invited@example.com',
    companyId,
    role: 'viewer',
  });
  return (await made.json<{ id: string }>()).id;
}

/** A client with a new token, used once so that its first use is recorded now. */
async function withToken(admin: Client, companyId: string, scope: 'read' | 'write'): Promise<Client> {
  const { id, token } = await makeToken(admin, companyId, { scope });
  const client = tokenClient(token);
  expect((await client.get('/api/reports/aro-summary')).status).toBe(200);
  // Recorded after the response.
  await vi.waitFor(async () => expect(await lastUseOf(id)).not.toBeNull(), { interval: 5 });
  return client;
}

const NO_UPLOADS = { uploadURL: '', freeToken: '', jobId: '' };
const TITLES = 'wellCode,wellName,wellStatus,field,activeDate';

async function makeUploads(client: SignedIn): Promise<typeof NO_UPLOADS> {
  const upload = (code: string) => uploadFile(client, `${TITLES}\n${code},Uploaded,Active,F,2024-01-01\n`);
  const [uploadURL, ended] = [await upload('U-2'), await upload('U-1')];
  const headers = { Prefer: 'respond-async' };
  const started = await client.post('/api/wells/mass-upload', { uploadURL: ended }, headers);
  const { jobId } = await started.json<{ jobId: string }>();
  // Pending queue work would otherwise show up between a test's two reads of all rows.
  await waitForUpload(client, jobId);
  return { uploadURL, freeToken: tokenOf(await requestAddress(client)), jobId };
}

/** Sends a request of the table as a given caller. */
export function sendCall(
  client: Client,
  { method, path, query = '', params, body, file }: Call,
  world: World,
  headers: Record<string, string> = {},
): Promise<Response> {
  const given = params?.(world) ?? {};
  const address = path.replace(/:(\w+)/g, (_, name: string) => given[name]!) + query;
  if (method === 'GET') return client.get(address, headers);
  if (method === 'DELETE') return client.delete(address, headers);
  if (file) return putFile(client, address, file, headers);
  return client[method === 'POST' ? 'post' : 'put'](address, body?.(world), headers);
}
