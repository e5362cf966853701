import { useMemo } from 'react';
import { Card } from '~/components/ui/card';
import { type Cents, formatCents } from '~/domain/money/money';
import { type Format, useFormat } from '~/hooks/use-format';
import { useSettled } from '~/hooks/use-settled';
import { type Preview, type PreviewInput, previewLayer } from './layer-preview';

/** How long figures rest before they are read out: not each digit is news. */
const READ_OUT_PAUSE_MS = 1000;

/** What the layer will come to, as the figures are typed. Computed as the server will, and saved by nobody. */
export function PreviewCard({ input }: { input: PreviewInput }) {
  const format = useFormat();
  const preview = useMemo(() => previewLayer(input), [input]);
  const text = preview ? sentence(preview, input, format) : '';
  const readOut = useSettled(text, READ_OUT_PAUSE_MS);
  return (
    <Card title="Preview">
      {preview ? (
        <PreviewFigures preview={preview} input={input} text={text} />
      ) : (
        <p className="text-muted">
          Enter the cost, the lifespan and both rates to see what the layer comes to. Nothing is saved until
          you calculate.
        </p>
      )}
      <p role="status" className="sr-only">
        {readOut}
      </p>
    </Card>
  );
}

function PreviewFigures({ preview, input, text }: { preview: Preview; input: PreviewInput; text: string }) {
  const format = useFormat();
  const isAdditional = input.layerType === 'additional';
  const costName = isAdditional && input.measurement === 'increment' ? 'Added cost' : 'P&A cost';
  return (
    <div className="flex flex-col gap-3">
      <div>
        <p className="text-xs text-muted">Layer value ({format.symbol})</p>
        <p className="figures text-2xl font-semibold">{money(preview.aroValueCents, format)}</p>
      </div>
      {isAdditional && <p className="rounded-md bg-sunken px-3 py-2 tabular-nums">{text}</p>}
      {preview.isLimited && (
        <p className="text-xs text-muted">
          Limited to the carrying amount: a decrease cannot take the liability below zero.
        </p>
      )}
      <dl className="grid grid-cols-[1fr_auto] gap-x-3 gap-y-1 border-t border-line pt-3">
        <Figure name={costName} value={money(preview.costCents, format)} />
        <Figure
          name={`With ${format.rate(preview.inflationRate)}% inflation a year`}
          value={money(preview.futureCostCents, format)}
        />
        <Figure
          name={`Discounted at ${format.rate(preview.discountRate)}% a year`}
          value={money(preview.presentCents, format)}
        />
        {isAdditional && (
          <Figure name="Estimate after this layer" value={money(preview.totalEstimateCents, format)} />
        )}
        {preview.retirementDate && (
          <Figure name="Retirement date" value={format.date(preview.retirementDate)} />
        )}
      </dl>
    </div>
  );
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="figures text-right">{value}</dd>
    </>
  );
}

/** "Previous 100,000.00 → change +20,000.00 → layer value 6,445.32" */
function sentence({ costCents, previous, ...preview }: Preview, input: PreviewInput, format: Format): string {
  const value = `layer value ${money(preview.aroValueCents, format)}`;
  if (!previous || input.layerType === 'initial') return value;
  const estimate = `Previous ${money(previous.totalEstimateCents, format)}`;
  const signed = (cents: Cents) => (cents > 0 ? '+' : '') + money(cents, format);
  switch (input.measurement) {
    case 'change':
      return `${estimate} → change ${signed(costCents - previous.totalEstimateCents)} → ${value}`;
    case 'increment':
      return `${estimate} → increment ${signed(costCents)} → ${value}`;
    case 'remeasure':
      return `Carrying amount ${money(previous.carryingAmountCents, format)} → remeasured ${money(preview.presentCents, format)} → ${value}`;
  }
}

function money(cents: Cents, format: Format): string {
  return format.money(formatCents(cents));
}
