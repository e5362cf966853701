import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { splitDifference } from '~/components/books/difference-parts';
import { listSettlements } from '~/components/well-page/list-settlements';
import type { JournalRow } from '~/domain/books/journal';
import { formatCents, parseCents } from '~/domain/money/money';
import type { AuditView } from '~/schemas/audit/audit-views';
import type { PostingView } from '~/schemas/books/posting';
import type { SettlementPreview, SettlementsPreview } from '~/schemas/books/settlement';
import type { WellLedgerView } from '~/schemas/reports/report-views';
import type { WellView } from '~/schemas/wells/well-views';
import {
  accreteThrough,
  bodyOf,
  close,
  expectBooksToCheck,
  layersOf,
  postingsOf,
  reversePosting,
  rollforward,
  totalLiability,
} from '../../support/books';
import { addLayer, addWell } from '../../support/layers';
import { expectRefusal } from '../../support/refusals';
import { type SignedIn, signInToNewCompany } from '../../support/worker';

/** A well with one layer of 27,070.90 from 2026-01-01, accreted through February. */
async function accretedWell() {
  const { client, company } = await signInToNewCompany();
  const well = await addWell(client);
  await addLayer(client, well.id, { calculationDate: '2026-01-01' });
  await accreteThrough(client, '2026-01-31');
  await accreteThrough(client, '2026-02-28');
  return { client, company, well };
}

function settle(client: SignedIn, well: WellView, given: Record<string, unknown>, query = '') {
  return client.post(`/api/wells/${well.id}/settlements${query}`, given);
}

const FINAL = { date: '2026-02-28', cost: '30000.00', isFinal: true };

async function wellOf(client: SignedIn, { id }: WellView): Promise<WellView> {
  return bodyOf(await client.get(`/api/wells/${id}`));
}

async function journalOf(client: SignedIn, beginDate: string, endDate: string): Promise<string[][]> {
  const query = `beginDate=${beginDate}&endDate=${endDate}`;
  const rows = await bodyOf<JournalRow[]>(await client.get(`/api/reports/journal-entries?${query}`));
  return rows.map(({ voucherNumber, mainAccount, netValue }) => [voucherNumber, mainAccount, netValue]);
}

describe('a settlement', () => {
  it('warns that unposted accretion would post on its own day', async () => {
    const { client, well } = await accretedWell();
    const shownFor = async (date: string) =>
      bodyOf<SettlementPreview>(await settle(client, well, { date, cost: '1000.00' }, '?preview=true'));
    expect(await shownFor('2026-04-14')).toMatchObject({ unpostedThrough: '2026-03-31' });
    expect(await shownFor('2026-03-14')).toMatchObject({ unpostedThrough: null });
    await accreteThrough(client, '2026-03-31');
    expect(await shownFor('2026-04-14')).toMatchObject({ unpostedThrough: null });
  });

  it('relieves a part, and the rest of the month accretes on the remainder', async () => {
    const { client, well } = await accretedWell();
    const before = await totalLiability(client);
    const input = { date: '2026-02-14', cost: '12000.00', relief: '10000.00', memo: 'Rig move' };
    const preview = await bodyOf<SettlementPreview>(await settle(client, well, input, '?preview=true'));
    expect(preview.postings.map(({ kind, effectiveOn }) => [kind, effectiveOn])).toEqual([
      ['reversal', '2026-02-28'],
      ['accretion', '2026-02-14'],
      ['settlement', '2026-02-14'],
      ['accretion', '2026-02-28'],
    ]);
    expect(preview).toMatchObject({ relief: '10000.00', difference: '-2000.00' });
    expect(await postingsOf(client, 'kind=settlement')).toEqual([]);

    const posting = await bodyOf<PostingView>(await settle(client, well, input), 201);
    expect(posting).toMatchObject({
      kind: 'settlement',
      effectiveOn: '2026-02-14',
      memo: 'Rig move',
      totals: { liability: '-10000.00', asset: '0.00', cash: '-12000.00', result: '-2000.00' },
      movements: [{ kind: 'settled', liability: '-10000.00', cash: '-12000.00', result: '-2000.00' }],
    });
    expect(posting.also).toHaveLength(3);
    const [row] = await rollforward(client, '2026-02-01', '2026-02-28');
    expect(row).toMatchObject({ additions: '0.00', reductions: '10000.00' });
    expect(Number(before) - Number(await totalLiability(client))).toBeGreaterThan(10_000);
    expect(await wellOf(client, well)).toMatchObject({ wellStatus: 'Active' });
    const entry = (await journalOf(client, '2026-02-14', '2026-02-15')).filter(([voucher]) =>
      voucher!.startsWith('ARO-S-'),
    );
    expect(entry).toEqual([
      ['ARO-S-20260214', '2400', '10000.00'],
      ['ARO-S-20260214', '7900', '2000.00'],
      ['ARO-S-20260214', '2050', '-12000.00'],
    ]);
    await expectBooksToCheck(client);
  });

  it('if final relieves the whole balance and the asset, and plugs the well', async () => {
    const { client, well } = await accretedWell();
    const carried = await totalLiability(client);
    const posting = await bodyOf<PostingView>(await settle(client, well, FINAL), 201);
    expect(posting.totals).toMatchObject({ liability: `-${carried}`, asset: '-27070.90' });
    expect(await totalLiability(client)).toBe('0.00');
    expect(await layersOf(client, well.id)).toMatchObject([
      { currentAroValue: '0.00', status: 'historical' },
    ]);
    expect(await wellOf(client, well)).toMatchObject({ wellStatus: 'Plugged', pluggedOn: '2026-02-28' });
    await accreteThrough(client, '2026-03-31');
    expect(await totalLiability(client)).toBe('0.00');
    const loss = (30_000 - Number(carried)).toFixed(2);
    const entry = (await journalOf(client, '2026-02-28', '2026-03-01')).filter(([voucher]) =>
      voucher!.startsWith('ARO-S-'),
    );
    // Depreciation is kept elsewhere, so the asset is offset against it.
    expect(entry).toEqual([
      ['ARO-S-20260228', '2400', carried],
      ['ARO-S-20260228', '7900', loss],
      ['ARO-S-20260228', '2050', '-30000.00'],
      ['ARO-S-20260228', '1890', '27070.90'],
      ['ARO-S-20260228', '1800', '-27070.90'],
    ]);
    const [audit] = await bodyOf<AuditView[]>(await client.get('/api/audit-logs?action=well.settled'));
    expect(audit).toMatchObject({ action: 'well.settled', newValues: { wellCode: well.wellCode } });
    await expectBooksToCheck(client);
  });

  it('restores balances, status and plugging day exactly when reversed', async () => {
    const { client, well } = await accretedWell();
    const [layers, kept] = [await layersOf(client, well.id), await wellOf(client, well)];
    const posting = await bodyOf<PostingView>(await settle(client, well, FINAL), 201);
    await bodyOf(await reversePosting(client, posting.id), 201);
    expect(await wellOf(client, well)).toMatchObject({ wellStatus: kept.wellStatus, pluggedOn: null });
    const [layer] = await layersOf(client, well.id);
    const { updatedAt: _, ...balances } = layers[0]!;
    expect(layer).toMatchObject(balances);
    await accreteThrough(client, '2026-03-31');
    expect((await layersOf(client, well.id))[0]?.accretedThrough).toBe('2026-03-31');
    await expectBooksToCheck(client);
  });

  it('can’t be reversed after the well was changed', async () => {
    const { client, well } = await accretedWell();
    const posting = await bodyOf<PostingView>(await settle(client, well, FINAL), 201);
    await bodyOf(await client.put(`/api/wells/${well.id}`, { ...well, wellStatus: 'Inactive' }));
    await expectRefusal(() => reversePosting(client, posting.id), 409, {
      message: `Well "${well.wellCode}" has changed since it was settled. Set its status back to Plugged on 2026-02-28, then reverse the settlement.`,
    });
  });

  it('keeps the plugging day of a Plugged well, and the amounts of a closed period', async () => {
    const { client, well } = await accretedWell();
    await bodyOf(
      await client.put(`/api/wells/${well.id}`, {
        ...well,
        wellStatus: 'Plugged',
        pluggedOn: '2026-02-28',
      }),
    );
    await close(client, '2026-02-28');
    const input = { ...FINAL, date: '2026-03-15' };
    await bodyOf(await settle(client, well, input), 201);
    expect(await wellOf(client, well)).toMatchObject({ wellStatus: 'Plugged', pluggedOn: '2026-02-28' });
    const [row] = await rollforward(client, '2026-02-01', '2026-02-28');
    expect(row?.reductions).toBe('0.00');
    await expectBooksToCheck(client);
  });

  it('posts the difference where the company chose at the time', async () => {
    const { client, company, well } = await accretedWell();
    const settings = { settlementDifference: 'pool', settlementOrder: 'oldest' };
    await bodyOf(await client.put(`/api/companies/${company.id}/settings`, settings));
    const input = { date: '2026-02-28', cost: '100.00', relief: '60.00' };
    const posting = await bodyOf<PostingView>(await settle(client, well, input), 201);
    expect(posting.totals.result).toBe('0.00');
    await bodyOf(
      await client.put(`/api/companies/${company.id}/settings`, { settlementDifference: 'result' }),
    );
    expect(await bodyOf<PostingView>(await client.get(`/api/postings/${posting.id}`))).toMatchObject({
      totals: { result: '0.00' },
      movements: [{ result: '0.00' }],
    });
    const reversal = await bodyOf<PostingView>(await reversePosting(client, posting.id), 201);
    expect(reversal.totals.result).toBe('0.00');
    const entries = (await journalOf(client, '2026-02-28', '2026-03-01')).filter(([voucher]) =>
      voucher!.startsWith('ARO-S'),
    );
    expect(entries.map(([, account, value]) => [account, value])).toEqual([
      ['2400', '60.00'],
      ['1700', '40.00'],
      ['2050', '-100.00'],
      ['2050', '100.00'],
      ['2400', '-60.00'],
      ['1700', '-40.00'],
    ]);
    await expectBooksToCheck(client);
  });
});

describe('a final settlement that writes off an asset', () => {
  /** A well of 100,000 from 2024, revised to 90,000 over ten years a year later, by the interest method. */
  async function depreciatedWell(settings: object = {}) {
    const { client, company } = await signInToNewCompany();
    const given = { accretionMethod: 'effective', ...settings };
    await bodyOf(await client.put(`/api/companies/${company.id}/settings`, given));
    const well = await addWell(client);
    await addLayer(client, well.id, { calculationDate: '2024-01-01' });
    const change = { layerType: 'additional', measurement: 'change', pAndACost: 90_000, wellLifespan: 10 };
    await addLayer(client, well.id, { ...change, calculationDate: '2025-01-01' });
    await accreteThrough(client, '2026-02-28');
    return { client, well };
  }
  const DEPRECIATES = { depreciation: 'straight-line', depreciationFrom: '2024-01-01' };
  const GIVEN = { date: '2026-02-28', cost: '20000', isFinal: true };

  it.each([
    ['takes both to profit or loss', DEPRECIATES, 'result'],
    ['takes both to the pool', { ...DEPRECIATES, settlementDifference: 'pool' }, 'pool'],
  ])('%s, and shows each part', async (_, settings, to) => {
    const { client, well } = await depreciatedWell(settings);
    const shown = await bodyOf<SettlementPreview>(await settle(client, well, GIVEN, '?preview=true'));
    const rows = [{ wellCode: well.wellCode, ...GIVEN }];
    const many = await bodyOf<SettlementsPreview>(await client.post('/api/settlements/preview', { rows }));
    const posting = await bodyOf<PostingView>(await settle(client, well, GIVEN), 201);
    expect(shown.assetWrittenOff).toBe(posting.totals.asset.replace('-', ''));
    expect(shown).toMatchObject({ difference: '5496.84', assetWrittenOff: '17722.20' });
    expect([shown.assetToAccumulated, many.assetToAccumulated]).toEqual(['0.00', '0.00']);
    // 5,496.84 − 17,722.20
    expect(posting.totals.result).toBe(to === 'result' ? '-12225.36' : '0.00');

    const ledger = await bodyOf<WellLedgerView[]>(await client.get(`/api/wells/${well.id}/ledger`));
    const { difference, assetWrittenOff } = shown;
    expect(many).toMatchObject({
      rows: [{ difference, assetWrittenOff }],
      totals: { net: difference, assetWrittenOff },
    });
    expect(listSettlements(ledger)).toMatchObject([
      { difference, assetWrittenOff, net: '-12225.36', goesToPool: to === 'pool' },
    ]);
    const pool = (await journalOf(client, '2026-02-28', '2026-03-01')).filter(
      ([voucher, account]) => voucher!.startsWith('ARO-S-') && account === '1700',
    );
    const booked = pool.reduce((sum, [, , value]) => sum + parseCents(value!), 0n);
    expect(formatCents(booked)).toBe(to === 'pool' ? '12225.36' : '0.00');
    expect(splitDifference(shown)).toEqual([
      ['Relief less cost', difference],
      ['Asset written off', assetWrittenOff],
      [to === 'pool' ? 'Added to the pool' : 'Net loss', '12225.36'],
    ]);
    const [audit] = await bodyOf<AuditView[]>(await client.get('/api/audit-logs?action=well.settled'));
    expect(audit!.newValues).toMatchObject({ difference, assetWrittenOff });
  });

  it('offsets the asset against depreciation kept elsewhere, and shows one figure', async () => {
    const { client, well } = await depreciatedWell();
    const shown = await bodyOf<SettlementPreview>(await settle(client, well, GIVEN, '?preview=true'));
    const { difference } = shown;
    expect(shown).toMatchObject({ assetWrittenOff: '0.00', totals: { result: difference } });
    const { assetToAccumulated } = shown;
    expect(assetToAccumulated).toBe(shown.totals.asset.replace('-', ''));
    expect(assetToAccumulated).not.toBe('0.00');
    const rows = [{ wellCode: well.wellCode, ...GIVEN }];
    const many = await bodyOf<SettlementsPreview>(await client.post('/api/settlements/preview', { rows }));
    expect(many).toMatchObject({ assetToAccumulated });
    const part = await settle(client, well, { ...GIVEN, isFinal: false }, '?preview=true');
    expect(await bodyOf(part)).toMatchObject({ assetToAccumulated: '0.00' });
    expect(splitDifference(shown)).toEqual([
      [expect.stringMatching(/^(Gain|Loss)$/), difference.replace('-', '')],
    ]);
    await bodyOf(await settle(client, well, GIVEN), 201);
    const ledger = await bodyOf<WellLedgerView[]>(await client.get(`/api/wells/${well.id}/ledger`));
    expect(listSettlements(ledger)).toMatchObject([
      { assetWrittenOff: '0.00', net: difference, isFinal: true },
    ]);
  });
});

describe('a settlement is rejected', () => {
  it('for bad amounts and dates, at the field', async () => {
    const { client, well } = await accretedWell();
    const carried = await totalLiability(client);
    const bad: [Record<string, unknown>, string, string][] = [
      [{ cost: '-1' }, 'cost', 'Cost can’t be negative'],
      [{ cost: '' }, 'cost', 'Cost is required'],
      [{ cost: '1', relief: '-1' }, 'relief', 'Relief can’t be negative'],
      [
        { cost: '1', relief: '99999' },
        'relief',
        `Relief can’t exceed the well’s carrying amount on 2026-02-28, ${carried}`,
      ],
      [{ cost: '0' }, 'cost', 'Enter a cost or a relief amount'],
    ];
    for (const [given, field, message] of bad) {
      const input = { date: '2026-02-28', ...given };
      await expectRefusal(() => settle(client, well, input), 400, { errors: { [field]: [message] } });
    }
    await expectRefusal(() => settle(client, well, { ...FINAL, date: '2199-12-31' }), 400, {});
    expect(await postingsOf(client, 'kind=settlement')).toEqual([]);
  });

  it('for a well without layers or fully settled, and after later postings', async () => {
    const { client, well } = await accretedWell();
    const bare = await addWell(client);
    await expectRefusal(() => settle(client, bare, FINAL), 409, {
      message: `Well "${bare.wellCode}" has no obligation to settle. Calculate a layer first.`,
    });
    const posting = await bodyOf<PostingView>(await settle(client, well, FINAL), 201);
    await expectRefusal(() => settle(client, well, FINAL), 409, {
      message: `Well "${well.wellCode}" was settled in full on 2026-02-28 (posting ${posting.id}). If work remains, add a layer for it first. Otherwise, reverse the settlement.`,
    });
    await expectRefusal(() => settle(client, well, { ...FINAL, date: '2026-02-01' }), 409, {});
    await expectRefusal(
      () =>
        client.post('/api/aro-layers/calculate', {
          wellId: well.id,
          layerType: 'additional',
          measurement: 'increment',
          discountRate: '8',
          inflationRate: '2.5',
          pAndACost: '1000',
          wellLifespan: 5,
          calculationDate: '2026-02-15',
        }),
      409,
      {
        message: `Well "${well.wellCode}" was settled on 2026-02-28. Use that date or a later one, or reverse the settlement first.`,
      },
    );
  });

  it('in a closed period', async () => {
    const { client, well } = await accretedWell();
    await close(client, '2026-02-28');
    await expectRefusal(() => settle(client, well, FINAL), 409, {
      message: 'The books are closed through 2026-02-28. Use a date from 2026-03-01, or reopen the period.',
    });
  });

  it('the second time, when two race', async () => {
    const { client, well } = await accretedWell();
    const responses = await Promise.all([settle(client, well, FINAL), settle(client, well, FINAL)]);
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(await postingsOf(client, 'kind=settlement')).toHaveLength(1);
    await expectBooksToCheck(client);
  });

  it('for changes of its terms that bypass the services', async () => {
    const { client, well } = await accretedWell();
    const { id } = await bodyOf<PostingView>(await settle(client, well, FINAL), 201);
    const change = env.DB.prepare("update posting set terms = '{}' where id = ?").bind(Number(id)).run();
    await expect(change).rejects.toThrow('ledger: a posting is never changed');
  });
});
