import { getFormProps, type SubmissionResult, useForm } from '@conform-to/react';
import { parseWithZod } from '@conform-to/zod/v4';
import { useEffect, useMemo, useRef, useState } from 'react';
import { Button } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { Note } from '~/components/ui/note';
import { Progress } from '~/components/ui/progress';
import { isSupportedDate } from '~/domain/calendar/calendar-date';
import { ApiError, failureText, NetworkError } from '~/hooks/api-fetch';
import { useFetched } from '~/hooks/use-fetched';
import { useKeptState } from '~/hooks/use-kept-state';
import { useCompany, useWriteBlock } from '~/hooks/use-root-data';
import { useSettled } from '~/hooks/use-settled';
import { useValidateOnBlur } from '~/hooks/use-validate-on-blur';
import { LayerForm } from '~/schemas/books/aro-layer';
import type { LayerView } from '~/schemas/platform/views';
import type { CalculatePage } from './calculate-page';
import {
  INITIAL_STATE,
  inheritedRates,
  isAdditionalToWell,
  lifespanYears,
  plainAmount,
  shownDate,
  shownRates,
  takesActiveDates,
} from './calculate-state';
import type { PreviewInput } from './layer-preview';
import { ParameterFields } from './parameter-fields';
import { PreviewCard } from './preview-card';
import { PreviousLayers } from './previous-layers';
import { matchingWells, SubjectFields } from './subject-fields';
import { NothingCalculated, type useCalculation } from './use-calculation';

const NO_LAYERS: LayerView[] = [];

const NOTHING_SAVED = 'Nothing was saved. What you entered is still here.';
/** The answer was lost: the server may have done it, and knows the same request when it comes again. */
const UNCERTAIN = 'It may have been saved. Calculate again as it stands: it is saved once only.';

type CalculateFormProps = {
  page: CalculatePage;
  calculation: ReturnType<typeof useCalculation>;
  onReset: () => void;
};

/** The form, and beside it what it is about: the well's previous layers and what the new one will come to. */
export function CalculateForm({ page, calculation, onReset }: CalculateFormProps) {
  const company = useCompany();
  const [state, setState] = useKeptState(`calculation of ${company?.id}`, INITIAL_STATE);
  const [result, setResult] = useState<SubmissionResult<string[]>>();
  const [outlook, setOutlook] = useState(NOTHING_SAVED);
  const writeBlock = useWriteBlock();

  const date = takesActiveDates(state) ? '' : shownDate(state, page.today);
  const previous = usePreviousLayers(isAdditionalToWell(state) ? (state.well?.id ?? null) : null, date);
  const layers = previous.layers ?? NO_LAYERS;
  // Rates come and go with the cost: not at each of its digits, but once it is typed.
  const settled = useSettled(state);
  const inherited = useMemo(() => inheritedRates(settled, layers), [settled, layers]);
  const rates = shownRates(state, inherited);

  const [form, field] = useForm({
    id: 'calculate-form',
    lastResult: result,
    // Leaving a field validates it too, by useValidateOnBlur.
    shouldValidate: 'onSubmit',
    shouldRevalidate: 'onInput',
    onValidate: ({ formData }) => parseWithZod(asSubmitted(formData, state.well?.id), { schema: LayerForm }),
    onSubmit: async (event, { submission }) => {
      event.preventDefault();
      if (submission?.status !== 'success') return;
      if (matchingWells(page, state) === 0) {
        setOutlook(NOTHING_SAVED);
        setResult(submission.reply({ formErrors: ['No wells found for calculation'] }));
        return;
      }
      const outcome = await calculation.calculate(submission.value);
      if (outcome.ok) {
        previous.reload();
        return;
      }
      if (!outcome.error || outcome.error instanceof NothingCalculated) return;
      const fieldErrors = outcome.error instanceof ApiError ? outcome.error.fieldErrors : {};
      setOutlook(outcome.error instanceof NetworkError ? UNCERTAIN : NOTHING_SAVED);
      const isExplained = Object.keys(fieldErrors).length > 0;
      const text = failureText(outcome.error, 'Failed to calculate ARO');
      setResult(submission.reply({ fieldErrors, formErrors: isExplained ? undefined : [text] }));
    },
  });

  const validateOnBlur = useValidateOnBlur((name) => form.validate({ name }));

  // A value that the form changes by itself raises no event that would take its message away.
  const changed = [rates.discountRate.value, rates.inflationRate.value, date, state.well?.id].join('|');
  const revalidate = useRef(() => {});
  revalidate.current = () => {
    for (const one of [field.discountRate, field.inflationRate, field.calculationDate, field.wellId]) {
      if (one.errors) form.validate({ name: one.name });
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when one of the values changes
  useEffect(() => revalidate.current(), [changed]);

  const { layerType, measurement, pAndACost, wellLifespan } = state;
  const { value: discountRate } = rates.discountRate;
  const { value: inflationRate } = rates.inflationRate;
  const preview = useMemo<PreviewInput>(
    () => ({
      layerType,
      measurement,
      pAndACost: plainAmount(pAndACost),
      wellLifespan: lifespanYears(wellLifespan),
      discountRate,
      inflationRate,
      calculationDate: date,
      layers,
    }),
    [layerType, measurement, pAndACost, wellLifespan, discountRate, inflationRate, date, layers],
  );
  // An additional layer of several wells differs from well to well.
  const hasPreview = layerType === 'initial' || isAdditionalToWell(state);

  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem] xl:grid-cols-[minmax(0,1fr)_26rem]">
      <Card title="ARO Calculation Setup">
        <form {...getFormProps(form)} onBlur={validateOnBlur} className="flex flex-col gap-5">
          {form.errors?.map((text) => (
            <Note key={text} tone="danger" title={text}>
              {outlook}
            </Note>
          ))}
          <SubjectFields
            page={page}
            state={state}
            onChange={setState}
            errors={{
              wellId: field.wellId.errors,
              field: field.field.errors,
              layerType: field.layerType.errors,
            }}
          />
          <ParameterFields
            state={state}
            rates={rates}
            today={page.today}
            onChange={setState}
            errors={{
              pAndACost: field.pAndACost.errors,
              wellLifespan: field.wellLifespan.errors,
              discountRate: field.discountRate.errors,
              inflationRate: field.inflationRate.errors,
              calculationDate: field.calculationDate.errors,
            }}
          />
          {calculation.pending && state.scope !== 'single' && state.applyToAll && (
            <Progress label="Calculating the layers of all matching wells" />
          )}
          <div className="flex flex-wrap gap-2 border-t border-line pt-4">
            <Button type="submit" variant="primary" pending={calculation.pending} disabledReason={writeBlock}>
              Calculate ARO
            </Button>
            <Button
              onClick={() => {
                setState(INITIAL_STATE);
                onReset();
              }}
            >
              Reset
            </Button>
            {writeBlock && <p className="self-center text-muted">{writeBlock}</p>}
          </div>
        </form>
      </Card>
      <div className="flex min-w-0 flex-col gap-4">
        {hasPreview && <PreviewCard input={preview} />}
        {isAdditionalToWell(state) && state.well && (
          <PreviousLayers
            layers={previous.layers}
            asOf={previous.asOf}
            error={previous.error}
            onRetry={previous.reload}
          />
        )}
      </div>
    </div>
  );
}

/** The layers of the chosen well as they stand on that day, fetched only when an additional one is to be calculated. */
function usePreviousLayers(wellId: string | null, date: string) {
  const [version, setVersion] = useState(0);
  const asOf = isSupportedDate(date) ? date : null;
  const path = wellId && `/api/wells/${encodeURIComponent(wellId)}/aro-layers`;
  const { data, error, isOld } = useFetched<LayerView[]>(
    path && (asOf ? `${path}?asOf=${asOf}` : path),
    version,
    path,
  );
  return { layers: data, asOf: isOld ? null : asOf, error, reload: () => setVersion((count) => count + 1) };
}

/** The form as it is meant: the well by its id, amounts and years as plain figures. */
function asSubmitted(formData: FormData, wellId: string | undefined): FormData {
  formData.set('wellId', wellId ?? '');
  formData.set('pAndACost', plainAmount(String(formData.get('pAndACost') ?? '')));
  formData.set('wellLifespan', String(lifespanYears(String(formData.get('wellLifespan') ?? ''))));
  return formData;
}
