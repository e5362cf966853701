import { displayName } from '~/components/shell/person';
import type { Api } from '~/hooks/use-api';
import { type Format, useFormat } from '~/hooks/use-format';
import { useRootData } from '~/hooks/use-root-data';
import type { LatestSealView, SealView } from '~/schemas/audit/seal';
import type { UserView } from '~/schemas/people/user';

/** As many digits of a seal's hash as a reader compares. */
const SHOWN_DIGITS = 16;

/** The seal that a report rests on; null while nothing is sealed. */
export async function latestSeal(api: Api): Promise<SealView | null> {
  return (await api<LatestSealView>('/api/books/seal')).seal;
}

/** The days that a report covers. */
export function periodFact(
  format: Format,
  { beginDate, endDate }: { beginDate: string; endDate: string },
): string {
  return `For the period ${format.date(beginDate)} through ${format.date(endDate)}`;
}

/** When a document was made, by which clock, and by whom. */
export function madeFact(format: Format, user: UserView | null): string {
  const now = format.instant(new Date().toISOString());
  return user ? `${now} by ${displayName(user)}` : now;
}

/**
 * When a report was printed or exported and by whom, and what it rests on. On paper the headings have the currency; the cells of
 * a workbook do not.
 */
export function usePrintedFacts(): (seal: SealView | null, done?: 'Printed' | 'Exported') => string[] {
  const format = useFormat();
  const { user } = useRootData();
  return (seal, done = 'Printed') => [
    `${done} ${madeFact(format, user)}`,
    seal
      ? `Sealed through ${format.instant(seal.createdAt)} (seal ${format.integer(seal.number)}, ${seal.hash.slice(0, SHOWN_DIGITS)})`
      : 'Not sealed yet',
    ...(done === 'Exported' ? [`Amounts in ${format.symbol}, negative ones in parentheses`] : []),
  ];
}

/** Those of a paper. When the browser opened the print dialog itself, nobody could ask for the seal, so nothing is said of one. */
export function usePaperFacts(): (printed: { seal: SealView | null; isAsked: boolean }) => string[] {
  const printedFacts = usePrintedFacts();
  return ({ seal, isAsked }) => printedFacts(seal).slice(0, isAsked ? undefined : 1);
}
