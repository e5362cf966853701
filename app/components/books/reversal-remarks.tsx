import { Note } from '~/components/ui/note';
import { countOf } from '~/hooks/count-of';
import { type Format, useFormat } from '~/hooks/use-format';
import type { ReversalPreview } from '~/schemas/books/posting';

type ReversedAct = NonNullable<ReversalPreview['act']>;

/** Notes that a reversal's postings don't show: what it leaves out, and what remains to be done. */
export function ReversalRemarks({
  preview,
  act,
  hasDate,
}: {
  preview: ReversalPreview;
  act: ReversedAct;
  /** True when the user chose a date. */
  hasDate: boolean;
}) {
  const format = useFormat();
  const lines = [
    ...describeOmissions(act, format),
    ...(act.redated > 0 && !hasDate
      ? [
          `${countOf(act.redated, 'posting', format)} ${pluralVerb(act.redated)} in closed months and will be reversed on the first open day.`,
        ]
      : []),
    ...(alsoReversesAccretion(preview)
      ? [
          'Accretion is also reversed. For periods already posted, calculate it again. Only the missing amounts are posted.',
        ]
      : []),
  ];
  if (lines.length === 0) return null;
  return (
    <Note title={`This reverses what was posted on ${countOf(preview.wells, 'well', format)}`}>
      <ul className="list-disc pl-5 text-muted">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </Note>
  );
}

function describeOmissions(
  { postings, reversedPostings, reversedWells }: ReversedAct,
  format: Format,
): string[] {
  return [
    ...(reversedPostings > 0
      ? [
          `${format.integer(reversedPostings)} of ${countOf(postings, 'posting', format)} ${pluralVerb(reversedPostings)} already reversed.`,
        ]
      : []),
    ...(reversedWells > 0
      ? [
          `${countOf(reversedWells, 'well', format)} ${pluralVerb(reversedWells)} left out because ${reversedWells === 1 ? 'its' : 'their'} postings are already reversed.`,
        ]
      : []),
  ];
}

function pluralVerb(count: number): string {
  return count === 1 ? 'is' : 'are';
}

/** True when the reversal includes accretion that was posted along with something else. */
function alsoReversesAccretion({ postings }: ReversalPreview): boolean {
  const kinds = new Set(postings.flatMap(({ movements }) => movements.map(({ kind }) => kind)));
  const hasAccretion = kinds.delete('accreted');
  kinds.delete('depreciated');
  return hasAccretion && kinds.size > 0;
}
