import { registerRows } from '~/components/reports/register-table';
import { formatCents, parseCents } from '~/domain/money/money';
import { DISCLOSURE_LINE_IDS, DISCLOSURE_LINES } from '~/domain/reports/comparative-disclosure';
import type { PackTable } from '~/domain/reports/pack-workbook';
import { countOf } from '~/hooks/count-of';
import { personName } from '~/hooks/person-name';
import type { Format } from '~/hooks/use-format';
import type { CloseChangesView, CloseFiguresView } from '~/schemas/close/close-changes';

/** A figure of the month at one close and at the next, with the change. */
export type ChangedFigure = { name: string; before: string; change: string; after: string; isSum: boolean };

const ARC_NAMES = {
  arcCost: 'Asset retirement cost',
  arcAccumulated: 'Accumulated depreciation',
  arcNet: 'Net asset retirement cost',
} as const;
const NAMES = { ...DISCLOSURE_LINES, ...ARC_NAMES };
const FIGURES = [...DISCLOSURE_LINE_IDS, ...(Object.keys(ARC_NAMES) as (keyof typeof ARC_NAMES)[])];
const ALWAYS = ['beginning', 'ending', 'arcNet'];

/** "the close of Jan 15, 2026, 10:00 AM UTC by Ann", or "now" */
function stopName({ at, closedBy }: CloseFiguresView, format: Format): string {
  return closedBy ? `the close of ${format.instant(at)} by ${personName(closedBy)}` : 'now';
}

export function changesTitle({ before, after }: CloseChangesView, format: Format): string {
  return `From ${stopName(before, format)} to ${stopName(after, format)}`;
}

export function reopeningText({ reopened }: CloseChangesView, format: Format): string | null {
  if (!reopened) return null;
  const reason = reopened.reason ? `: ${reopened.reason}` : '';
  return `Reopened ${format.instant(reopened.at)} by ${personName(reopened)}${reason}`;
}

/** Figures to show, in report order: balances always, changes only if nonzero at either close. */
export function changedFigures({ before, after }: CloseChangesView): ChangedFigure[] {
  return FIGURES.filter((id) => ALWAYS.includes(id) || before[id] !== '0.00' || after[id] !== '0.00').map(
    (id) => ({
      name: NAMES[id],
      before: before[id],
      change: formatCents(parseCents(after[id]) - parseCents(before[id])),
      after: after[id],
      isSum: ALWAYS.includes(id),
    }),
  );
}

/** True when the balances before plus the postings since equal the balances after, to the cent; with a description. */
export function changesTie(
  { before, after, count, sums }: CloseChangesView,
  format: Format,
): { isTied: boolean; text: string } {
  const parts = [
    { name: 'Liability', from: before.ending, by: sums.liability, to: after.ending },
    { name: 'ARC cost', from: before.arcCost, by: sums.arcCost, to: after.arcCost },
    { name: 'accumulated', from: before.arcAccumulated, by: sums.arcAccumulated, to: after.arcAccumulated },
  ];
  const isTied = ({ from, by, to }: (typeof parts)[number]) =>
    parseCents(from) + parseCents(by) === parseCents(to);
  const postings = countOf(count, 'posting', format);
  return {
    isTied: parts.every(isTied),
    text: `Before + ${postings} = after. ${parts
      .map((part) => {
        const { name, from, by, to } = part;
        const sign = isTied(part) ? '=' : '≠';
        return `${name} ${format.money(from)} + ${format.money(by)} ${sign} ${format.money(to)}`;
      })
      .join('; ')}`,
  };
}

/** Tables of a reopened month for the pack; empty for any other month. */
export function changesTables(changes: readonly CloseChangesView[], format: Format): PackTable[] {
  if (changes.length === 0) return [];
  const truncated = changes.filter(({ count, postings }) => count > postings.length);
  return [
    {
      name: 'Changes Since a Close',
      notes: changes.flatMap((change) => [
        `${changesTitle(change, format)}. ${changesTie(change, format).text}`,
        ...[reopeningText(change, format)].filter((text) => text !== null),
      ]),
      columns: [
        { header: 'From', width: 44 },
        { header: 'Figure', width: 32 },
        { header: 'Before', is: 'amount' },
        { header: 'Change', is: 'amount' },
        { header: 'After', is: 'amount' },
      ],
      rows: changes.flatMap((change) =>
        changedFigures(change).map(({ name, before, change: by, after }) => [
          stopName(change.before, format),
          name,
          before,
          by,
          after,
        ]),
      ),
    },
    {
      name: 'Postings Since a Close',
      notes: [
        'Entered after a close of the month and dated on or before its end',
        ...truncated.map(
          ({ before, postings }) =>
            `The first ${format.integer(postings.length)} since ${stopName(before, format)}; the posting register has all`,
        ),
      ],
      columns: [
        { header: 'After', width: 44 },
        { header: 'Posting' },
        { header: 'Date', is: 'day' },
        { header: 'Kind' },
        { header: 'Well' },
        { header: 'Liability', is: 'amount' },
        { header: 'ARC Cost', is: 'amount' },
        { header: 'Accumulated', is: 'amount' },
        { header: 'Cash', is: 'amount' },
        { header: 'Income Effect', is: 'amount' },
        { header: 'Entered', width: 28 },
        { header: 'Entered By', width: 24 },
        { header: 'Remarks', width: 60 },
      ],
      rows: changes.flatMap(({ before, postings }) =>
        registerRows(postings, format).map((row) =>
          [
            stopName(before, format),
            ...['postingId', 'effectiveOn', 'kindName', 'of'].map((id) => row[id]),
            ...['liability', 'arcCost', 'arcAccumulated', 'cash', 'result'].map((id) => row[id]),
            ...['entered', 'enteredBy', 'remarks'].map((id) => row[id]),
          ].map((value) => String(value ?? '')),
        ),
      ),
    },
  ];
}
