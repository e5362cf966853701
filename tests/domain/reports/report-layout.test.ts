import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { computeLayout } from '~/components/reports/report-layout';
import type { SheetTable } from '~/components/reports/sheets';
import { FigureCell } from '~/components/ui/table';
import { DEFAULT_PREFERENCES } from '~/hooks/preferences';
import { formatFor } from '~/hooks/use-format';

const format = formatFor(DEFAULT_PREFERENCES);

/** A journal whose wells have long codes like those in use. */
function journalOf(code: string): SheetTable {
  const texts = ['voucher', 'date', 'account', 'well', 'reference', 'description'];
  const row = {
    voucher: 'ARO-A-20261031',
    date: 'Oct 31, 2026',
    account: '6800-100',
    well: code,
    reference: `${code}-L1-202610`,
    description: 'ARO layer 1 (initial), accretion for 2026-10',
    debit: '985432100.55',
    credit: '985432100.55',
  };
  return {
    columns: [
      ...texts.map((id) => ({ id, name: id, isAmount: false, addsUp: false })),
      ...['debit', 'credit'].map((id) => ({ id, name: id, isAmount: true, addsUp: false })),
    ],
    rows: Array.from({ length: 40 }, (_, id) => ({ id, ...row })),
    isSum: () => false,
  };
}

describe('a long table', () => {
  /** Room in a window of 1,440 pixels without the dialog's frame, in rem. */
  const room = 83;
  const needed = (code: string) =>
    computeLayout(journalOf(code), format).widths.reduce((sum, width) => sum + width, 0);

  it('shows its amounts on a laptop, however long the well codes', () => {
    for (const code of ['A-1', '42-329-35222-00-00', 'NO 6507/14-Q-14-T2-SIDETRACK-RE-ENTRY'])
      expect(needed(code), code).toBeLessThanOrEqual(room);
  });

  it('narrows texts to fit a laptop, but not amounts or dates', () => {
    const journal = journalOf('42-329-35222-00-00');
    const names = ['field', 'operator', 'remarks'];
    const wider: SheetTable = {
      ...journal,
      columns: [
        ...journal.columns.map((column) => (column.id === 'date' ? { ...column, isWhole: true } : column)),
        ...names.map((id) => ({ id, name: id, isAmount: false, addsUp: false })),
      ],
      rows: journal.rows.map((row) => ({
        ...row,
        ...Object.fromEntries(names.map((id) => [id, 'North Cowden Unit, Block 44'])),
      })),
    };
    const usual = computeLayout(journal, format);
    const { widths, setting } = computeLayout(wider, format);
    expect(widths.reduce((sum, width) => sum + width, 0)).toBeLessThanOrEqual(room + 0.001);
    for (const width of widths.slice(-names.length)) expect(width).toBeGreaterThanOrEqual(8);
    for (const id of ['date', 'debit', 'credit']) {
      const at = journal.columns.findIndex((column) => column.id === id);
      expect(widths[at], id).toBeGreaterThanOrEqual(usual.widths[at]! * setting.size - 1.6);
    }
  });

  it('uses the normal size if it fits', () => {
    expect(computeLayout(journalOf('A-1'), format).setting.size).toBe(1);
    expect(
      computeLayout(journalOf('NO 6507/14-Q-14-T2-SIDETRACK-RE-ENTRY'), format).setting.size,
    ).toBeLessThan(1);
  });
});

describe('a figure', () => {
  const cell = (text: string) => renderToStaticMarkup(createElement(FigureCell, null, text));

  it('hangs its closing parenthesis past the edge, so that digits align', () => {
    expect(cell('(1,234.56)')).toContain('<span class="hung">(1,234.56)</span>');
    expect(cell('1,234.56')).not.toContain('hung');
  });
});
