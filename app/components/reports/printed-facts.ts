import type { Api } from '~/hooks/use-api';
import type { Format } from '~/hooks/use-format';
import type { LatestSealView, SealView } from '~/schemas/audit/seal';

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

/** When a report was printed or exported, by which clock, and what it rests on. */
export function printedFacts(format: Format, seal: SealView | null, done = 'Printed'): string[] {
  return [
    `${done} ${format.instant(new Date().toISOString())}`,
    seal
      ? `Sealed through ${format.instant(seal.createdAt)} (seal ${format.integer(seal.number)}, ${seal.hash.slice(0, SHOWN_DIGITS)})`
      : 'Not sealed yet',
  ];
}
