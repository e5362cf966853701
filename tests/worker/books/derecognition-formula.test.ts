import { expect, it } from 'vitest';
import { parseCents } from '~/domain/money/money';
import type { PostingView } from '~/schemas/books/posting';
import { accreteThrough, bodyOf } from '../../support/books';
import { addLayer, addWell } from '../../support/layers';
import { type SignedIn, signInToNewCompany } from '../../support/worker';

/** Both sides of a line such as "Relief: a × b ÷ c = d", the left one computed. */
function computed(line: string): [left: string, right: string] {
  const [left, right] = line.replace(/^.*: /, '').replaceAll(',', '').replaceAll('−', '-').split(' = ');
  const terms = left!.replaceAll(/[()]/g, '').split(' ');
  let sum = 0;
  let product = Number(terms[0]);
  for (let at = 1; at < terms.length; at += 2) {
    const value = Number(terms[at + 1]);
    if (terms[at] === '×') product *= value;
    else if (terms[at] === '÷') product /= value;
    else {
      sum += product;
      product = terms[at] === '-' ? -value : value;
    }
  }
  return [(sum + product).toFixed(2), right!];
}

async function companyWithTwoLayers() {
  const { client, company } = await signInToNewCompany();
  const settings = { depreciation: 'straight-line', depreciationFrom: '2025-12-31' };
  await bodyOf(await client.put(`/api/companies/${company.id}/settings`, settings));
  const well = await addWell(client);
  const layer = { calculationDate: '2025-12-31', discountRate: 8, inflationRate: 2 };
  await addLayer(client, well.id, { ...layer, pAndACost: 100_000 });
  await addLayer(client, well.id, {
    ...layer,
    layerType: 'additional',
    measurement: 'increment',
    pAndACost: 40_000,
  });
  for (const end of ['2026-01-31', '2026-02-28']) await accreteThrough(client, end);
  return { client, well };
}

async function linesOf(client: SignedIn, path: string, body: object): Promise<string[][]> {
  const { id } = await bodyOf<{ id: string }>(await client.post(path, body), 201);
  const { movements } = await bodyOf<PostingView>(await client.get(`/api/postings/${id}`));
  for (const { formula, kind, result } of movements) {
    // The last line is the movement's gain or loss; for a retired movement, with the opposite sign.
    const left = computed(formula.at(-1)!)[1];
    if (formula.at(-1)!.includes(' = ')) expect(kind === 'retired' ? `-${left}` : left).toBe(result);
    for (const line of formula.filter((text) => text.includes(' = '))) {
      const [left, right] = computed(line);
      // Rounding may place the last cent on another layer.
      const difference = parseCents(left) - parseCents(right);
      expect(difference >= -1n && difference <= 1n, line).toBe(true);
    }
  }
  return movements.map(({ formula }) => formula);
}

it('a settlement and a sale derecognize each layer in proportion to its balance on their day', async () => {
  const { client, well } = await companyWithTwoLayers();
  const path = `/api/wells/${well.id}`;
  // Within a month that is already accreted.
  const part = await linesOf(client, `${path}/settlements`, {
    date: '2026-02-10',
    cost: '12000.00',
    relief: '5000.00',
  });
  expect(part).toHaveLength(2);
  for (const [relief, cost, difference] of part) {
    expect(relief).toMatch(/^Relief: 5,000\.00 × .* ÷ .* = /);
    expect(cost).toMatch(/^Cost: 12,000\.00 × .* ÷ 5,000\.00 = /);
    expect(difference).toMatch(/^Relief − cost: /);
  }
  const sold = await linesOf(client, `${path}/sales`, {
    date: '2026-02-20',
    interestSold: '12.5',
    proceeds: '700.00',
  });
  expect(sold).toHaveLength(2);
  for (const lines of sold) {
    expect(lines[0]).toMatch(/^Liability: .* × 12\.50 ÷ 100\.00 = /);
    expect(lines.map((line) => line.split(':')[0])).toEqual([
      'Liability',
      'Asset',
      'Depreciation',
      'Proceeds',
      'Proceeds + liability − net asset',
    ]);
  }
  const final = await linesOf(client, `${path}/settlements`, {
    date: '2026-02-28',
    cost: '30000.00',
    isFinal: true,
  });
  expect(final.map(([first]) => first!.replace(/[\d,.]+.*$/, ''))).toEqual([
    'Relief: all of ',
    'Cost − depreciation: ',
    'Relief: all of ',
    'Cost − depreciation: ',
  ]);
});
