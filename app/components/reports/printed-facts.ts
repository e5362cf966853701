import { getDisplayName } from '~/components/shell/person';
import type { Api } from '~/hooks/use-api';
import { type Format, useFormat } from '~/hooks/use-format';
import { useRootData } from '~/hooks/use-root-data';
import type { LatestSealView, SealView } from '~/schemas/audit/seal';
import type { UserView } from '~/schemas/people/user';

/** Leading digits of a seal's hash to show, enough to compare by eye. */
const SHOWN_DIGITS = 16;

/** The latest seal of the books; null when nothing is sealed yet. */
export async function latestSeal(api: Api): Promise<SealView | null> {
  return (await api<LatestSealView>('/api/books/seal')).seal;
}

export function periodFact(
  format: Format,
  { beginDate, endDate }: { beginDate: string; endDate: string },
): string {
  return `For the period ${format.date(beginDate)} through ${format.date(endDate)}`;
}

/** Time a document was made, with its time zone, and the user who made it. */
export function madeFact(format: Format, user: UserView | null): string {
  const time = format.instant(new Date().toISOString());
  return user ? `${time} by ${getDisplayName(user)}` : time;
}

/**
 * When and by whom a report was printed or exported, and the seal it relies on. On paper, column headings show the currency; the
 * cells of a workbook don't.
 */
export function usePrintedFacts(): (seal: SealView | null, done?: 'Printed' | 'Exported') => string[] {
  const format = useFormat();
  const { user } = useRootData();
  return (seal, done = 'Printed') => [
    `${done} ${madeFact(format, user)}`,
    seal
      ? `Sealed through ${format.instant(seal.createdAt)} (seal ${format.integer(seal.number)}, ${seal.hash.slice(0, SHOWN_DIGITS)})`
      : 'Not sealed yet',
    ...(done === 'Exported' ? [`Amounts in ${format.symbol}, negative amounts in parentheses`] : []),
  ];
}

/** Facts for a printed page. If the browser opened the print dialog itself, the seal couldn't be fetched, so it is omitted. */
export function usePaperFacts(): (printed: { seal: SealView | null; isRequested: boolean }) => string[] {
  const printedFacts = usePrintedFacts();
  return ({ seal, isRequested }) => printedFacts(seal).slice(0, isRequested ? undefined : 1);
}
