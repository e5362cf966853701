import { describe, expect, it } from 'vitest';
import type { PostingView, ReversalPreview } from '~/schemas/books/posting';
import type { RevisionPosting } from '~/schemas/books/revision';
import type { SettlementsPosting } from '~/schemas/books/settlement';
import type { WellView } from '~/schemas/wells/well-views';
import {
  accreteThrough,
  bodyOf,
  close,
  expectBooksToCheck,
  layersOf,
  postingsOf,
  reversePosting,
  totalLiability,
} from '../../support/books';
import { addLayer, addWell } from '../../support/layers';
import { expectRefusal } from '../../support/refusals';
import { auditOf, idOfPosting } from '../../support/tables';
import { type SignedIn, signInToNewCompany } from '../../support/worker';

/** Four wells with one layer of 27,070.90 each from 2026-01-01, accreted through January. */
async function fourWells() {
  const { client, company } = await signInToNewCompany();
  const wells: WellView[] = [];
  for (const wellCode of ['A-1', 'A-2', 'A-3', 'A-4']) {
    const well = await addWell(client, { wellCode });
    await addLayer(client, well.id, { calculationDate: '2026-01-01' });
    wells.push(well);
  }
  await accreteThrough(client, '2026-01-31');
  return { client, company, wells };
}

const ROWS = [
  { wellCode: 'A-1', date: '2026-02-10', cost: '30000', isFinal: true },
  { wellCode: 'A-2', date: '2026-02-20', cost: '5000' },
  { wellCode: 'A-3', date: '2026-02-20', cost: '5000', memo: 'Crew 2' },
];

const settle = async (client: SignedIn, rows: object[] = ROWS) =>
  bodyOf<SettlementsPosting>(await client.post('/api/settlements', { rows, mode: 'all' }), 201);
const revise = async (client: SignedIn, pAndACost: string, wellCodes: string[]) => {
  const rows = wellCodes.map((wellCode) => ({ wellCode, pAndACost }));
  const body = { date: '2026-02-28', mode: 'all', rows };
  return bodyOf<RevisionPosting>(await client.post('/api/revisions', body), 201);
};
const wholeAct = { wholeAct: true };
const previewOf = async (client: SignedIn, id: string, given: object = {}) =>
  bodyOf<ReversalPreview>(await reversePosting(client, id, { ...wholeAct, ...given }, '?preview=true'));
const stateOf = async (client: SignedIn, wells: WellView[]) => ({
  carried: await totalLiability(client),
  layers: await Promise.all(
    wells.map(async ({ id }) =>
      (await layersOf(client, id))
        .filter(({ status }) => status === 'current')
        .map(({ currentAroValue, accretedThrough }) => [currentAroValue, accretedThrough]),
    ),
  ),
  statuses: await Promise.all(
    wells.map(async ({ id }) => (await bodyOf<WellView>(await client.get(`/api/wells/${id}`))).wellStatus),
  ),
});

describe('an act of many wells is reversed as a whole', () => {
  it('with its accretion up to the day and the wells’ status, in one act with one audit row', async () => {
    const { client, wells } = await fourWells();
    const before = await stateOf(client, wells);
    const settled = await settle(client);
    const { actId } = settled;
    const ofAct = await postingsOf(client, `actId=${actId}`);
    expect(ofAct.map(({ kind }) => kind).sort()).toEqual(
      ['accretion', 'accretion', 'settlement', 'settlement', 'settlement'].sort(),
    );
    expect((await stateOf(client, wells)).statuses).toEqual(['Plugged', 'Active', 'Active', 'Active']);

    const shown = await previewOf(client, settled.id);
    expect(shown).toMatchObject({
      wells: 3,
      act: { postings: 5, reversedPostings: 0, reversedWells: 0, redated: 0 },
    });
    expect(shown.postings.map(({ reversesId }) => Number(reversesId))).toEqual(
      ofAct.map(({ id }) => Number(id)),
    );
    expect(await postingsOf(client, 'kind=reversal')).toEqual([]);

    const asShown = `?reviewed=${shown.reviewed}`;
    const answer = await reversePosting(client, settled.id, wholeAct, asShown);
    const reversal = await bodyOf<PostingView>(answer, 201);
    expect(reversal).toMatchObject({ kind: 'reversal', reversesId: settled.id, memo: 'Entered twice' });
    expect(reversal.also).toHaveLength(4);
    expect(await stateOf(client, wells)).toEqual(before);
    const [entry, ...others] = await auditOf(await idOfPosting(client, settled.id), 'posting');
    // The act’s first posting is its accretion, which shares the settlements’ audit row.
    expect(others).toEqual([]);
    expect(entry).toMatchObject({
      action: 'posting.reversed',
      newValues: { wholeAct: true, wells: 3, postings: 5, ...shown.totals },
    });
    await expectBooksToCheck(client);
    await expectRefusal(() => reversePosting(client, settled.id, wholeAct), 409, {
      message: 'Everything in this act is already reversed.',
    });
    // The same settlements can be posted again.
    await settle(client);
    await expectBooksToCheck(client);
  });

  it('through any of its postings, and for a single well if given', async () => {
    const { client, wells } = await fourWells();
    const before = await stateOf(client, wells);
    const settled = await settle(client);
    const [first] = await postingsOf(client, `actId=${settled.actId}&kind=accretion`);
    const one = { ...wholeAct, wellId: wells[0]!.id };
    const shown = await previewOf(client, first!.id, one);
    expect(shown).toMatchObject({ wells: 1, act: { postings: 5 } });
    expect(shown.postings).toHaveLength(2);
    await bodyOf(await reversePosting(client, first!.id, one), 201);
    expect((await stateOf(client, wells)).statuses[0]).toBe('Active');

    const rest = await previewOf(client, first!.id);
    expect(rest).toMatchObject({ wells: 2, act: { postings: 5, reversedPostings: 2, reversedWells: 1 } });
    await bodyOf(await reversePosting(client, first!.id, wholeAct), 201);
    expect(await stateOf(client, wells)).toEqual(before);
    await expectBooksToCheck(client);
  });

  it('leaving a well unchanged that was corrected since', async () => {
    const { client, wells } = await fourWells();
    const revision = await revise(client, '80000', ['A-1', 'A-2', 'A-3']);
    await bodyOf(await reversePosting(client, revision.id, { wellId: wells[0]!.id }), 201);
    await revise(client, '90000', ['A-1']);
    const corrected = await stateOf(client, [wells[0]!]);

    const shown = await previewOf(client, revision.id);
    expect(shown).toMatchObject({ wells: 2, act: { reversedWells: 1 } });
    await bodyOf(await reversePosting(client, revision.id, wholeAct), 201);
    expect((await stateOf(client, [wells[0]!])).layers).toEqual(corrected.layers);
    expect((await stateOf(client, wells)).layers.slice(1)).toEqual(
      Array.from({ length: 3 }, () => [[expect.any(String), '2026-01-31']]),
    );
    await expectBooksToCheck(client);
  });

  it('including both postings of a period in a depreciating company, and nothing of other months', async () => {
    const { client, company, wells } = await fourWells();
    const policy = { depreciation: 'straight-line', depreciationFrom: '2026-01-31' };
    await bodyOf(await client.put(`/api/companies/${company.id}/settings`, policy));
    const before = await stateOf(client, wells);
    await accreteThrough(client, '2026-02-28');
    const [february] = await postingsOf(client, 'kind=accretion');
    const shown = await previewOf(client, february!.id);
    expect(shown).toMatchObject({ wells: 4, act: { postings: 2, reversedWells: 0 } });
    expect(shown.postings).toHaveLength(2);
    await bodyOf(await reversePosting(client, february!.id, wholeAct), 201);
    expect(await stateOf(client, wells)).toEqual(before);
    // Both can be posted again with the same amounts.
    const depreciated = async () => (await postingsOf(client, 'kind=depreciation&limit=1'))[0]!.totals;
    const first = await depreciated();
    await accreteThrough(client, '2026-02-28');
    expect(await depreciated()).toEqual(first);
    await expectBooksToCheck(client);
  });

  it('after naming later postings on its wells, which it reverses too on request', async () => {
    const { client, wells } = await fourWells();
    const before = await stateOf(client, wells.slice(0, 2));
    const revision = await revise(client, '80000', ['A-1', 'A-2']);
    await accreteThrough(client, '2026-03-31');
    const [march] = await postingsOf(client, 'kind=accretion&from=2026-03-31');
    await expectRefusal(() => reversePosting(client, revision.id, wholeAct), 409, {
      message: `These wells have later postings: accretion dated 2026-03-31 (posting ${march!.id}). Reverse those first, or include them in this reversal.`,
    });
    await bodyOf(await reversePosting(client, revision.id, { ...wholeAct, includeLater: true }), 201);
    expect(await stateOf(client, wells.slice(0, 2))).toMatchObject({ layers: before.layers });
    // The other wells keep March, and posting it again adds only what these two lack.
    expect((await layersOf(client, wells[3]!.id))[0]?.accretedThrough).toBe('2026-03-31');
    await accreteThrough(client, '2026-03-31');
    expect((await layersOf(client, wells[0]!.id))[0]?.accretedThrough).toBe('2026-03-31');
    await expectBooksToCheck(client);
  });

  it('on the first open day if its month is closed, or on a requested day', async () => {
    const { client } = await fourWells();
    const settled = await settle(client);
    await accreteThrough(client, '2026-02-28');
    await close(client, '2026-02-28');
    const includeLater = { includeLater: true };
    const shown = await previewOf(client, settled.id, includeLater);
    expect(new Set(shown.postings.map(({ effectiveOn }) => effectiveOn))).toEqual(new Set(['2026-03-01']));
    expect(shown.act?.redated).toBe(shown.postings.length);
    await expectRefusal(() => reversePosting(client, settled.id, { ...wholeAct, date: '2026-02-15' }), 400, {
      message: 'The date can’t be earlier than the last posting’s date, 2026-02-20',
    });
    const given = { ...wholeAct, ...includeLater, date: '2026-03-10' };
    const reversal = await bodyOf<PostingView>(await reversePosting(client, settled.id, given), 201);
    expect(reversal.effectiveOn).toBe('2026-03-10');
    await expectBooksToCheck(client);
  });
});

describe('the reversal of an act is rejected', () => {
  it('if it would post anything other than what was reviewed', async () => {
    const { client, wells } = await fourWells();
    const settled = await settle(client);
    const { reviewed } = await previewOf(client, settled.id);
    const one = { ...wholeAct, wellId: wells[1]!.id };
    await bodyOf(await reversePosting(client, settled.id, one), 201);
    await expectRefusal(() => reversePosting(client, settled.id, wholeAct, `?reviewed=${reviewed}`), 409, {
      message: 'Something was posted after the preview. Review the new preview, then reverse again.',
    });
    const again = `?reviewed=${(await previewOf(client, settled.id)).reviewed}`;
    await bodyOf(await reversePosting(client, settled.id, wholeAct, again), 201);
    await expectBooksToCheck(client);
  });

  it('if the act is itself a reversal, and for other companies', async () => {
    const { client } = await fourWells();
    const settled = await settle(client);
    const { id } = await bodyOf<PostingView>(await reversePosting(client, settled.id, wholeAct), 201);
    await expectRefusal(() => reversePosting(client, id, wholeAct), 409, {
      message: 'A reversal can’t be reversed. Post the original again instead.',
    });
    const { client: stranger } = await signInToNewCompany();
    await expectRefusal(() => reversePosting(stranger, settled.id, wholeAct), 404, {
      message: 'Posting not found',
    });
  });

  it('as a whole, naming every well that was changed since', async () => {
    const { client, wells } = await fourWells();
    const both = ROWS.slice(0, 2).map((row) => ({ ...row, isFinal: true }));
    const settled = await settle(client, both);
    for (const { id } of wells.slice(0, 2)) {
      const well = await bodyOf<WellView>(await client.get(`/api/wells/${id}`));
      const { wellCode, wellName, field, activeDate } = well;
      const body = { wellCode, wellName, field, activeDate, wellStatus: 'Active' };
      await bodyOf(await client.put(`/api/wells/${id}`, body));
    }
    await expectRefusal(() => reversePosting(client, settled.id, wholeAct), 409, {
      message:
        'Well "A-1" has changed since it was settled. Set its status back to Plugged on 2026-02-10, then reverse the settlement. The same applies to "A-2".',
    });
  });
});
