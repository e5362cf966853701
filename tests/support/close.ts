import type { CloseView } from '~/schemas/close/close';
import { accreteThrough, bodyOf } from './books';
import { addLayer, addWell } from './layers';
import { type SignedIn, signIn, signInToNewCompany } from './worker';

export const JANUARY = '/api/closes/2026-01';

/** A company with two admins and a well whose accretion is posted for January and February 2026. */
export async function companyToClose(settings: Record<string, unknown> = {}) {
  const { client: preparer, company } = await signInToNewCompany();
  const approver = await signIn({ memberships: [{ companyId: company.id, role: 'admin' }] });
  const viewer = await signIn({ memberships: [{ companyId: company.id, role: 'viewer' }] });
  const well = await addWell(preparer);
  await addLayer(preparer, well.id, { calculationDate: '2026-01-01' });
  await accreteThrough(preparer, '2026-01-31');
  await accreteThrough(preparer, '2026-02-28');
  if (Object.keys(settings).length > 0)
    await bodyOf(await preparer.put(`/api/companies/${company.id}/settings`, settings));
  return { preparer, approver, viewer, company, well };
}

export async function closeOf(client: SignedIn, path = JANUARY): Promise<CloseView> {
  return bodyOf(await client.get(path));
}

/** Enters the balances of these books for every account, so that all tie out. */
export async function tieOutAll(client: SignedIn, path = JANUARY): Promise<CloseView> {
  const { accounts } = await closeOf(client, path);
  const given = accounts.map(({ mainAccount, subAccount, own }) => ({
    mainAccount,
    subAccount,
    balance: own,
  }));
  return bodyOf(await client.put(`${path}/tie-out`, { accounts: given }));
}

export async function prepare(client: SignedIn, path = JANUARY): Promise<CloseView> {
  return bodyOf(await client.post(`${path}/prepare`, { note: 'Accruals checked' }));
}

export async function approve(client: SignedIn, { signOff }: CloseView, path = JANUARY): Promise<CloseView> {
  return bodyOf(
    await client.post(`${path}/approve`, { preparation: signOff.prepared!.id, note: 'Agrees to the ledger' }),
  );
}
