import { describe, expect, it } from 'vitest';
import { formatCents, parseCents } from '~/domain/money/money';
import { DISCLOSURE_LINE_IDS } from '~/domain/reports/comparative-disclosure';
import type { CloseChangesView } from '~/schemas/close/close-changes';
import { accreteThrough, bodyOf, close, expectBooksToCheck } from '../../support/books';
import { closeOf, companyToClose, JANUARY } from '../../support/close';
import { addLayer, addWell } from '../../support/layers';
import { expectRefusal } from '../../support/refusals';
import { disclosure } from '../../support/reports';
import type { SignedIn } from '../../support/worker';

const FEBRUARY = '/api/closes/2026-02';

async function changesOf(client: SignedIn, path = JANUARY): Promise<CloseChangesView[]> {
  return bodyOf(await client.get(`${path}/changes`));
}

async function reopen(client: SignedIn, from: string, reason: string): Promise<void> {
  await bodyOf(await client.post('/api/periods/reopen', { from, reason }));
}

const linesOf = (row: Record<(typeof DISCLOSURE_LINE_IDS)[number], string>) =>
  Object.fromEntries(DISCLOSURE_LINE_IDS.map((line) => [line, row[line]]));

function expectTied({ before, after, sums, postings, count }: CloseChangesView): void {
  const plus = (left: string, right: string) => formatCents(parseCents(left) + parseCents(right));
  expect(plus(before.ending, sums.liability)).toBe(after.ending);
  expect(plus(before.arcCost, sums.arcCost)).toBe(after.arcCost);
  expect(plus(before.arcAccumulated, sums.arcAccumulated)).toBe(after.arcAccumulated);
  expect(plus(after.arcCost, after.arcAccumulated)).toBe(after.arcNet);
  expect(postings).toHaveLength(count);
  expect(postings.reduce((sum, { liability }) => plus(sum, liability), '0.00')).toBe(sums.liability);
}

describe('changes since a close', () => {
  it('are none while a month has never been closed, or was closed only once', async () => {
    const { preparer } = await companyToClose();
    expect(await changesOf(preparer)).toEqual([]);
    await close(preparer, '2026-01-31');
    expect(await changesOf(preparer)).toEqual([]);
    await expectRefusal(() => preparer.get('/api/closes/2026-13/changes'), 404, {
      message: 'Month not found',
    });
  });

  it('cover the whole year on request, including changes in its other months', async () => {
    const { preparer, well } = await companyToClose();
    await close(preparer, '2026-02-28');
    await reopen(preparer, '2026-01-01', 'Work that January left out');
    const late = { layerType: 'additional', measurement: 'increment', pAndACost: 20_000 };
    const { aroValue } = await addLayer(preparer, well.id, { ...late, calculationDate: '2026-01-31' });
    const [inMonth] = await changesOf(preparer, FEBRUARY);
    expect(inMonth!.after.incurred).toBe(inMonth!.before.incurred);
    const path = `${FEBRUARY}/changes?beginDate=2026-01-01`;
    const [inYear] = await bodyOf<CloseChangesView[]>(await preparer.get(path));
    expectTied(inYear!);
    expect(inYear!.before.beginning).toBe(inYear!.after.beginning);
    const added = parseCents(inYear!.after.incurred) - parseCents(inYear!.before.incurred);
    expect(formatCents(added)).toBe(aroValue);
    expect(inYear!.after).toMatchObject({ ending: inMonth!.after.ending, arcNet: inMonth!.after.arcNet });
    // A begin date within the month still covers the whole month.
    const [within] = await bodyOf<CloseChangesView[]>(
      await preparer.get(`${FEBRUARY}/changes?beginDate=2026-02-15`),
    );
    expect(linesOf(within!.after)).toEqual(linesOf(inMonth!.after));
  });

  it('cover the entries made after a close, until now or until the next close', async () => {
    const { preparer, viewer, well } = await companyToClose();
    const doomed = await addWell(preparer);
    await addLayer(preparer, doomed.id, { calculationDate: '2026-01-10' });
    await accreteThrough(preparer, '2026-01-31', doomed.id);
    await accreteThrough(preparer, '2026-02-28', doomed.id);
    const [atFirst] = await disclosure(preparer, '2026-01-01', '2026-01-31');
    await close(preparer, '2026-01-31');
    await reopen(preparer, '2026-01-01', 'Invoice of January');
    const late = { layerType: 'additional', measurement: 'increment', pAndACost: 20_000 };
    await addLayer(preparer, well.id, { ...late, calculationDate: '2026-01-20' });
    // Dated in the following month, so not part of this one.
    await addLayer(preparer, well.id, { ...late, calculationDate: '2026-02-20' });
    await accreteThrough(preparer, '2026-01-31');

    const [open, ...others] = await changesOf(viewer);
    expect(others).toEqual([]);
    expectTied(open!);
    expect(linesOf(open!.before)).toEqual(linesOf(atFirst!));
    expect(linesOf(open!.after)).toEqual(linesOf((await disclosure(viewer, '2026-01-01', '2026-01-31'))[0]!));
    expect(open!.after.closedBy).toBeNull();
    expect(open!.before.closedBy!.user!.email).toBeTruthy();
    expect(open!.reopened).toMatchObject({ reason: 'Invoice of January' });
    expect(
      open!.postings.map(({ kind, effectiveOn, afterClose }) => [kind, effectiveOn, afterClose]),
    ).toEqual([
      ['calculation', '2026-01-20', 'yes'],
      ['accretion', '2026-01-31', 'yes'],
    ]);

    await close(preparer, '2026-01-31');
    const [closed] = await changesOf(viewer);
    expect(closed!.after.closedBy).not.toBeNull();
    expect({ ...closed!, after: linesOf(closed!.after) }).toEqual({ ...open!, after: linesOf(open!.after) });

    // A deleted well is in no list anymore, but existed at both closes.
    await reopen(preparer, '2026-01-01', 'Not ours');
    expect((await preparer.delete(`/api/wells/${doomed.id}`)).status).toBe(204);
    await close(preparer, '2026-01-31');
    await expectBooksToCheck(preparer);
    const [newest, oldest] = await changesOf(viewer);
    for (const change of [newest!, oldest!]) expectTied(change);
    expect(oldest).toEqual(closed);
    expect(newest!.before).toEqual(closed!.after);
    expect(newest!.postings.every(({ kind }) => kind === 'reversal')).toBe(true);
    expect(newest!.sums.liability).toMatch(/^-/);
  });

  it('include entries dated in earlier months, which also change the balances', async () => {
    const { preparer, well } = await companyToClose();
    await close(preparer, '2026-02-28');
    await reopen(preparer, '2026-01-01', 'Late');
    const late = { layerType: 'additional', measurement: 'increment', pAndACost: 20_000 };
    const layer = await addLayer(preparer, well.id, { ...late, calculationDate: '2026-01-31' });
    await accreteThrough(preparer, '2026-02-28');
    await close(preparer, '2026-02-28');
    const [change] = await changesOf(preparer, FEBRUARY);
    expectTied(change!);
    expect(change!.postings.map(({ effectiveOn }) => effectiveOn)).toEqual(['2026-01-31', '2026-02-28']);
    expect(parseCents(change!.after.beginning) - parseCents(change!.before.beginning)).toBe(
      parseCents(layer.aroValue),
    );
    const { reports } = await closeOf(preparer, FEBRUARY);
    expect(reports).toHaveLength(10);
  });
});
