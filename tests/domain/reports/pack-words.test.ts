import { describe, expect, it } from 'vitest';
import type { Pack } from '~/components/close/pack';
import { buildPackText } from '~/components/close/pack-text';
import { formatFor } from '~/hooks/use-format';
import { packFigures } from '../../support/pack';

const format = formatFor({ language: 'en-US', timezone: 'UTC', date_format: 'locale', currency: 'USD' });

const packOf = (beginDate: string) =>
  ({
    close: {
      month: '2024-12',
      begin: '2024-12-01',
      end: '2024-12-31',
      state: 'open',
      signOff: { prepared: null, approved: null, withdrawn: null },
      signOffs: [],
      checklist: [],
      accounts: [],
      reports: [],
    },
    days: { beginDate, endDate: '2024-12-31' },
    history: [],
    changes: [],
    seal: null,
    settings: {
      accretionMethod: 'effective',
      depreciation: 'straight-line',
      depreciationFrom: '2024-01-01',
      settlementOrder: 'proportion',
      settlementDifference: 'pool',
      downwardRate: 'newest',
      changeBasis: 'repriced',
      approval: 'second-person',
    },
    figures: packFigures(),
    worklist: [],
    savedReports: [],
    savedReportDays: null,
    closeChanges: [],
  }) as unknown as Pack;

describe('the texts of a report pack', () => {
  it('name the month, or the year ended with it, with its dates', () => {
    const maker = { company: null, user: null };
    const month = buildPackText(packOf('2024-12-01'), format, maker);
    expect(month.title).toBe('Report Pack of Dec 2024');
    expect(month.facts).toContainEqual(['Month', 'For the period Dec 1, 2024 through Dec 31, 2024']);
    const year = buildPackText(packOf('2024-01-01'), format, maker);
    expect(year.title).toBe('Report Pack of the Year through Dec 31, 2024');
    expect(year.facts).toContainEqual(['Period', 'For the period Jan 1, 2024 through Dec 31, 2024']);
    expect(year.lines).toContain('For the period Jan 1, 2024 through Dec 31, 2024');
  });

  it('list every close and reopening in the pack’s period, including a year’s earlier months', () => {
    const change = (action: string, through: string | null, reason: string | null = null) => ({
      action,
      through,
      reason,
      user: null,
      userId: 'u',
      createdAt: '2025-01-10T10:00:00.000Z',
    });
    const history = [
      change('closed', '2025-01-31'),
      change('closed', '2024-12-31'),
      change('closed', '2024-11-30'),
      change('reopened', '2024-09-30', 'A late invoice of October'),
      change('closed', '2024-10-31'),
      change('closed', '2023-12-31'),
    ].map((one, place) => ({ ...one, createdAt: `2025-01-1${9 - place}T10:00:00.000Z` }));
    const whats = (beginDate: string) =>
      buildPackText({ ...packOf(beginDate), history } as unknown as Pack, format, {
        company: null,
        user: null,
      }).signOffs.rows.map(([what, , , remark]) => `${what}${remark ? `: ${remark}` : ''}`);
    expect(whats('2024-12-01')).toEqual(['Closed through Dec 31, 2024']);
    expect(whats('2024-01-01')).toEqual([
      'Closed through Dec 31, 2024',
      'Closed through Nov 30, 2024',
      'Reopened, closed through Sep 30, 2024: A late invoice of October',
      'Closed through Oct 31, 2024',
    ]);
  });

  it('state the settings behind the amounts, the currency, and the meaning of signs', () => {
    const { facts } = buildPackText(packOf('2024-12-01'), format, { company: null, user: null });
    const said = Object.fromEntries(facts);
    expect(said.Settings).toBe(
      'Accretion: effective method. Depreciation: straight-line from Jan 1, 2024. Settlements: all layers in proportion, difference to the full-cost pool. Changes in estimate: compared with the previous estimate at prices of the date. Decreases: rates of the newest layers. Approval: a second person. As set when this was generated; the audit log has every change, and each accretion record has its method.',
    );
    expect(said.Amounts).toMatch(/^In \$\. In parentheses: account credits/);
  });
});
