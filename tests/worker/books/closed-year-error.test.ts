import { expect, it } from 'vitest';
import type { PostingView, ReversalPreview } from '~/schemas/books/posting';
import type { DisclosureView } from '~/schemas/reports/report-views';
import {
  accreteThrough,
  bodyOf,
  close,
  expectBooksToCheck,
  postingsOf,
  reversePosting,
  totalLiability,
} from '../../support/books';
import { addLayer, addWell } from '../../support/layers';
import { signInToNewCompany } from '../../support/worker';

/**
 * An error in a closed year’s layer, found the year after. Recomputed with Python’s Decimal: 100,000 at 2.5% and 8%
 * over 20 years is 35,156.22; two years of the interest method add 2,812.50 and 3,037.50, and two of 20 years of
 * straight-line take 3,515.62.
 */
it('shows how reversing a closed year affects this year’s result, and allows an equivalent replacement layer', async () => {
  const { client, company } = await signInToNewCompany();
  const settings = {
    accretionMethod: 'effective',
    depreciation: 'straight-line',
    depreciationFrom: '2023-01-01',
  };
  await bodyOf(await client.put(`/api/companies/${company.id}/settings`, settings));
  const well = await addWell(client);
  const terms = { calculationDate: '2023-01-01', wellLifespan: 20, origin: 'acquired' };
  await addLayer(client, well.id, terms);
  await accreteThrough(client, '2023-12-31');
  await accreteThrough(client, '2024-12-31');
  await close(client, '2023-12-31');
  const carried = await totalLiability(client);
  expect(carried).toBe('41006.22');
  const [wrong] = await postingsOf(client, 'kind=calculation');
  const withLater = { includeLater: true };
  const preview = async () =>
    bodyOf<ReversalPreview>(await reversePosting(client, wrong!.id, withLater, '?preview=true'));
  // 2,812.50 and 1,757.81: what was expensed in 2024 is reversed within 2024.
  expect((await preview()).ofClosedMonths).toEqual({ postings: 3, result: '4570.31' });
  await close(client, '2024-12-31');
  expect((await preview()).ofClosedMonths).toEqual({ postings: 5, result: '9365.62' });

  const reversal = await bodyOf<PostingView>(await reversePosting(client, wrong!.id, withLater), 201);
  expect(reversal.effectiveOn).toBe('2025-01-01');
  const again = { retirementDate: '2043-01-01', pAndACost: '105062.50', origin: 'acquired' };
  await addLayer(client, well.id, { ...again, calculationDate: '2025-01-01', wellLifespan: undefined });
  expect(await totalLiability(client)).toBe(carried);
  const path = '/api/reports/disclosure?beginDate=2025-01-01&endDate=2025-12-31&by=total';
  const [year] = await bodyOf<DisclosureView[]>(await client.get(path));
  expect(year).toMatchObject({
    beginning: carried,
    incurred: '0.00',
    acquired: '5850.00',
    accretion: '-5850.00',
    ending: carried,
  });
  await expectBooksToCheck(client);
});
