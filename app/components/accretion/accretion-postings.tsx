import Undo2 from 'lucide-react/icons/undo-2';
import { useState } from 'react';
import { Badge } from '~/components/ui/badge';
import { Button } from '~/components/ui/button';
import { onDemand } from '~/components/ui/on-demand';
import { FigureCell, RowTh, Table, TableFrame, Td, Th } from '~/components/ui/table';
import { TextLink } from '~/components/ui/text-link';
import { POSTING_NAMES } from '~/domain/books/posting-kind-names';
import { countOf } from '~/hooks/count-of';
import { personName } from '~/hooks/person-name';
import { useFormat } from '~/hooks/use-format';
import { useWriteBlock } from '~/hooks/use-root-data';
import type { AccretionPosting } from './accretion-page';

const ReverseDialog = onDemand(() => import('~/components/books/reverse-dialog'));

const SOURCES = { user: null, 'month-end': 'Month-end run', import: 'Import' } as const;

/** Postings to the period end shown, by users and by the month-end run, each with a button to reverse it. */
export function AccretionPostings({ postings }: { postings: AccretionPosting[] }) {
  const format = useFormat();
  const writeBlock = useWriteBlock();
  const [reversing, setReversing] = useState<AccretionPosting | null>(null);
  if (postings.length === 0) return null;
  return (
    <div className="flex flex-col gap-2">
      <h3 className="font-semibold">Postings</h3>
      <TableFrame label="Postings" className="max-h-56">
        <Table aria-label="Postings" className="sm:min-w-140">
          <thead>
            <tr>
              <Th>Posting</Th>
              <Th className="max-sm:hidden">Posted</Th>
              <Th align="end" className="max-sm:hidden">
                Layers
              </Th>
              <Th align="end">Liability ({format.symbol})</Th>
              <Th align="end" className="print:hidden">
                Actions
              </Th>
            </tr>
          </thead>
          <tbody>
            {postings.map((posting) => (
              <tr key={posting.id}>
                <RowTh className="font-medium">
                  <span className="flex flex-wrap items-center gap-x-2 whitespace-nowrap">
                    <TextLink to={`/?tab=detail&dialog=posting&posting=${posting.id}`}>
                      {POSTING_NAMES[posting.kind]} {posting.id}
                    </TextLink>
                    <State posting={posting} />
                  </span>
                  {posting.memo && (
                    <span className="block max-w-80 text-xs font-normal text-muted [overflow-wrap:anywhere]">
                      {posting.memo}
                    </span>
                  )}
                </RowTh>
                <Td className="text-xs text-muted max-sm:hidden">
                  {SOURCES[posting.source] ?? personName(posting)}
                  <span className="figures block">{format.instant(posting.createdAt)}</span>
                </Td>
                <FigureCell className="max-sm:hidden">{format.integer(posting.movementCount)}</FigureCell>
                <FigureCell className="whitespace-nowrap">
                  {format.money(posting.totals.liability)}
                </FigureCell>
                <Td align="end" className="print:hidden">
                  {posting.kind !== 'reversal' && posting.reversedById === null && (
                    <Button
                      size="sm"
                      icon={<Undo2 aria-hidden="true" className="size-3.5" />}
                      aria-label={`Reverse posting ${posting.id}, ${countOf(posting.movementCount, 'layer', format)}`}
                      disabledReason={writeBlock}
                      onPointerEnter={ReverseDialog.preload}
                      onFocus={ReverseDialog.preload}
                      onClick={() => setReversing(posting)}
                    >
                      Reverse
                    </Button>
                  )}
                </Td>
              </tr>
            ))}
          </tbody>
        </Table>
      </TableFrame>
      {reversing && (
        <ReverseDialog
          subject={{
            postingId: reversing.id,
            effectiveOn: reversing.effectiveOn,
            name: POSTING_NAMES[reversing.kind],
          }}
          onClose={() => setReversing(null)}
        />
      )}
    </div>
  );
}

function State({ posting: { kind, reversedById, reversals } }: { posting: AccretionPosting }) {
  if (kind === 'reversal' || reversals.length === 0) return null;
  return <Badge>{reversedById === null ? 'Partly reversed' : 'Reversed'}</Badge>;
}
