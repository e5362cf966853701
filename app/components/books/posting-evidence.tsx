import { MissingCode } from '~/components/ui/missing-code';
import { optionalPart } from '~/components/ui/on-demand';
import { Skeleton } from '~/components/ui/skeleton';
import { countOf } from '~/hooks/count-of';
import { useFormat } from '~/hooks/use-format';
import type { PostingView } from '~/schemas/books/posting';

const Evidence = optionalPart(() => import('./evidence'), {
  Waiting: () => <Skeleton className="h-16" />,
  Fallback: () => <MissingCode text="Couldn’t load the evidence." />,
});

/** Evidence for a posting. If its act has several postings, new evidence supports all of them. */
export function PostingEvidence({ posting }: { posting: PostingView }) {
  const format = useFormat();
  const { id, actId, also } = posting;
  const isOneOfMany = also.length > 0;
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-semibold">Evidence</h3>
      {isOneOfMany && (
        <p className="text-muted">
          Files and notes added here also support the {countOf(also.length, 'other posting', format)} posted
          with this one.
        </p>
      )}
      <Evidence
        source={{ subject: 'posting', id }}
        uploadTarget={isOneOfMany ? { subject: 'act', id: actId } : undefined}
        subjectName="this posting"
      />
    </section>
  );
}
