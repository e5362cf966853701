import { useState } from 'react';
import { Badge } from '~/components/ui/badge';
import { Button } from '~/components/ui/button';
import { Segmented } from '~/components/ui/choice';
import { Dialog, DialogBody, DialogFooter } from '~/components/ui/dialog';
import { LoadFailure } from '~/components/ui/load-failure';
import { onDemand } from '~/components/ui/on-demand';
import { Skeleton } from '~/components/ui/skeleton';
import { TextLink } from '~/components/ui/text-link';
import { METHOD_NAMES } from '~/domain/books/layer-labels';
import { POSTING_NAMES, SOURCE_NAMES } from '~/domain/books/posting-kind-names';
import { countOf } from '~/hooks/count-of';
import { personName } from '~/hooks/person-name';
import { useDialogAddress } from '~/hooks/use-address';
import { useFetched } from '~/hooks/use-fetched';
import { type Format, useFormat } from '~/hooks/use-format';
import { useWriteBlock } from '~/hooks/use-root-data';
import type { PostingView } from '~/schemas/books/posting';
import { PostingEvidence } from './posting-evidence';
import { PostingMovements } from './posting-movements';

const ReverseDialog = onDemand(() => import('./reverse-dialog'));

type Scope = 'well' | 'all';

/** Details of a posting: who booked it, when and why, and how each amount is calculated. */
export default function PostingDialog({
  postingId,
  well,
  onClose,
}: {
  postingId: string;
  /** The well the user came from, if any. If the posting covers many wells, this well's movements are shown first. */
  well?: { id: string; wellCode: string };
  onClose: () => void;
}) {
  const format = useFormat();
  const isAdmin = useWriteBlock() === null;
  const [version, setVersion] = useState(0);
  const [scope, setScope] = useState<Scope>(well ? 'well' : 'all');
  const [isReversing, setReversing] = useState(false);
  const path = `/api/postings/${encodeURIComponent(postingId)}`;
  const scopedPath = well && scope === 'well' ? `${path}?${new URLSearchParams({ wellId: well.id })}` : path;
  const { data, error, isOld, retry } = useFetched<PostingView>(scopedPath, version, path);
  const hasOtherWells =
    data !== null && !isOld && scope === 'well' && data.movements.length < data.movementCount;
  return (
    <Dialog
      title={data ? `${POSTING_NAMES[data.kind]} ${data.id}` : `Posting ${postingId}`}
      description={data ? `Dated ${format.date(data.effectiveOn)}` : undefined}
      size="xl"
      onClose={onClose}
    >
      <DialogBody className="flex flex-col gap-4">
        {error ? (
          <LoadFailure error={error} text="Couldn’t load this posting." onRetry={retry} />
        ) : data ? (
          <>
            <Facts posting={data} />
            {well && (hasOtherWells || scope === 'all') && (
              <Segmented<Scope>
                legend="Movements"
                hideLegend
                name="movements-of"
                value={scope}
                onChange={setScope}
                choices={[
                  { value: 'well', label: `Only ${well.wellCode}` },
                  { value: 'all', label: `All ${format.integer(data.movementCount)} movements` },
                ]}
              />
            )}
            <PostingMovements key={`${scope} ${version}`} posting={data} path={scopedPath} isStale={isOld} />
            <PostingEvidence posting={data} />
          </>
        ) : (
          <div role="status" className="flex flex-col gap-4">
            <span className="sr-only">Loading the posting</span>
            <Skeleton className="h-20" />
            <Skeleton className="h-48" />
          </div>
        )}
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>Close</Button>
        {isAdmin && data && data.kind !== 'reversal' && data.reversedById === null && (
          <Button
            onPointerEnter={ReverseDialog.preload}
            onFocus={ReverseDialog.preload}
            onClick={() => setReversing(true)}
          >
            Reverse
          </Button>
        )}
      </DialogFooter>
      {isReversing && data && (
        <ReverseDialog
          subject={{
            postingId: data.id,
            effectiveOn: data.effectiveOn,
            name: POSTING_NAMES[data.kind],
            well,
          }}
          onClose={() => setReversing(false)}
          onReversed={() => {
            setReversing(false);
            setVersion(version + 1);
          }}
        />
      )}
    </Dialog>
  );
}

function Facts({ posting }: { posting: PostingView }) {
  const format = useFormat();
  const facts: [string, string][] = [
    ['Posted by', personName(posting)],
    ['Posted at', format.instant(posting.createdAt)],
    ['Source', SOURCE_NAMES[posting.source]],
    ...(posting.method ? [['Method', METHOD_NAMES[posting.method]] as [string, string]] : []),
    ...(posting.reference ? [['Reference', posting.reference] as [string, string]] : []),
    ...formatTerms(posting),
    ...(posting.memo ? [['Memo', posting.memo] as [string, string]] : []),
  ];
  return (
    <section className="flex flex-col gap-2">
      <dl className="grid gap-x-4 gap-y-2 rounded-lg border border-line px-4 py-3 sm:grid-cols-3">
        {facts.map(([name, value]) => (
          <div key={name} className="min-w-0">
            <dt className="text-xs text-muted">{name}</dt>
            <dd className="font-medium [overflow-wrap:anywhere]">{value}</dd>
          </div>
        ))}
      </dl>
      <Relations posting={posting} format={format} />
    </section>
  );
}

/** Links to the posting it reverses, the postings that reverse it, and postings booked with it. */
function Relations({ posting, format }: { posting: PostingView; format: Format }) {
  const { reversesId, reversals, reversedById, also } = posting;
  if (reversesId === null && reversals.length === 0 && also.length === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-muted">
      {reversals.length > 0 && <Badge>{reversedById === null ? 'Partly reversed' : 'Reversed'}</Badge>}
      {reversesId !== null && <PostingLinks label="Reverses" ids={[reversesId]} />}
      {reversals.length > 0 && <PostingLinks label="Reversed by" ids={reversals} />}
      {also.length > 0 && (
        <PostingLinks label={`Posted with ${countOf(also.length, 'other posting', format)}:`} ids={also} />
      )}
    </div>
  );
}

/** Links beyond this number are collapsed. */
const MAX_LINKS = 12;

function PostingLinks({ label, ids }: { label: string; ids: readonly string[] }) {
  const { linkTo } = useDialogAddress();
  const renderLinks = (linkIds: readonly string[]) =>
    linkIds.map((id) => (
      <TextLink key={id} aria-label={`Posting ${id}`} {...linkTo('posting', { posting: id })}>
        {id}
      </TextLink>
    ));
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      {label}
      {renderLinks(ids.slice(0, MAX_LINKS))}
      {ids.length > MAX_LINKS && (
        <details>
          <summary className="min-h-6 cursor-pointer">and {ids.length - MAX_LINKS} more</summary>
          <span className="flex flex-wrap items-center gap-x-2">{renderLinks(ids.slice(MAX_LINKS))}</span>
        </details>
      )}
    </span>
  );
}

const ACCOUNTS: Record<string, string> = {
  settlement: 'Gain or loss',
  pool: 'Full-cost pool',
  accumulated: 'Accumulated depreciation',
};

/** Accounts that company settings determined when the posting was booked. */
function formatTerms({ terms }: PostingView): [string, string][] {
  const [settledTo, retiredTo] = terms ? [ACCOUNTS[terms.settledTo], ACCOUNTS[terms.retiredTo]] : [];
  return [
    ...(settledTo ? [['Difference goes to', settledTo] as [string, string]] : []),
    ...(retiredTo ? [['Remaining asset goes to', retiredTo] as [string, string]] : []),
  ];
}
