import { useMemo } from 'react';
import { Card } from '~/components/ui/card';
import { Note } from '~/components/ui/note';
import { hangParenthesis } from '~/components/ui/table';
import { type Cents, formatCents } from '~/domain/money/money';
import { useDebounced } from '~/hooks/use-debounced';
import { type Format, useFormat } from '~/hooks/use-format';
import { type Preview, type PreviewInput, previewLayer } from './layer-preview';

/** Delay before figures are announced, so screen readers don't announce every digit. */
const READ_OUT_PAUSE_MS = 1000;

/** The layer's value, updated while the user types. Computed as on the server, but not saved. */
export function PreviewCard({ input }: { input: PreviewInput }) {
  const format = useFormat();
  const preview = useMemo(() => previewLayer(input), [input]);
  const text = preview ? formatSentence(preview, input, format) : '';
  const announcedText = useDebounced(text, READ_OUT_PAUSE_MS);
  return (
    <Card title="Preview">
      {preview ? (
        <PreviewFigures preview={preview} input={input} text={text} />
      ) : (
        <p className="text-muted">
          Enter the cost, lifespan and rates to preview the layer value. Nothing is saved until you click
          Calculate ARO.
        </p>
      )}
      <p role="status" className="sr-only">
        {announcedText}
      </p>
    </Card>
  );
}

function PreviewFigures({ preview, input, text }: { preview: Preview; input: PreviewInput; text: string }) {
  const format = useFormat();
  const isAdditional = input.layerType === 'additional';
  const { retirementDate, previousRetirementDate } = preview;
  const isMoved =
    retirementDate !== null && previousRetirementDate !== null && retirementDate !== previousRetirementDate;
  return (
    <div className="flex flex-col gap-3">
      <div>
        <p className="text-xs text-muted">Layer value ({format.symbol})</p>
        <p className="figures text-2xl font-semibold">{formatMoney(preview.aroValueCents, format)}</p>
      </div>
      {isAdditional && <p className="rounded-md bg-sunken px-3 py-2 tabular-nums">{text}</p>}
      <dl className="grid grid-cols-[1fr_auto] gap-y-1 [&>dt]:pr-3 border-t border-line pt-3">
        {buildSteps(preview, input, format).map(([name, cents]) => (
          <Figure key={name} name={name} value={formatMoney(cents, format)} />
        ))}
        <dt className="border-t border-line pt-1 font-medium">Layer value</dt>
        <dd className="figures border-t border-line pt-1 text-right font-medium">
          {hangParenthesis(formatMoney(preview.aroValueCents, format))}
        </dd>
      </dl>
      {preview.atPricesCents !== null && <Prices preview={preview} input={input} />}
      {preview.isLimited && (
        <p className="text-xs text-muted">
          Capped at the carrying amount. A decrease can’t take the liability below zero.
        </p>
      )}
      {isMoved ? (
        <Note
          tone="warning"
          title={`Retirement date ${format.date(previousRetirementDate)} → ${format.date(retirementDate)}`}
          className="tabular-nums"
        >
          {input.measurement === 'change' &&
            'Only the change in cost is valued to the new date. To value the whole obligation to it, choose Remeasurement.'}
        </Note>
      ) : (
        retirementDate && (
          <p className="text-xs text-muted tabular-nums">Retirement date {format.date(retirementDate)}</p>
        )
      )}
    </div>
  );
}

/** An estimate at the prices of different dates differs only by inflation, which the layers already provide for. */
function Prices({ preview, input }: { preview: Preview; input: PreviewInput }) {
  const format = useFormat();
  const { atPricesCents, previous, costCents } = preview;
  const statedCents = previous?.totalEstimateCents ?? 0;
  const day = format.date(input.calculationDate);
  if (input.changeBasis === 'repriced') {
    return (
      <p className="text-xs text-muted tabular-nums">
        The previous estimate as stated is {formatMoney(statedCents, format)}. Its layers assume inflation to{' '}
        {formatMoney(atPricesCents!, format)} by {day}.
      </p>
    );
  }
  const isInflation = statedCents < costCents && costCents <= atPricesCents!;
  const text = `At prices of ${day}, the previous estimate is ${formatMoney(atPricesCents!, format)}.`;
  if (!isInflation) return <p className="text-xs text-muted tabular-nums">{text}</p>;
  return (
    <Note tone="warning" title="This increase is inflation" className="tabular-nums">
      {text} The layers already provide for that inflation, and this change adds to it.
    </Note>
  );
}

/** Steps from the entered figure to the layer's value, one per line. */
function buildSteps(
  preview: Preview,
  { layerType, measurement, calculationDate }: PreviewInput,
  format: Format,
): [string, Cents][] {
  const { previous, costCents, valuedCents } = preview;
  const valuedSteps: [string, Cents][] = [
    [`Inflated at ${format.rate(preview.inflationRate)}% per year`, preview.futureCostCents],
    [`Discounted at ${format.rate(preview.discountRate)}% per year`, preview.presentCents],
  ];
  if (layerType === 'initial' || !previous) return [['P&A cost', costCents], ...valuedSteps];
  switch (measurement) {
    case 'change':
      return [
        ['Revised estimate', costCents],
        previous.repricedEstimateCents == null
          ? ['Less previous estimate', -previous.totalEstimateCents]
          : [`Less previous at prices of ${format.date(calculationDate)}`, -previous.repricedEstimateCents],
        ['Change', valuedCents],
        ...valuedSteps,
      ];
    case 'increment':
      return [['Added cost', costCents], ...valuedSteps];
    case 'remeasure':
      return [
        ['P&A cost', costCents],
        ...valuedSteps,
        ['Less carrying amount', -previous.carryingAmountCents],
      ];
  }
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="figures text-right">{hangParenthesis(value)}</dd>
    </>
  );
}

/** "Previous 100,000.00 → change +20,000.00 → layer value 6,445.32" */
function formatSentence(
  { costCents, previous, ...preview }: Preview,
  input: PreviewInput,
  format: Format,
): string {
  const value = `layer value ${formatMoney(preview.aroValueCents, format)}`;
  if (!previous || input.layerType === 'initial') return value;
  const estimate =
    previous.repricedEstimateCents == null
      ? `Previous ${formatMoney(previous.totalEstimateCents, format)}`
      : `Previous ${formatMoney(previous.repricedEstimateCents, format)} at prices of ${format.date(input.calculationDate)}`;
  const formatSigned = (cents: Cents) => (cents > 0 ? '+' : '') + formatMoney(cents, format);
  switch (input.measurement) {
    case 'change':
      return `${estimate} → change ${formatSigned(preview.valuedCents)} → ${value}`;
    case 'increment':
      return `${estimate} → added cost ${formatSigned(costCents)} → ${value}`;
    case 'remeasure':
      return `Carrying amount ${formatMoney(previous.carryingAmountCents, format)} → remeasured ${formatMoney(preview.presentCents, format)} → ${value}`;
  }
}

function formatMoney(cents: Cents, format: Format): string {
  return format.money(formatCents(cents));
}
