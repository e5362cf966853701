import { useRef } from 'react';
import { newIntentKey } from '~/hooks/intent-key';
import type { Api, Outcome } from '~/hooks/use-api';
import { useMutation } from '~/hooks/use-api';
import { useKeptState } from '~/hooks/use-kept-state';
import { useCompany } from '~/hooks/use-root-data';
import type { LayerForm } from '~/schemas/books/aro-layer';
import type { LayerView, WellSummary } from '~/schemas/platform/views';

export type LayerResult = Pick<LayerView, 'id' | 'layerNumber' | 'aroValue' | 'calculationDate'> & {
  wellCode: string;
};
export type LayerRefusal = { wellId: string; wellCode: string; message: string };

export type CalculationResults = {
  results: LayerResult[];
  refusals: LayerRefusal[];
  totalAroValue: string;
};

/** Nothing was calculated, for a reason that the person can mend. */
export class NothingCalculated extends Error {
  override readonly name = 'NothingCalculated';
}

/** A press of the button within this time after an answer is the same press: it gets the same answer. */
const SAME_INTENT_MS = 2000;

/** Sends calculations and keeps the results of the last one. */
export function useCalculation() {
  const { run, pending } = useMutation({
    failure: 'Failed to calculate ARO',
    success: 'ARO calculated successfully',
  });
  const company = useCompany();
  const [results, setResults] = useKeptState<CalculationResults | null>(`results of ${company?.id}`, null);
  const intent = useRef<{ body: string; key: string; answeredAt: number | null } | null>(null);

  /**
   * One key for each thing that the person wants done: a double click, and another try after a lost connection, carry
   * the key of the first, and the server does it once.
   */
  function keyFor(body: string): string {
    const last = intent.current;
    const isSame =
      last?.body === body && (last.answeredAt === null || Date.now() - last.answeredAt < SAME_INTENT_MS);
    if (!isSame) intent.current = { body, key: newIntentKey(), answeredAt: null };
    return intent.current!.key;
  }

  async function calculate(form: LayerForm): Promise<Outcome<CalculationResults>> {
    const key = keyFor(JSON.stringify(form));
    const outcome = await run(async (api) => {
      const calculated =
        form.scope !== 'single' && form.applyToAll
          ? await calculateAll(api, form, key)
          : await calculateOne(api, form, key);
      setResults(calculated);
      if (calculated.results.length === 0) throw new NothingCalculated('No layer was calculated');
      return calculated;
    });
    if (outcome.ok && intent.current) intent.current.answeredAt = Date.now();
    return outcome;
  }

  return { calculate, pending, results, clear: () => setResults(null) };
}

/** One well: the one that was picked, or the first of those that match. */
async function calculateOne(api: Api, form: LayerForm, idempotencyKey: string): Promise<CalculationResults> {
  const first = form.scope === 'single' ? null : await firstMatchingWell(api, form.field);
  const body = {
    wellId: first ? first.id : form.wellId,
    ...termsOf(form),
    calculationDate: form.calculationDate ?? first?.activeDate,
  };
  const layer = await api<LayerView>('/api/aro-layers/calculate', { method: 'POST', body, idempotencyKey });
  const { id, layerNumber, aroValue, calculationDate, well } = layer;
  return {
    results: [{ id, layerNumber, aroValue, calculationDate, wellCode: well.wellCode }],
    refusals: [],
    totalAroValue: aroValue,
  };
}

async function firstMatchingWell(api: Api, field: string | undefined): Promise<WellSummary> {
  const params = new URLSearchParams({ limit: '1', ...(field && { field }) });
  const [well] = await api<WellSummary[]>(`/api/wells?${params}`);
  if (!well) throw new NothingCalculated('No wells found for calculation');
  return well;
}

function calculateAll(api: Api, form: LayerForm, idempotencyKey: string): Promise<CalculationResults> {
  const body = {
    scope: form.scope,
    field: form.scope === 'field' ? form.field : null,
    ...termsOf(form),
    calculationDate: form.calculationDate ?? null,
  };
  return api<CalculationResults>('/api/aro-layers/calculate-all', { method: 'POST', body, idempotencyKey });
}

function termsOf(form: LayerForm) {
  const { layerType, discountRate, inflationRate, pAndACost, wellLifespan } = form;
  return {
    layerType,
    ...(layerType === 'additional' && { measurement: form.measurement ?? 'change' }),
    discountRate,
    inflationRate,
    pAndACost,
    wellLifespan,
  };
}
