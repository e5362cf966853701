import { describe, expect, it } from 'vitest';
import { formatCents, parseCents } from '~/domain/money/money';
import type { LayerView } from '~/schemas/books/layer-views';
import type { ReversalPreview } from '~/schemas/books/posting';
import type { MassUploadView } from '~/schemas/imports/mass-upload';
import {
  accreteThrough,
  bodyOf,
  close,
  expectBooksToCheck,
  postingsOf,
  reversePosting,
  totalLiability,
} from '../../support/books';
import { type CsvRow, LAYER_ROW, upload, WELL_ROW } from '../../support/mass-upload';
import { expectRefusal } from '../../support/refusals';
import { auditOf } from '../../support/tables';
import { type SignedIn, signInToNewCompany } from '../../support/worker';

const wholeUpload = { wholeUpload: true };
const NOT_FOUND = { message: 'Posting not found' };
const OPENING: CsvRow = { ...WELL_ROW, ...LAYER_ROW, aroValue: '25000', currentAroValue: '30000.50' };

const resultOf = async (client: SignedIn, id: string) =>
  bodyOf<MassUploadView>(await client.get(`/api/wells/mass-upload/${id}`));
const previewOf = async (client: SignedIn, id: string, given: object = {}) =>
  bodyOf<ReversalPreview>(await reversePosting(client, id, { ...wholeUpload, ...given }, '?preview=true'));
const statusesOf = async (client: SignedIn) =>
  (await bodyOf<LayerView[]>(await client.get('/api/aro-layers'))).map(({ status }) => status);

describe('a wrong upload', () => {
  it('is reversed as a whole and alone, however many acts it posted', async () => {
    const { client, company } = await signInToNewCompany();
    const mine = { ...WELL_ROW, ...LAYER_ROW };
    await upload(client, company.id, [{ ...mine, wellCode: 'Before' }]);
    // An act with layers measured on their day holds a thousand rows, so the second act adds to wells of the first.
    const initial = Array.from({ length: 600 }, (_, at) => ({ ...mine, wellCode: `A-${at}` }));
    const revision = { layerType: 'additional', pAndACost: '120000', calculationDate: '2021-01-01' };
    const additional = initial.map((row) => ({ ...row, ...revision, measurement: 'change' }));
    const { job, rejected } = await upload(client, company.id, [...initial, ...additional]);
    expect(rejected).toEqual([]);
    await upload(client, company.id, [{ ...mine, wellCode: 'After' }]);
    const calculations = await postingsOf(client, 'kind=calculation');
    expect(new Set(calculations.map(({ actId }) => actId)).size).toBe(4);
    const carried = await totalLiability(client);

    const { posted } = await resultOf(client, job.massUploadId);
    expect(posted).toMatchObject({ effectiveOn: '2021-01-01', isReversed: false });
    const shown = await previewOf(client, posted!.postingId);
    expect(shown).toMatchObject({
      wells: 600,
      act: { reversedPostings: 0, reversedWells: 0, redated: 0 },
      totals: { after: '0.00' },
    });
    expect(shown.act!.postings).toBe(shown.postings.length);
    // Any of its postings will do, such as the last.
    const last = Math.max(...shown.postings.map(({ reversesId }) => Number(reversesId)));
    const asShown = `?reviewed=${shown.reviewed}`;
    await bodyOf(await reversePosting(client, String(last), wholeUpload, asShown), 201);
    // The two other wells carry 27,070.90 each.
    const left = await totalLiability(client);
    expect(left).toBe('54141.80');
    expect(shown.totals.liability).toBe(formatCents(parseCents(left) - parseCents(carried)));
    expect((await statusesOf(client)).filter((status) => status === 'current')).toHaveLength(2);
    expect(await auditOf(String(last), 'posting')).toMatchObject([
      { action: 'posting.reversed', newValues: { wholeUpload: true, wells: 600 } },
    ]);
    expect((await resultOf(client, job.massUploadId)).posted).toMatchObject({ isReversed: true });
    await expectRefusal(() => reversePosting(client, String(last), wholeUpload), 409, {
      message: 'Everything this upload posted is already reversed.',
    });
    await expectBooksToCheck(client);
  });

  it('names later postings, reverses them too, and leaves closed months as reported', async () => {
    const { client, company } = await signInToNewCompany();
    const rows = ['A', 'B'].map((wellCode) => ({ ...OPENING, wellCode }));
    const { job } = await upload(client, company.id, rows, { asOf: '2025-12-31' });
    await accreteThrough(client, '2026-01-31');
    await close(client, '2026-01-31');
    const { postingId } = (await resultOf(client, job.massUploadId)).posted!;
    await expectRefusal(() => reversePosting(client, postingId, wholeUpload), 409, {
      errors: { includeLater: [expect.stringContaining('accretion dated 2026-01-31')] },
    });
    const shown = await previewOf(client, postingId, { includeLater: true });
    expect(shown).toMatchObject({ wells: 2, act: { postings: 1, redated: 2 }, totals: { after: '0.00' } });
    expect(new Set(shown.postings.map(({ effectiveOn }) => effectiveOn))).toEqual(new Set(['2026-02-01']));
    await bodyOf(await reversePosting(client, postingId, { ...wholeUpload, includeLater: true }), 201);
    expect(await statusesOf(client)).toEqual(['historical', 'historical']);
    await expectBooksToCheck(client);
  });

  it('can’t be reversed by another company or a viewer, nor through a posting that no upload made', async () => {
    const { client, company } = await signInToNewCompany();
    const { job } = await upload(client, company.id, [{ ...OPENING, wellCode: 'A' }]);
    const { postingId } = (await resultOf(client, job.massUploadId)).posted!;
    const other = await signInToNewCompany();
    await expectRefusal(() => reversePosting(other.client, postingId, wholeUpload), 404, NOT_FOUND);
    const viewer = await signInToNewCompany('viewer');
    await expectRefusal(() => reversePosting(viewer.client, postingId, wholeUpload), 403, {
      message: 'Company admin role required',
    });
    // A posting that no upload made belongs to none.
    const wells = await bodyOf<{ id: string }[]>(await client.get('/api/wells'));
    const layer = { wellId: wells[0]!.id, layerType: 'additional', pAndACost: '120000' };
    const terms = {
      discountRate: '8',
      inflationRate: '2.5',
      wellLifespan: 25,
      calculationDate: '2026-02-01',
    };
    await bodyOf(await client.post('/api/aro-layers/calculate', { ...layer, ...terms }), 201);
    const [calculated] = await postingsOf(client, 'kind=calculation');
    await expectRefusal(() => reversePosting(client, calculated!.id, wholeUpload), 404, NOT_FOUND);
  });
});
