import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '#db/client';
import type { LayerView } from '~/schemas/books/layer-views';
import type { PostingView } from '~/schemas/books/posting';
import { reversalReads } from '~/services/books/reverse-posting.server';
import { readTogether } from '~/services/platform/reads.server';
import {
  accreteThrough,
  bodyOf,
  close,
  expectBooksToCheck,
  layersOf,
  postingsOf,
  previewOf,
  reversePosting,
  rollforward,
  totalLiability,
} from '../../support/books';
import { addLayer, addWell } from '../../support/layers';
import { expectRefusal } from '../../support/refusals';
import { balances, disclosure, trialBalance } from '../../support/reports';
import { signInToNewCompany } from '../../support/worker';

const LAYER = { calculationDate: '2026-01-01' };

/** Two wells, accreted through January and February 2026. */
async function accretedCompany() {
  const { client, company } = await signInToNewCompany();
  const [one, two] = [await addWell(client), await addWell(client)];
  for (const { id } of [one, two]) await addLayer(client, id, LAYER);
  await accreteThrough(client, '2026-01-31');
  await accreteThrough(client, '2026-02-28');
  const [february, january] = await postingsOf(client, 'kind=accretion');
  return { client, company, one, two, january: january!, february: february! };
}

describe('a reversal', () => {
  it('negates a posting on its own day and restores the layers', async () => {
    const { client, one, february } = await accretedCompany();
    const before = await totalLiability(client);
    const reversal = await bodyOf<PostingView>(await reversePosting(client, february.id), 201);
    expect(reversal).toMatchObject({
      kind: 'reversal',
      effectiveOn: '2026-02-28',
      reversesId: february.id,
      memo: 'Entered twice',
      movementCount: 2,
    });
    expect(reversal.totals.liability).toBe(`-${february.totals.liability}`);
    expect((await layersOf(client, one.id))[0]?.accretedThrough).toBe('2026-01-31');
    expect(Number(before) - Number(await totalLiability(client))).toBeCloseTo(
      Number(february.totals.liability),
      5,
    );
    const reversed = await bodyOf<PostingView>(await client.get(`/api/postings/${february.id}`));
    expect(reversed).toMatchObject({ reversedById: reversal.id, reversals: [reversal.id] });
    await expectBooksToCheck(client);
    // Accretion continues from there: posting the same month again gives the same balances.
    await accreteThrough(client, '2026-02-28');
    expect(await totalLiability(client)).toBe(before);
    await expectBooksToCheck(client);
  });

  it('is previewed without writing anything', async () => {
    const { client, february } = await accretedCompany();
    const preview = await previewOf(await reversePosting(client, february.id, {}, '?preview=true'));
    expect(preview.postings).toMatchObject([{ kind: 'reversal', reversesId: february.id, movementCount: 2 }]);
    expect(preview.months).toEqual(['2026-02']);
    expect(await postingsOf(client, 'kind=reversal')).toEqual([]);
  });

  it('can cover one well, and the rest later', async () => {
    const { client, one, two, february } = await accretedCompany();
    const ofOne = () => reversePosting(client, february.id, { wellId: one.id });
    await bodyOf(await ofOne(), 201);
    await expectRefusal(ofOne, 409, { message: 'This posting has nothing left to reverse on this well.' });
    expect((await layersOf(client, one.id))[0]?.accretedThrough).toBe('2026-01-31');
    expect((await layersOf(client, two.id))[0]?.accretedThrough).toBe('2026-02-28');
    const part = await bodyOf<PostingView>(await client.get(`/api/postings/${february.id}`));
    expect(part.reversedById).toBeNull();
    expect(part.reversals).toHaveLength(1);
    const rest = await bodyOf<PostingView>(await reversePosting(client, february.id), 201);
    expect(rest.movementCount).toBe(1);
    const whole = await bodyOf<PostingView>(await client.get(`/api/postings/${february.id}`));
    expect(whole).toMatchObject({ reversedById: rest.id });
    await expectBooksToCheck(client);
  });

  it('rejects a blank well instead of reversing all of them, and treats null as omitted', async () => {
    const { client, february } = await accretedCompany();
    for (const wellId of ['', '  ']) {
      const message = 'Enter a well ID, or leave it out for all wells';
      await expectRefusal(() => reversePosting(client, february.id, { wellId }), 400, {
        errors: { wellId: [message] },
      });
    }
    const absent = { wellId: null, date: null, includeLater: null, wholeAct: null, wholeUpload: null };
    const whole = await bodyOf<PostingView>(await reversePosting(client, february.id, absent), 201);
    expect(whole.movementCount).toBe(2);
  });

  it('returns 404 for an unknown well or another company’s', async () => {
    const { client, february } = await accretedCompany();
    const other = await accretedCompany();
    for (const wellId of ['x', other.one.id]) {
      await expectRefusal(() => reversePosting(client, february.id, { wellId }), 404, {
        message: 'Well not found',
      });
    }
  });

  it('names later postings, and reverses them too on request', async () => {
    const { client, one, january, february } = await accretedCompany();
    await expectRefusal(() => reversePosting(client, january.id), 409, {
      message: `These wells have later postings: accretion dated 2026-02-28 (posting ${february.id}). Reverse those first, or include them in this reversal.`,
    });
    await bodyOf(await reversePosting(client, january.id, { includeLater: true, wellId: one.id }), 201);
    expect((await layersOf(client, one.id))[0]).toMatchObject({
      accretedThrough: null,
      currentAroValue: '27070.90',
    });
    await expectBooksToCheck(client);
  });

  it('removes a layer from the books, and its number is not reused', async () => {
    const { client, one } = await accretedCompany();
    const [recognition] = await postingsOf(client, `wellId=${one.id}&kind=calculation`);
    await bodyOf(await reversePosting(client, recognition!.id, { includeLater: true }), 201);
    const [layer] = await layersOf(client, one.id);
    expect(layer).toMatchObject({ status: 'historical', currentAroValue: '0.00' });
    const again = await addLayer(client, one.id, LAYER);
    expect(again).toMatchObject({ layerNumber: 2, layerType: 'initial', status: 'current' });
    const listed = await bodyOf<LayerView[]>(await client.get('/api/aro-layers?status=current'));
    expect(listed.map(({ id }) => id)).not.toContain(layer!.id);
    await expectBooksToCheck(client);
  });

  it('appears negative in the column of what it reverses, in the first open month if the original’s is closed', async () => {
    const { client, february } = await accretedCompany();
    await close(client, '2026-02-28');
    const closed = await rollforward(client, '2026-02-01', '2026-02-28');
    const reversal = await bodyOf<PostingView>(await reversePosting(client, february.id), 201);
    expect(reversal.effectiveOn).toBe('2026-03-01');
    expect(await rollforward(client, '2026-02-01', '2026-02-28')).toEqual(closed);
    const [row] = await rollforward(client, '2026-03-01', '2026-03-31');
    expect(row).toMatchObject({ additions: '0.00', reductions: '0.00' });
    expect(Number(row!.accretion)).toBeLessThan(0);
    await expectBooksToCheck(client);
  });

  it('of a wrong layer leaves its closed month unchanged, and the replacement begins in the first open one', async () => {
    const { client } = await signInToNewCompany();
    const terms = { discountRate: 12, inflationRate: 12, wellLifespan: 20 };
    const right = await addWell(client, { wellCode: 'A-1' });
    await addLayer(client, right.id, { ...terms, calculationDate: '2023-12-31' });
    const wrong = await addWell(client, { wellCode: 'B-1' });
    await addLayer(client, wrong.id, { ...terms, pAndACost: 50_000, calculationDate: '2024-02-29' });
    for (const end of ['2024-01-31', '2024-02-29', '2024-03-31', '2024-04-30']) {
      await accreteThrough(client, end);
    }
    await close(client, '2024-02-29');
    const february = ['2024-02-01', '2024-02-29'] as const;
    const closedMonth = async () => ({
      journal: await bodyOf<object[]>(
        await client.get('/api/reports/journal-entries?beginDate=2024-02-01&endDate=2024-02-29'),
      ),
      disclosure: await disclosure(client, ...february, 'well'),
      trialBalance: await trialBalance(client, ...february),
      balances: await balances(client, '2024-02-29'),
    });
    const before = await closedMonth();
    expect(before.disclosure).toContainEqual(expect.objectContaining({ group: 'B-1', incurred: '50000.00' }));

    const [recognition] = await postingsOf(client, `wellId=${wrong.id}&kind=calculation`);
    await bodyOf(await reversePosting(client, recognition!.id, { includeLater: true }), 201);
    // It keeps its due date.
    await addLayer(client, wrong.id, {
      ...terms,
      pAndACost: 60_000,
      calculationDate: '2024-03-01',
      wellLifespan: undefined,
      retirementDate: '2044-02-29',
    });
    await bodyOf(await client.post(`/api/wells/${wrong.id}/missed-accretion`), 201);

    expect(await closedMonth()).toEqual(before);
    const [, corrected] = await disclosure(client, '2024-03-01', '2024-04-30', 'well');
    // The reversal appears in the same column as the layer it reverses, next to its replacement.
    expect(corrected).toMatchObject({
      group: 'B-1',
      beginning: '50000.00',
      incurred: '10000.00',
      ending: '61206.00',
    });
    await expectBooksToCheck(client);
  });
});

describe('a reversal is rejected', () => {
  it('of a reversal, and of what is already reversed', async () => {
    const { client, february } = await accretedCompany();
    const { id } = await bodyOf<PostingView>(await reversePosting(client, february.id), 201);
    await expectRefusal(() => reversePosting(client, id), 409, {
      message: 'A reversal can’t be reversed. Post the original again instead.',
    });
    await expectRefusal(() => reversePosting(client, february.id), 409, {
      message: 'This posting is already reversed.',
    });
  });

  it('without a reason, and for a date before the posting or in a closed period', async () => {
    const { client, february } = await accretedCompany();
    await expectRefusal(() => reversePosting(client, february.id, { reason: ' ' }), 400, {
      errors: { reason: ['A reason is required'] },
    });
    await expectRefusal(() => reversePosting(client, february.id, { date: '2026-02-27' }), 400, {
      message: 'The date can’t be earlier than the posting’s date, 2026-02-28',
    });
    await close(client, '2026-02-28');
    await expectRefusal(() => reversePosting(client, february.id, { date: '2026-02-28' }), 409, {
      message: 'The books are closed through 2026-02-28. Use a date from 2026-03-01, or reopen the period.',
    });
  });

  it('because of later postings, of which it reads only what the message names', async () => {
    const { company, client, january, february } = await accretedCompany();
    await expectRefusal(() => reversePosting(client, january.id), 409, {
      message: `These wells have later postings: accretion dated 2026-02-28 (posting ${february.id}). Reverse those first, or include them in this reversal.`,
    });
    const scope = { db: openDatabase(env.DB), companyId: company.id };
    const readBy = async (includeLater: boolean) => {
      const reads = reversalReads(scope, Number(january.id), { wellId: null, includeLater });
      const { later, blockingPostings } = await readTogether(scope.db, reads);
      const movements = later.flatMap(({ items }) => JSON.parse(items) as unknown[]);
      return { movements: movements.length, named: blockingPostings?.map(({ number }) => String(number)) };
    };
    // Two wells, two months.
    expect(await readBy(true)).toEqual({ movements: 4, named: undefined });
    expect(await readBy(false)).toEqual({ movements: 2, named: [february.id] });
  });

  it('of an unknown posting or another company’s', async () => {
    const { february } = await accretedCompany();
    const { client: stranger } = await signInToNewCompany();
    for (const id of [february.id, '999999999', 'x', '0']) {
      await expectRefusal(() => reversePosting(stranger, id), 404, { message: 'Posting not found' });
    }
  });
});

it('posts nothing twice when two users reverse and accrete the same layers at the same time', async () => {
  const { client, february } = await accretedCompany();
  const answers = await Promise.all([
    reversePosting(client, february.id),
    reversePosting(client, february.id),
    client.post('/api/accretion/calculate', { periodType: 'monthly', periodEnd: '2026-03-31' }),
  ]);
  expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
  await expectBooksToCheck(client);
});
