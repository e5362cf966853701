import { NoteField } from '~/components/books/act-fields';
import { RateFields } from '~/components/books/rate-fields';
import type { ShownRate } from '~/components/books/shown-terms';
import { Button } from '~/components/ui/button';
import { Checkbox, Segmented } from '~/components/ui/choice';
import { classNames } from '~/components/ui/class-names';
import { Field } from '~/components/ui/field';
import { Input } from '~/components/ui/input';
import type { RateName } from '~/domain/books/rate-table';
import { removeGrouping } from '~/domain/money/typed-amount';
import { useFormat } from '~/hooks/use-format';
import type { OpenDates } from '~/hooks/use-open-dates';
import { isNewObligation } from '~/schemas/books/aro-layer';
import type { RateLookupView } from '~/schemas/books/rate-table';
import {
  type CalculateState,
  type ChangeCalculation,
  getShownDate,
  takesActiveDates,
  withCompanyRates,
  withScenarios,
  withTypedRate,
  withUnlockedRates,
} from './calculate-state';
import { LifeFields } from './life-fields';
import { newScenarioDraft } from './scenario-draft';
import { ScenarioFields } from './scenario-fields';

const COST_CHOICES = [
  { value: 'net', label: 'Net' },
  { value: 'gross', label: 'Gross' },
] as const;

const ORIGIN_CHOICES = [
  { value: 'incurred', label: 'Incurred' },
  { value: 'acquired', label: 'Acquired' },
] as const;

export type ParameterErrors = Partial<
  Record<'pAndACost' | 'wellLifespan' | 'retirementDate' | 'calculationDate' | 'reason' | RateName, string[]>
>;

/** Inputs to the calculation. */
export function ParameterFields({
  state,
  rates,
  isUnlocked,
  offer,
  today,
  dates,
  onChange,
  errors,
  scenarioProblems,
}: {
  state: CalculateState;
  rates: Record<RateName, ShownRate>;
  /** True when the user may edit filled-in rates. */
  isUnlocked: boolean;
  /** The company's rates for the layer. */
  offer: RateLookupView | null;
  today: string;
  dates: OpenDates;
  onChange: ChangeCalculation;
  errors: ParameterErrors;
  /** Errors by field path, shown next to the scenarios. */
  scenarioProblems: Record<string, string>;
}) {
  const { symbol } = useFormat();
  return (
    <fieldset className="min-w-0">
      <legend className="mb-3 text-base font-semibold">Calculation Parameters</legend>
      <div className="grid gap-4 sm:grid-cols-2">
        <div className="flex flex-col gap-2">
          <Field label="P&A Cost" required errors={errors.pAndACost} help={getCostHelp(state)}>
            {(control) => (
              <Input
                {...control}
                name="pAndACost"
                inputMode="decimal"
                autoComplete="off"
                prefix={symbol}
                className={classNames(
                  symbol.length > 2 && 'pl-13',
                  state.scenarios !== null && 'bg-sunken text-muted',
                )}
                value={state.pAndACost}
                readOnly={state.scenarios !== null}
                onChange={(event) => onChange((state) => ({ ...state, pAndACost: event.target.value }))}
                onBlur={() => onChange((state) => ({ ...state, pAndACost: removeGrouping(state.pAndACost) }))}
              />
            )}
          </Field>
          {state.scenarios === null && (
            <Segmented
              legend="P&A cost is"
              hideLegend
              name="costIs"
              choices={COST_CHOICES}
              value={state.costIs}
              onChange={(costIs) => onChange((state) => ({ ...state, costIs }))}
            />
          )}
          <Button
            size="sm"
            className="self-start"
            onClick={() =>
              onChange((state) =>
                withScenarios(state, state.scenarios === null ? newScenarioDraft(state.pAndACost) : null),
              )
            }
          >
            {state.scenarios === null ? 'Weigh Scenarios' : 'Enter Cost Directly'}
          </Button>
        </div>
        <LifeFields state={state} onChange={onChange} errors={errors} />
        {state.scenarios && (
          <ScenarioFields
            draft={state.scenarios}
            problems={scenarioProblems}
            onChange={(draft) => onChange((state) => withScenarios(state, draft))}
          />
        )}
        <RateFields
          rates={rates}
          isUnlocked={isUnlocked}
          offer={offer}
          errors={{ discountRate: errors.discountRate, inflationRate: errors.inflationRate }}
          onEdit={(name, value) => onChange((state) => withTypedRate(state, name, value))}
          onUnlock={() => onChange((state) => withUnlockedRates(state))}
          onApplyCompanyRates={(names) => onChange((state) => withCompanyRates(state, names))}
        />
        <DateField
          state={state}
          today={today}
          dates={dates}
          onChange={onChange}
          errors={errors.calculationDate}
        />
        {state.layerType === 'additional' && (
          <div className="col-span-full">
            <NoteField
              label="Reason"
              name="reason"
              maxLength={500}
              placeholder="New quote, changed scope"
              value={state.reason}
              errors={errors.reason}
              onChange={(reason) => onChange((state) => ({ ...state, reason }))}
            />
          </div>
        )}
        {isNewObligation(state) && (
          <Segmented
            className="col-span-full"
            legend="Origin of the obligation"
            name="origin"
            choices={ORIGIN_CHOICES}
            value={state.origin}
            onChange={(origin) => onChange((state) => ({ ...state, origin }))}
          />
        )}
      </div>
    </fieldset>
  );
}

/** One date, or for initial layers of several wells optionally each well's own. */
function DateField({
  state,
  today,
  dates,
  onChange,
  errors,
}: {
  state: CalculateState;
  today: string;
  dates: OpenDates;
  onChange: ChangeCalculation;
  errors: string[] | undefined;
}) {
  const usesActiveDates = takesActiveDates(state);
  const offersActiveDates = state.scope !== 'single' && state.layerType === 'initial';
  return (
    <div className="col-span-full grid items-end gap-x-4 gap-y-2 sm:grid-cols-2 xl:grid-cols-4">
      <Field
        label="Calculation Date"
        required={!usesActiveDates}
        errors={errors}
        help={getDateHelp(state, today)}
      >
        {(control) => (
          <Input
            {...control}
            name="calculationDate"
            type="date"
            min={dates.first}
            max={dates.lastDate}
            disabled={usesActiveDates}
            value={usesActiveDates ? '' : getShownDate(state, today)}
            onChange={(event) => onChange((state) => ({ ...state, typedDate: event.target.value }))}
          />
        )}
      </Field>
      {offersActiveDates && (
        <Checkbox
          name="useActiveDates"
          className="pb-1.5 sm:col-span-1 xl:col-span-3"
          label="Use each well’s active date"
          checked={state.useActiveDates}
          onChange={(event) => onChange((state) => ({ ...state, useActiveDates: event.target.checked }))}
        />
      )}
    </div>
  );
}

function getCostHelp({ layerType, measurement, costIs }: CalculateState): string | undefined {
  if (costIs === 'gross')
    return 'All owners’ cost. Your share is the working interest on the calculation date.';
  if (layerType === 'initial') return undefined;
  return measurement === 'increment' ? 'Added cost only' : 'Revised total estimate';
}

function getDateHelp(state: CalculateState, today: string): string | undefined {
  const { scope, layerType, typedDate, well } = state;
  if (!takesActiveDates(state) && getShownDate(state, today) > today) return 'Future date';
  if (scope !== 'single' || typedDate !== null) return undefined;
  if (layerType === 'additional') return 'Today';
  return well ? 'Well’s active date' : 'Filled in from the well’s active date';
}
