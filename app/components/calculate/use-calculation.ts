import { layerLabel } from '~/components/books/layer-label';
import { findReverseAction } from '~/components/books/reverse-offer';
import type { RateName } from '~/domain/books/rate-table';
import { MessageError } from '~/hooks/api-fetch';
import { countOf } from '~/hooks/count-of';
import type { Api, Outcome } from '~/hooks/use-api';
import { useMutation } from '~/hooks/use-api';
import { type Format, useFormat } from '~/hooks/use-format';
import { useKeptState } from '~/hooks/use-kept-state';
import { useCompany } from '~/hooks/use-root-data';
import { isNewObligation, type LayerForm } from '~/schemas/books/aro-layer';
import type { LayerBatchResult, LayerPreview, LayerRefusal, LayerView } from '~/schemas/books/layer-views';
import type { ReviewedPreview } from '~/schemas/books/posting';
import type { WellSummary } from '~/schemas/wells/well-views';
import { pendingCalculationKey, resultsKey } from './correction';
import type { toExpectedCost } from './scenario-draft';

export type CalculationResults = Pick<LayerBatchResult, 'results' | 'totalAroValue'> & {
  refusals: SkippedWell[];
};

/** A well for which nothing changes, or a table row that names no well. */
export type SkippedWell = Omit<LayerRefusal, 'wellId'> & { wellId: string | null; row?: number };

/** Input for a calculation: the form, its cost scenarios, and which rates are the company's. */
export type CalculationForm = LayerForm & {
  expectedCost?: ReturnType<typeof toExpectedCost> | null;
  /** Names of the rates that are the company's. */
  companyRates?: RateName[];
};

/** Preview of a calculation. For many wells it includes their layers and refusals, and for one layer its formula. */
export type CalculationPreview = ReviewedPreview & Partial<LayerBatchResult & LayerPreview>;

/** Nothing was calculated, for a reason the user can fix. */
export class NothingCalculated extends MessageError {
  override readonly name = 'NothingCalculated';
}

/** Sends calculations and keeps the last results. */
export function useCalculation() {
  const previewMutation = useMutation({
    failure: 'Failed to calculate ARO',
    successTitle: null,
    reloads: false,
  });
  const company = useCompany();
  const { run, pending } = useMutation({
    failure: 'Failed to calculate ARO',
    success: 'ARO calculated successfully',
    formName: pendingCalculationKey(company?.id),
  });
  const format = useFormat();
  const [results, setResults] = useKeptState<CalculationResults | null>(resultsKey(company?.id), null);

  /** @param reviewed from the preview the user saw */
  async function calculate(form: CalculationForm, reviewed: string): Promise<Outcome<CalculationResults>> {
    const outcome = await run(
      async (api) => {
        const { path, body } = await buildRequest(api, form);
        const response = await api<LayerView | LayerBatchResult>(path, {
          method: 'POST',
          body,
          reviewed,
        });
        const calculated = 'results' in response ? response : toResults(response);
        setResults(calculated);
        return { calculated: requireResults(calculated), action: await findOffer(api, calculated) };
      },
      null,
      ({ calculated, action }) => ({ detail: formatDetail(calculated, format), action }),
    );
    return outcome.ok ? { ok: true, value: outcome.value.calculated } : outcome;
  }

  /** Previews what `calculate` would post. If that is nothing, the reasons become the results. */
  function preview(form: CalculationForm): Promise<Outcome<CalculationPreview>> {
    return previewMutation.run(async (api) => {
      const { path, body, preview } = await buildRequest(api, form);
      const planned = await api<CalculationPreview>(`${path}?${preview}`, { method: 'POST', body });
      const { results: layers, refusals, totalAroValue } = planned;
      if (layers && refusals && totalAroValue && layers.length === 0) {
        const calculated = { results: layers, refusals, totalAroValue };
        setResults(calculated);
        requireResults(calculated);
      }
      return planned;
    });
  }

  return {
    calculate,
    preview,
    pending: pending || previewMutation.pending,
    results,
    /** Shows results of something posted outside the form. */
    show: setResults,
    clear: () => setResults(null),
  };
}

/** "Layer 2 of A-1: $468,999.88.", or the number of layers and their total. */
function formatDetail({ results, totalAroValue }: CalculationResults, format: Format): string {
  const [first] = results;
  const description =
    first && results.length === 1
      ? `${layerLabel(first.layerNumber)} of ${first.wellCode}`
      : countOf(results.length, 'layer', format);
  return `${description}: ${format.currency(totalAroValue)}.`;
}

/** Any one of the postings is enough to find and reverse all of them. */
async function findOffer(api: Api, { results: [first] }: CalculationResults) {
  return findReverseAction(api, { kind: 'calculation', wellId: first!.wellId }, { tab: 'calculate' });
}

function requireResults(calculated: CalculationResults): CalculationResults {
  if (calculated.results.length === 0) throw new NothingCalculated('No layers calculated');
  return calculated;
}

/** Request for one well, either the selected one or the first match, or for all matching wells. */
async function buildRequest(api: Api, form: CalculationForm) {
  const terms = toTerms(form);
  if (form.scope !== 'single' && form.applyToAll) {
    const field = form.scope === 'field' ? form.field : null;
    const calculationDate = form.calculationDate ?? null;
    return {
      path: '/api/aro-layers/calculate-all',
      // The review shows postings rather than layers, so one layer is enough.
      preview: 'preview=true&limit=1',
      body: { scope: form.scope, field, ...terms, calculationDate },
    };
  }
  const first = form.scope === 'single' ? null : await firstMatchingWell(api, form.field);
  const wellId = first ? first.id : form.wellId;
  const calculationDate = form.calculationDate ?? first?.activeDate;
  return {
    path: '/api/aro-layers/calculate',
    preview: 'preview=true',
    body: { wellId, ...terms, calculationDate },
  };
}

async function firstMatchingWell(api: Api, field: string | undefined): Promise<WellSummary> {
  const params = new URLSearchParams({ limit: '1', ...(field && { field }) });
  const [well] = await api<WellSummary[]>(`/api/wells?${params}`);
  if (!well) throw new NothingCalculated('No wells found for calculation');
  return well;
}

function toResults({ well, ...layer }: LayerView): CalculationResults {
  const { id, wellId, layerNumber, layerType, aroValue, calculationDate } = layer;
  const { wellCode, wellName } = well;
  return {
    results: [{ id, wellId, layerNumber, layerType, aroValue, calculationDate, wellCode, wellName }],
    refusals: [],
    totalAroValue: aroValue,
  };
}

function toTerms(form: CalculationForm) {
  const { layerType, discountRate, inflationRate, pAndACost, lifeBy, wellLifespan, retirementDate } = form;
  const { costIs, origin, expectedCost, companyRates } = form;
  const cost = costIs === 'gross' ? { grossCost: pAndACost } : { pAndACost };
  return {
    layerType,
    ...(layerType === 'additional' && { measurement: form.measurement ?? 'change' }),
    discountRate,
    inflationRate,
    ...(companyRates?.length && { companyRates }),
    ...(expectedCost ? { expectedCost } : cost),
    ...(isNewObligation(form) && origin && { origin }),
    ...(layerType === 'additional' && form.reason && { reason: form.reason }),
    ...(lifeBy === 'date' ? { retirementDate } : { wellLifespan }),
  };
}
