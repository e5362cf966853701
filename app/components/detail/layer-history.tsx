import { useState } from 'react';
import { FormulaLines } from '~/components/books/formula-lines';
import { layerLabel } from '~/components/books/layer-label';
import type { ReversalSubject } from '~/components/books/reverse-dialog';
import { Badge } from '~/components/ui/badge';
import { Button, buttonClass } from '~/components/ui/button';
import { Dialog, DialogBody, DialogFooter } from '~/components/ui/dialog';
import { Link } from '~/components/ui/link';
import { LoadFailure } from '~/components/ui/load-failure';
import { Note } from '~/components/ui/note';
import { onDemand } from '~/components/ui/on-demand';
import { Skeleton } from '~/components/ui/skeleton';
import { MEASUREMENT_NAMES } from '~/domain/books/layer-labels';
import { POSTING_NAMES } from '~/domain/books/posting-kind-names';
import { countOf } from '~/hooks/count-of';
import { personName } from '~/hooks/person-name';
import { useFetched } from '~/hooks/use-fetched';
import { type Format, useFormat } from '~/hooks/use-format';
import { useWriteBlock } from '~/hooks/use-root-data';
import { wellAddress } from '~/hooks/well-address';
import type { TraceView } from '~/schemas/audit/audit-views';
import type { LayerHistoryView } from '~/schemas/books/layer-views';
import { HistoryAccretion } from './history-accretion';

const ReverseDialog = onDemand(() => import('~/components/books/reverse-dialog'));
const CorrectDialog = onDemand(() => import('./correct-dialog'));

/** How a layer got its value: its inputs, its formula with numbers, all accretion since, and a button to correct it. */
export default function LayerHistory({ layerId, onClose }: { layerId: string; onClose: () => void }) {
  const path = `/api/aro-layers/${encodeURIComponent(layerId)}/history`;
  const { data, error, retry, refresh } = useFetched<LayerHistoryView>(path);
  const writeBlock = useWriteBlock();
  const [isCorrecting, setCorrecting] = useState(false);
  const [reversing, setReversing] = useState<ReversalSubject | null>(null);
  const layer = data?.layer;
  return (
    <Dialog
      title={
        layer ? `${layer.well.wellCode}: ${layerLabel(layer.layerNumber, layer.layerType)}` : 'Layer History'
      }
      description={layer && `${layer.well.wellName}, ${layer.well.field}`}
      size="xl"
      onClose={onClose}
    >
      <DialogBody className="flex flex-col gap-5">
        {error ? (
          <LoadFailure error={error} text="Couldn’t load the history of this layer." onRetry={retry} />
        ) : data ? (
          <>
            <Inputs history={data} />
            <Formula lines={data.formula} />
            <HistoryAccretion
              history={data}
              writeBlock={writeBlock}
              onApproachReverse={ReverseDialog.preload}
              onReverse={({ postingId, periodEnd }) =>
                setReversing({
                  postingId,
                  effectiveOn: periodEnd,
                  name: POSTING_NAMES.accretion,
                  well: data.layer.well,
                })
              }
            />
          </>
        ) : (
          <div role="status" className="flex flex-col gap-5">
            <span className="sr-only">Loading the history of the layer</span>
            <Skeleton className="h-28" />
            <Skeleton className="h-12" />
            <Skeleton className="h-64" />
          </div>
        )}
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>Close</Button>
        {layer?.status === 'current' && (
          <Button
            disabledReason={writeBlock}
            onPointerEnter={CorrectDialog.preload}
            onFocus={CorrectDialog.preload}
            onClick={() => setCorrecting(true)}
          >
            Correct
          </Button>
        )}
        {layer && (
          <Link to={wellAddress(layer.well.id)} className={buttonClass()}>
            Open Well
          </Link>
        )}
      </DialogFooter>
      {isCorrecting && data && <CorrectDialog history={data} onClose={() => setCorrecting(false)} />}
      {reversing && (
        <ReverseDialog
          subject={reversing}
          onClose={() => setReversing(null)}
          onReversed={() => {
            setReversing(null);
            refresh();
          }}
        />
      )}
    </Dialog>
  );
}

function Inputs({ history }: { history: LayerHistoryView }) {
  const format = useFormat();
  const { layer, calculation, origin, recognition, rateReason } = history;
  // A derived rate has more than two decimals.
  const isWhole = layer.exactRate.endsWith('00000000');
  const figures = [
    ['P&A Cost', format.currency(layer.pAndACost)],
    layer.retirementDate
      ? ['Retirement Date', format.date(layer.retirementDate)]
      : ['Well Lifespan', countOf(layer.wellLifespan, 'year', format)],
    ['Discount Rate', `${format.rate(isWhole ? layer.discountRate : layer.effectiveRate)}%`],
    ['Inflation Rate', `${format.rate(layer.inflationRate)}%`],
    ['Calculation Date', format.date(layer.calculationDate)],
    ['Total Estimate', format.currency(layer.totalEstimate)],
    ['Initial ARO', format.currency(layer.aroValue)],
    ['Current ARO', format.currency(layer.currentAroValue)],
  ];
  const verb = origin === 'imported' ? 'Imported' : 'Calculated';
  return (
    <section className="flex flex-col gap-1.5">
      <h3 className="flex items-center gap-2 font-semibold">
        Calculation Inputs
        {layer.status === 'historical' && <Badge>Historical</Badge>}
      </h3>
      {recognition.reversed && (
        <Note
          title={`Reversed ${format.date(recognition.reversed.effectiveOn)}: ${recognition.reversed.reason}`}
        >
          By {traceText(recognition.reversed, format)}, with posting {recognition.reversed.postingId}. This
          layer has no balance and is excluded from further calculations.
        </Note>
      )}
      <dl className="grid gap-x-4 gap-y-1 rounded-lg border border-line px-4 py-3 sm:grid-cols-4 sm:gap-y-2">
        {figures.map(([name, value]) => (
          // On a phone, each figure gets its own line, so it isn't truncated.
          <div key={name} className="flex flex-wrap items-baseline justify-between gap-x-3 sm:block">
            <dt className="text-xs text-muted">{name}</dt>
            <dd className="figures font-medium">{value}</dd>
          </div>
        ))}
      </dl>
      {rateReason && <p className="text-xs text-muted">{format.message(ratesText(history))}.</p>}
      <p className="text-xs text-muted">
        {layer.measurement && `Measurement: ${MEASUREMENT_NAMES[layer.measurement]}. `}
        {calculation
          ? `${verb} by ${traceText(calculation, format)}.`
          : `Entered ${format.instant(layer.createdAt)} without a calculation.`}{' '}
        Posting {recognition.postingId}.
      </p>
    </section>
  );
}

/** Source of derived rates. */
function ratesText({ rateReason, companyRates }: LayerHistoryView): string {
  if (!companyRates) return `Rates: ${rateReason}`;
  const { discount, inflation } = companyRates;
  return [
    discount?.reason ?? 'Discount rate as entered',
    inflation?.reason ?? 'Inflation rate as entered',
  ].join('. ');
}

function Formula({ lines }: { lines: string[] }) {
  return (
    <section>
      <h3 className="mb-1.5 font-semibold">Formula</h3>
      <p className="text-xs text-muted">
        P&A cost × (1 + inflation rate)<sup>n</sup> ÷ (1 + discount rate)<sup>n</sup>, n = years
      </p>
      <FormulaLines lines={lines} className="mt-1.5 px-3 py-2 text-sm" />
    </section>
  );
}

function traceText(trace: TraceView, format: Format): string {
  return `${personName(trace)}, ${format.instant(trace.createdAt)}`;
}
