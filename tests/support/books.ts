import { expect } from 'vitest';
import type { AroSummary, WellLayerView } from '~/schemas/books/layer-views';
import type { BooksCheckView, PeriodsView } from '~/schemas/books/period';
import type { ActPreview, PostingView } from '~/schemas/books/posting';
import type { RollforwardView } from '~/schemas/reports/report-views';
import type { SignedIn } from './worker';

/** Fails unless every balance of the company equals the sum of its movements. */
export async function expectBooksToCheck(client: SignedIn): Promise<void> {
  const check = await bodyOf<BooksCheckView>(await client.get('/api/books/check'));
  expect(check.differences).toEqual([]);
  expect(check.ok).toBe(true);
}

export async function bodyOf<T>(response: Response, status = 200): Promise<T> {
  const text = await response.text();
  expect(response.status, text).toBe(status);
  return JSON.parse(text) as T;
}

/** Posts accretion of the company, or of one well, through a day. */
export async function accreteThrough(client: SignedIn, periodEnd: string, wellId?: string): Promise<void> {
  await bodyOf(await client.post('/api/accretion/calculate', { periodType: 'monthly', periodEnd, wellId }));
}

export async function postingsOf(client: SignedIn, query = ''): Promise<PostingView[]> {
  return bodyOf(await client.get(`/api/postings?${query}`));
}

export async function layersOf(client: SignedIn, wellId: string): Promise<WellLayerView[]> {
  return bodyOf(await client.get(`/api/wells/${wellId}/aro-layers`));
}

export async function totalLiability(client: SignedIn): Promise<string> {
  return (await bodyOf<AroSummary>(await client.get('/api/reports/aro-summary'))).totalCurrentAro;
}

export async function rollforward(
  client: SignedIn,
  beginDate: string,
  endDate: string,
): Promise<RollforwardView[]> {
  return bodyOf(await client.get(`/api/reports/aro-rollforward?beginDate=${beginDate}&endDate=${endDate}`));
}

export function reversePosting(
  client: SignedIn,
  id: string,
  given: Record<string, unknown> = {},
  query = '',
): Promise<Response> {
  return client.post(`/api/postings/${id}/reverse${query}`, { reason: 'Entered twice', ...given });
}

export async function close(client: SignedIn, through: string): Promise<PeriodsView> {
  return bodyOf(await client.post('/api/periods/close', { through }));
}

/** Preview of an act, with nothing written. */
export async function previewOf(response: Response): Promise<ActPreview> {
  return bodyOf(response);
}
