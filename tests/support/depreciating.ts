import type { PostingView } from '~/schemas/books/posting';
import type { CompanySettingsView } from '~/schemas/people/people-views';
import { bodyOf, postingsOf } from './books';
import { addLayer, addWell } from './layers';
import { balances } from './reports';
import { type SignedIn, signInToNewCompany } from './worker';

/** Valued at its cost of 120,000.00 over ten years: 1,000.00 of accretion in the first month, and 1,000.00 of depreciation each month. */
export const EVEN = {
  discountRate: 10,
  inflationRate: 10,
  pAndACost: 120_000,
  wellLifespan: 10,
  calculationDate: '2025-12-31',
};
/** A revision that keeps the retirement date, valued at the amount it changes. */
export const REVISION = { ...EVEN, layerType: 'additional', measurement: 'change' };

export const settingsPath = (companyId: string) => `/api/companies/${companyId}/settings`;
export const ratesPath = (companyId: string) => `/api/companies/${companyId}/depletion-rates`;

export async function switchTo(
  client: SignedIn,
  companyId: string,
  depreciation: string,
  depreciationFrom: string,
) {
  const given = { depreciation, depreciationFrom };
  return bodyOf<CompanySettingsView>(await client.put(settingsPath(companyId), given));
}

export async function depreciatingCompany(depreciation = 'straight-line', depreciationFrom = '2025-12-31') {
  const { client, company } = await signInToNewCompany();
  await switchTo(client, company.id, depreciation, depreciationFrom);
  const well = await addWell(client, { field: 'North' });
  await addLayer(client, well.id, EVEN);
  return { client, company, well };
}

export async function arcOf(client: SignedIn, asOf = '2026-12-31'): Promise<string[][]> {
  return (await balances(client, asOf)).map(({ arcCost, arcAccumulated, arcNet }) => [
    arcCost,
    arcAccumulated,
    arcNet,
  ]);
}

export const postingRows = (postings: readonly Pick<PostingView, 'kind' | 'effectiveOn' | 'totals'>[]) =>
  postings.map(({ kind, effectiveOn, totals }) => [kind, effectiveOn, totals.asset]);

export async function newestOf(client: SignedIn, kind: string): Promise<PostingView> {
  const [newest] = await postingsOf(client, `kind=${kind}`);
  return newest!;
}
