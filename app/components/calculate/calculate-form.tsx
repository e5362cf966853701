import { getFormProps, type SubmissionResult, useForm } from '@conform-to/react';
import { parseWithZod } from '@conform-to/zod/v4';
import { useEffect, useMemo, useRef, useState } from 'react';
import { parseLifespanYears } from '~/components/books/shown-terms';
import { useCompanyRates } from '~/components/books/use-company-rates';
import { Button } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { Note } from '~/components/ui/note';
import { onDemand } from '~/components/ui/on-demand';
import { Progress } from '~/components/ui/progress';
import { RATE_NAMES } from '~/domain/books/rate-table';
import { removeGrouping } from '~/domain/money/typed-amount';
import {
  failureText,
  getFieldErrors,
  isAlreadyProcessed,
  isConflict,
  isRefusal,
  isUnauthorized,
  isUncertain,
} from '~/hooks/api-fetch';
import type { Outcome } from '~/hooks/use-api';
import { useKeptState, useUnloadWarning } from '~/hooks/use-kept-state';
import { useOpenDates } from '~/hooks/use-open-dates';
import { useCompany, useWriteBlock } from '~/hooks/use-root-data';
import { useToday } from '~/hooks/use-today';
import { useValidateOnBlur } from '~/hooks/use-validate-on-blur';
import { LayerForm } from '~/schemas/books/aro-layer';
import type { WellLayerView } from '~/schemas/books/layer-views';
import type { CalculatePage } from './calculate-page';
import {
  getShownDate,
  getShownLife,
  hasEntries,
  INITIAL_STATE,
  inputsKey,
  isAdditionalToWell,
  needsReview,
  takesActiveDates,
} from './calculate-state';
import {
  type Correction,
  calculationKey,
  correctionKey,
  pendingCalculationKey,
  postedCalculationKey,
  toCalculateState,
} from './correction';
import { CorrectionNote } from './correction-note';
import { matchesPreview, type PreviewInput } from './layer-preview';
import { ParameterFields } from './parameter-fields';
import { PreviewCard } from './preview-card';
import { PreviousLayers } from './previous-layers';
import { readScenarios, toExpectedCost } from './scenario-draft';
import { countMatchingWells, SubjectFields } from './subject-fields';
import {
  type CalculationForm,
  type CalculationPreview,
  NothingCalculated,
  type useCalculation,
} from './use-calculation';
import { usePreviousLayers } from './use-previous-layers';
import { useRates } from './use-rates';

const ReviewDialog = onDemand(() => import('./review-dialog'));

const NO_LAYERS: WellLayerView[] = [];
const NO_PROBLEMS = {};

const NO_WELLS = 'No wells found for calculation';
const NOTHING_SAVED = 'Nothing was saved. Your entries are still here.';
/** The response was lost: the server may have posted the calculation, and it recognizes a retry of the same request. */
const NO_RESPONSE = 'There was no response to the last calculation';
const UNCERTAIN =
  'It may have been saved. Calculate again without changing anything. It won’t be saved twice.';
const ALREADY_CALCULATED = 'Calculated. Change something to calculate again.';

type CalculateFormProps = {
  page: CalculatePage;
  calculation: ReturnType<typeof useCalculation>;
  onReset: () => void;
};

/** A posted calculation: its inputs, and the well's layers before it. */
type PostedCalculation = { inputs: string; layers: WellLayerView[] };
type Reviewed = { form: CalculationForm; preview: CalculationPreview; fail: (error: unknown) => void };
/** A calculation whose response is pending or lost: its inputs, and the token of the reviewed preview. */
type PendingCalculation = { inputs: string; reviewed: string };

/** The form, next to the well's previous layers and a preview of the new layer. */
export function CalculateForm({ page, calculation, onReset }: CalculateFormProps) {
  const companyId = useCompany()?.id;
  const { changeBasis } = page;
  const [state, setState] = useKeptState(calculationKey(companyId), INITIAL_STATE);
  const [posted, setPosted] = useKeptState<PostedCalculation | null>(postedCalculationKey(companyId), null);
  const [pending, setPending] = useKeptState<PendingCalculation | null>(
    pendingCalculationKey(companyId),
    null,
  );
  const [correction, setCorrection] = useKeptState<Correction | null>(correctionKey(companyId), null);
  const [result, setResult] = useState<SubmissionResult<string[]>>();
  const [reviewed, setReviewed] = useState<Reviewed | null>(null);
  const writeBlock = useWriteBlock();
  const today = useToday();
  const dates = useOpenDates();

  const date = takesActiveDates(state) ? '' : getShownDate(state, today);
  const dateProblem = dates.getProblem(date);
  const previous = usePreviousLayers(isAdditionalToWell(state) ? (state.well?.id ?? null) : null, date);
  const isPosted = posted?.inputs === inputsKey(state);
  const isPending = pending?.inputs === inputsKey(state);
  // Warn while a correction is in progress: its note is the only record of the layers still to be recalculated.
  useUnloadWarning(calculationKey(companyId), correction !== null || (!isPosted && hasEntries(state)));
  // After posting, the preview is still measured against the layers before it, not against the new layer.
  const layers = (isPosted ? posted.layers : previous.layers) ?? NO_LAYERS;
  const offer = useCompanyRates(getShownLife(state), { date, hasRateTables: page.hasRateTables });
  const { rates, isUnlocked } = useRates(state, setState, layers, offer, changeBasis);
  const hasNoWells = page.totalWells === 0 || countMatchingWells(page, state) === 0;

  const [form, field] = useForm({
    id: 'calculate-form',
    lastResult: result,
    // useValidateOnBlur also validates a field when it loses focus.
    shouldValidate: 'onSubmit',
    shouldRevalidate: 'onInput',
    onValidate: ({ formData }) =>
      parseWithZod(withWellId(formData, state.well?.id), {
        schema: hasNoWells ? FORM_WITHOUT_WELLS : LayerForm,
      }),
    onSubmit: async (event, { submission }) => {
      event.preventDefault();
      if (submission?.status !== 'success') return;
      const { scenarios } = state;
      const companyRates = RATE_NAMES.filter((name) => rates[name].isCompanyRate);
      const request = {
        ...submission.value,
        companyRates,
        expectedCost: scenarios && toExpectedCost(scenarios),
      };
      if (dateProblem) return document.getElementsByName(field.calculationDate.name)[0]?.focus();
      const fail = (error: unknown) => {
        if (!error || error instanceof NothingCalculated) return;
        const { grossCost, expectedCost, ...otherErrors } = getFieldErrors(error);
        const costErrors = grossCost ?? expectedCost;
        const fieldErrors = { ...otherErrors, ...(costErrors && { pAndACost: costErrors }) };
        const hasFieldError = Object.keys(fieldErrors).length > 0;
        const text = failureText(error, 'Failed to calculate ARO');
        setResult(submission.reply({ fieldErrors, formErrors: hasFieldError ? undefined : [text] }));
      };
      // Retry the same request: the server knows whether it was posted. A new preview would be of a second calculation.
      if (isPending) return send(request, pending.reviewed, fail);
      setPending(null);
      const outcome = await calculation.preview(request);
      if (!outcome.ok) return fail(outcome.error);
      const { reasonNeeded, reviewed } = outcome.value;
      if (reasonNeeded) {
        setResult(submission.reply({ fieldErrors: { reason: [reasonNeeded] } }));
        document.getElementsByName(field.reason.name)[0]?.focus();
      } else if (
        !needsReview(state, previous.layers, changeBasis) &&
        matchesPreview(outcome.value, preview, previous.newest)
      ) {
        await send(request, reviewed, fail);
      } else setReviewed({ form: request, preview: outcome.value, fail });
    },
  });

  /** Posts exactly what was reviewed. */
  const send = async (form: CalculationForm, reviewed: string, fail: (error: unknown) => void) => {
    // Set before the response arrives, because the user may leave and return meanwhile.
    setPending({ inputs: inputsKey(state), reviewed });
    const outcome = await calculation.calculate(form, reviewed);
    // Clicked twice: the first request is still pending.
    if (!outcome.ok && outcome.error === null) return;
    // A retry rejected because of the login or a rate limit doesn't tell whether the first attempt succeeded.
    const isOutcomeKnown =
      outcome.ok ||
      (isPending ? isRefusal(outcome.error) && !isUnauthorized(outcome.error) : !isUncertain(outcome.error));
    if (isOutcomeKnown) setPending(null);
    handleOutcome(outcome, fail);
  };
  /** Handles the response: marks the form as spent, or shows the errors. */
  const handleOutcome = (outcome: Outcome<{ refusals: unknown[] }>, fail: (error: unknown) => void) => {
    if (!outcome.ok && !isAlreadyProcessed(outcome.error)) {
      // The well may have new layers that the form doesn't show.
      if (isConflict(outcome.error)) previous.reload();
      return fail(outcome.error);
    }
    // Not spent if wells were skipped: they may be fixed and the same calculation sent again.
    if (!outcome.ok || outcome.value.refusals.length === 0) setPosted({ inputs: inputsKey(state), layers });
    if (correction && correction.wellId === state.well?.id) {
      const remaining = correction.layers.slice(1);
      setCorrection(remaining.length > 0 ? { ...correction, layers: remaining, isFilledIn: false } : null);
    }
    previous.reload();
  };
  const confirm = async ({ form, preview, fail }: Reviewed) => {
    await send(form, preview.reviewed, fail);
    setReviewed(null);
  };

  const validateOnBlur = useValidateOnBlur((name) => form.validate({ name }));

  // Values set by the form itself fire no event that would clear their errors.
  const life = JSON.stringify(getShownLife(state));
  const scenarioCost = state.scenarios ? state.pAndACost : null;
  const changeKey = [
    rates.discountRate.value,
    rates.inflationRate.value,
    date,
    state.well?.id,
    life,
    scenarioCost,
  ].join('|');
  const revalidate = useRef(() => {});
  revalidate.current = () => {
    for (const one of [
      field.discountRate,
      field.inflationRate,
      field.calculationDate,
      field.retirementDate,
      field.wellId,
      ...(state.scenarios ? [field.pAndACost] : []),
    ]) {
      if (one.errors) form.validate({ name: one.name });
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when one of the values changes
  useEffect(() => revalidate.current(), [changeKey]);

  const { layerType, measurement, pAndACost, scenarios } = state;
  const scenarioResult = useMemo(() => (scenarios ? readScenarios(scenarios) : null), [scenarios]);
  const { lifeBy, wellLifespan, retirementDate } = getShownLife(state);
  const { value: discountRate, exact: exactDiscountRate } = rates.discountRate;
  const { value: inflationRate } = rates.inflationRate;
  const preview = useMemo<PreviewInput>(
    () => ({
      layerType,
      measurement,
      pAndACost: removeGrouping(pAndACost),
      expectedCost: scenarioResult?.ok ? scenarioResult.expected : null,
      wellLifespan: lifeBy === 'date' ? null : parseLifespanYears(wellLifespan),
      retirementDate: lifeBy === 'date' ? retirementDate : null,
      discountRate,
      exactDiscountRate,
      inflationRate,
      calculationDate: date,
      layers,
      changeBasis,
    }),
    [
      layerType,
      measurement,
      pAndACost,
      scenarioResult,
      lifeBy,
      wellLifespan,
      retirementDate,
      discountRate,
      exactDiscountRate,
      inflationRate,
      date,
      layers,
      changeBasis,
    ],
  );
  // No preview for additional layers of several wells, which differ by well, or for a gross cost, whose net share the
  // review shows.
  const hasPreview = state.costIs === 'net' && (layerType === 'initial' || isAdditionalToWell(state));

  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem] xl:grid-cols-[minmax(0,1fr)_26rem]">
      <Card title="ARO Calculation Setup">
        <form {...getFormProps(form)} onBlur={validateOnBlur} className="flex flex-col gap-5">
          {correction && (
            <CorrectionNote
              correction={correction}
              isFilledIn={correction.isFilledIn && state.well?.id === correction.wellId}
              rates={rates}
              firstOpen={dates.first}
              onFillIn={(layer, inputs) => {
                setState(toCalculateState(layer, inputs, dates.first));
                setCorrection({ ...correction, isFilledIn: true });
              }}
              onDismiss={() => setCorrection(null)}
            />
          )}
          {(form.errors ?? (isPending && !calculation.pending ? [NO_RESPONSE] : [])).map((text) => (
            <Note key={text} tone="danger" title={text}>
              {text === NO_WELLS ? 'Add a well, or choose other wells.' : pending ? UNCERTAIN : NOTHING_SAVED}
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
            isUnlocked={isUnlocked}
            offer={offer}
            today={today}
            dates={dates}
            onChange={setState}
            scenarioProblems={
              scenarioResult && !scenarioResult.ok && field.pAndACost.errors
                ? scenarioResult.problems
                : NO_PROBLEMS
            }
            errors={{
              pAndACost: field.pAndACost.errors,
              wellLifespan: field.wellLifespan.errors,
              retirementDate: field.retirementDate.errors,
              discountRate: field.discountRate.errors,
              inflationRate: field.inflationRate.errors,
              calculationDate: dateProblem ? [dateProblem] : field.calculationDate.errors,
              reason: field.reason.errors,
            }}
          />
          {calculation.pending && state.scope !== 'single' && state.applyToAll && (
            <Progress label="Calculating layers for all matching wells…" />
          )}
          <div className="flex flex-wrap gap-2 border-t border-line pt-4">
            <Button
              type="submit"
              variant="primary"
              pending={calculation.pending && !reviewed}
              disabledReason={writeBlock ?? (isPosted ? ALREADY_CALCULATED : null)}
            >
              Calculate ARO
            </Button>
            <Button
              onClick={() => {
                setState(INITIAL_STATE);
                setPosted(null);
                setPending(null);
                setCorrection(null);
                onReset();
              }}
            >
              Reset
            </Button>
            <p role="status" className="min-h-8 whitespace-pre-line content-center text-muted">
              {writeBlock ?? (isPosted ? ALREADY_CALCULATED : null)}
            </p>
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
      {reviewed && (
        <ReviewDialog
          preview={reviewed.preview}
          pending={calculation.pending}
          onConfirm={() => void confirm(reviewed)}
          onClose={() => {
            if (calculation.pending) return;
            setReviewed(null);
            // The review was shown because the well may have layers that the form doesn't have.
            previous.reload();
          }}
        />
      )}
    </div>
  );
}

/** Used when no well matches. Zod runs this check even if fields are invalid, so both messages show together. */
const FORM_WITHOUT_WELLS = LayerForm.refine(() => false, { message: NO_WELLS, when: () => true });

/** Normalizes the submitted values: the well's id, plain amounts, and whole years. */
function withWellId(formData: FormData, wellId: string | undefined): FormData {
  formData.set('wellId', wellId ?? '');
  formData.set('pAndACost', removeGrouping(String(formData.get('pAndACost') ?? '')));
  if (formData.get('lifeBy') !== 'date')
    formData.set('wellLifespan', String(parseLifespanYears(String(formData.get('wellLifespan') ?? ''))));
  return formData;
}
