import { describe, expect, it } from 'vitest';
import {
  accountFigures,
  changesSinceClose,
  columnFigures,
  createJournalFigures,
} from '~/domain/reports/changes-since-close';
import { type PackFigures, packTies } from '~/domain/reports/pack-ties';
import { packFigures } from '../../support/pack';

const statesOf = (figures = packFigures()) =>
  Object.fromEntries(packTies(figures).ties.map(({ what, state }) => [what, state]));

describe('the ties of a report pack', () => {
  it('compare the figures that the reports share', () => {
    const { ties, accounts } = packTies(packFigures());
    expect(ties.map(({ what, state, difference }) => [what, state, difference])).toEqual([
      ['Beginning liability', 'ties', '0.00'],
      ['Accretion', 'ties', '0.00'],
      ['Ending liability', 'ties', '0.00'],
      ['Ending asset retirement cost', 'ties', '0.00'],
      ['Ending accumulated depreciation', 'ties', '0.00'],
      ['Journal debits and credits', 'ties', '0.00'],
      ['All journal accounts', 'ties', '0.00'],
    ]);
    expect(ties[2]!.parts).toEqual([
      { report: 'ARO Rollforward', amount: '1662.85' },
      { report: 'ARO Disclosure', amount: '1662.85' },
      { report: 'Trial Balance', amount: '1662.85' },
    ]);
    expect(accounts.every(({ difference }) => difference === '0.00')).toBe(true);
  });

  it('report a difference of one cent and its account', () => {
    const figures = packFigures();
    const off = {
      ...figures,
      rollforward: [{ ...figures.rollforward[0]!, endingBalance: '1158.49' }, figures.rollforward[1]!],
      journal: figures.journal.map((row) =>
        row.account === '2400-100' ? { ...row, credits: '258.39' } : row,
      ),
    };
    const { ties } = packTies(off);
    const differing = ties.filter(({ state }) => state === 'differs');
    expect(differing.map(({ what, difference }) => [what, difference])).toEqual([
      ['Ending liability', '0.01'],
      ['Journal debits and credits', '0.01'],
      ['All journal accounts', '0.00'],
    ]);
    expect(differing.at(-1)!.why).toBe('Accounts that differ: 2400-100');
  });

  it('explain opening balances, which are in no journal, and nothing else', () => {
    const figures = packFigures();
    const opening = {
      group: 'Total',
      wellId: null,
      mainAccount: '',
      subAccount: '',
      name: 'Opening balances',
      beginning: '0.00',
      debits: '70.00',
      credits: '0.00',
      ending: '70.00',
    };
    const brought = (
      amounts: { debits?: string; credits?: string },
      row: typeof opening | null = opening,
    ) => ({
      ...figures,
      trialBalance: [
        ...figures.trialBalance.map((known) =>
          known.mainAccount === '2400' ? { ...known, ...amounts } : known,
        ),
        ...(row ? [row] : []),
      ],
    });
    const journalOf = (given: PackFigures) => packTies(given).ties.at(-1)!;
    expect(journalOf(brought({ credits: '328.38' }))).toMatchObject({
      state: 'explained',
      why: 'Opening balances are in the trial balance but not in the journal',
    });
    expect(journalOf(brought({ credits: '328.39' }))).toMatchObject({
      state: 'differs',
      why: 'Accounts that differ: 2400-100',
    });
    // A negative opening balance is on the other side.
    const below = { ...opening, debits: '0.00', credits: '70.00', ending: '-70.00' };
    expect(journalOf(brought({ debits: '170.00' }, below))).toMatchObject({ state: 'explained' });
    expect(journalOf(brought({ credits: '328.38' }, below))).toMatchObject({ state: 'differs' });
    // Two accounts off by the same amount mean a wrong account, not an opening balance.
    const swapped = figures.journal.map((row, index) =>
      index < 2 ? { ...row, debits: figures.journal[1 - index]!.debits } : row,
    );
    expect(journalOf({ ...figures, journal: swapped })).toMatchObject({ state: 'differs' });
  });

  describe('with balances brought in', () => {
    /** 50.00 brought in net of 20.00 reversed within the dates, which the rollforward has as a reduction. */
    const broughtIn = (beginningBalance: string) => {
      const figures = packFigures();
      const [north, other] = figures.rollforward;
      const [disclosed, otherDisclosed] = figures.disclosure;
      return {
        ...figures,
        rollforward: [
          { ...north!, beginningBalance, reductions: '120.00', endingBalance: '1208.48' },
          other!,
        ],
        disclosure: [{ ...disclosed!, opening: '50.00', ending: '1208.48' }, otherDisclosed!],
        trialBalance: figures.trialBalance.map((row) =>
          row.mainAccount === '2400' ? { ...row, ending: '-1208.48' } : row,
        ),
      };
    };

    it('explain the rollforward’s beginning, to the cent', () => {
      const [beginning, , ending] = packTies(broughtIn('1070.10')).ties;
      expect(beginning).toMatchObject({ state: 'explained', difference: '70.00' });
      expect(beginning!.why).toMatch(/^The rollforward has balances brought in within these dates/);
      expect(ending!.state).toBe('ties');
      expect(statesOf(broughtIn('1070.11'))).toMatchObject({ 'Beginning liability': 'differs' });
    });

    it('explain nothing when the other reports differ, or when nothing was brought in', () => {
      const figures = broughtIn('1070.10');
      const trialBalance = figures.trialBalance.map((row) =>
        row.mainAccount === '2400' ? { ...row, beginning: '-1000.09' } : row,
      );
      expect(statesOf({ ...figures, trialBalance })).toMatchObject({ 'Beginning liability': 'differs' });
      const { disclosure } = packFigures();
      expect(statesOf({ ...figures, disclosure })).toMatchObject({ 'Beginning liability': 'differs' });
    });
  });

  it('deduct reversals from the accretion in the trial balance', () => {
    const figures = packFigures();
    const reversed = figures.trialBalance.map((row) =>
      row.name === 'Accretion expense' ? { ...row, debits: '20.00', credits: '7.50' } : row,
    );
    expect(statesOf({ ...figures, trialBalance: reversed })).toMatchObject({ Accretion: 'ties' });
  });

  it('explain what retired assets left in accumulated depreciation', () => {
    const figures = packFigures();
    const arc = figures.arc.map((row) => ({ ...row, endingAccumulated: '0.00' }));
    expect(statesOf({ ...figures, arc })).toMatchObject({
      'Ending accumulated depreciation': 'explained',
      'Ending asset retirement cost': 'ties',
    });
  });
});

describe('the reports kept by a close, compared with the books now', () => {
  it('are the same under any grouping, and after accounts are renumbered', () => {
    const { rollforward, trialBalance } = packFigures();
    const total = { ...rollforward[0]!, beginningBalance: '1500.30', accretion: '12.50' };
    const last = { ...total, endingBalance: '1662.85' };
    expect(
      changesSinceClose(
        columnFigures('aro-rollforward', [last]),
        columnFigures('aro-rollforward', rollforward),
      ),
    ).toEqual([]);
    const renumbered = trialBalance.map((row) => ({ ...row, mainAccount: '9' }));
    expect(changesSinceClose(accountFigures(trialBalance), accountFigures(renumbered))).toEqual([]);
  });

  it('differ by name and amount', () => {
    const { rollforward, trialBalance } = packFigures();
    const changed = [{ ...rollforward[0]!, accretion: '8.34', endingBalance: '1158.49' }, rollforward[1]!];
    expect(
      changesSinceClose(
        columnFigures('aro-rollforward', rollforward),
        columnFigures('aro-rollforward', changed),
      ),
    ).toEqual([
      { what: 'Accretion', kept: '12.50', now: '12.51' },
      { what: 'Ending Balance', kept: '1662.85', now: '1662.86' },
    ]);
    const fewer = trialBalance.filter(({ name }) => name !== 'Depreciation expense');
    expect(changesSinceClose(accountFigures(trialBalance), accountFigures(fewer))).toEqual([
      { what: 'Depreciation expense, Debits', kept: '2.50', now: null },
      { what: 'Depreciation expense, Ending', kept: '2.50', now: null },
    ]);
  });

  it('count the journal’s debits and credits row by row', () => {
    const journal = createJournalFigures();
    for (const netValue of ['10.00', '-4.50', '-5.50']) journal.add(netValue);
    expect([...journal.figures()]).toEqual([
      ['Debits', 1000n],
      ['Credits', 1000n],
    ]);
  });
});
