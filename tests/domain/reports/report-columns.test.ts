import { describe, expect, it } from 'vitest';
import {
  amountsOf,
  columnsOf,
  csvColumns,
  REPORT_GROUPS,
  type ReportName,
  sumsOf,
} from '~/domain/reports/report-columns';
import { reportFileName } from '~/domain/reports/report-file-name';
import {
  ArcRollforwardView,
  DisclosureView,
  LayerBalanceView,
  MaturityView,
  PostingRegisterView,
  RollforwardView,
  TrialBalanceView,
} from '~/schemas/reports/report-views';

const ANSWERS = {
  'aro-rollforward': RollforwardView,
  disclosure: DisclosureView,
  'arc-rollforward': ArcRollforwardView,
  'trial-balance': TrialBalanceView,
  maturities: MaturityView,
  balances: LayerBalanceView,
  postings: PostingRegisterView,
} satisfies Record<ReportName, unknown>;
const REPORTS = Object.keys(ANSWERS) as ReportName[];

describe.each(REPORTS)('the columns of %s', (report) => {
  it('match the fields of the API response, in files too', () => {
    const answered = Object.keys(ANSWERS[report].shape);
    for (const by of REPORT_GROUPS) {
      for (const id of csvColumns(report, by)) expect(answered).toContain(id);
    }
    // The remaining fields of a response are only used for links.
    const shown = columnsOf(report).map(({ id }) => id);
    expect(answered.filter((id) => !shown.includes(id) && !/^(wellId|aroLayerId)$/.test(id))).toEqual([]);
  });

  it('follow the amounts that they add up', () => {
    const amounts = amountsOf(report).map(({ id }) => id);
    for (const { id, plus, minus } of sumsOf(report)) {
      for (const term of [...plus, ...minus]) {
        expect(amounts.slice(0, amounts.indexOf(id))).toContain(term);
      }
    }
  });
});

describe('the file name of a report', () => {
  const days = { beginDate: '2026-01-01', endDate: '2026-06-30' };

  it('includes the grouping, unless it is the default', () => {
    expect(reportFileName('aro-rollforward', { by: 'well' }, days)).toBe(
      'aro-rollforward-2026-01-01-to-2026-06-30',
    );
    expect(reportFileName('aro-rollforward', { by: 'total' }, days)).toBe(
      'aro-rollforward-by-total-2026-01-01-to-2026-06-30',
    );
    expect(reportFileName('arc-rollforward', {}, days)).toBe(
      'aro-arc-rollforward-by-total-2026-01-01-to-2026-06-30',
    );
    expect(reportFileName('trial-balance', {}, days)).toBe('aro-trial-balance-2026-01-01-to-2026-06-30');
    expect(reportFileName('maturities', { by: 'field' }, { asOf: '2026-06-30' })).toBe(
      'aro-maturities-by-field-as-of-2026-06-30',
    );
  });

  it('includes the filter or the comparison', () => {
    expect(reportFileName('postings', { part: 'after-close' }, days)).toBe(
      'aro-postings-after-close-2026-01-01-to-2026-06-30',
    );
    expect(reportFileName('disclosure', { part: 'comparative' }, days)).toBe(
      'aro-disclosure-comparative-2026-01-01-to-2026-06-30',
    );
  });
});
