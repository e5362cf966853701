import { useRef } from 'react';
import { WellPicker } from '~/components/books/well-picker';
import { Checkbox, RadioGroup, Segmented } from '~/components/ui/choice';
import { Field } from '~/components/ui/field';
import { Select } from '~/components/ui/select';
import { countOf } from '~/hooks/count-of';
import { useFormat } from '~/hooks/use-format';
import type { CalculatePage } from './calculate-page';
import {
  type CalculateState,
  type ChangeCalculation,
  isAdditionalToWell,
  withNewSubject,
} from './calculate-state';

const SCOPES = [
  { value: 'single', label: 'Single Well' },
  { value: 'field', label: 'Entire Field' },
  { value: 'all', label: 'All Wells' },
] as const;

const LAYER_TYPES = [
  { value: 'initial', label: 'Initial Layer' },
  { value: 'additional', label: 'Additional Layer' },
] as const;

const MEASUREMENTS = [
  {
    value: 'change',
    label: 'Change in estimate',
    help: 'Enter the revised total estimate. The layer is the present value of the change (US GAAP, ASC 410-20).',
  },
  {
    value: 'increment',
    label: 'Added cost',
    help: 'Enter only the added cost. The layer is its present value.',
  },
  {
    value: 'remeasure',
    label: 'Remeasurement',
    help: 'Enter the full estimate. The layer is its present value at these rates, less the carrying amount. Use it when a well retires on a different date, and under IFRS (IFRIC 1).',
  },
] as const;

export type SubjectErrors = Partial<Record<'wellId' | 'field' | 'layerType', string[]>>;

/** Fields for the wells and the type of layer. */
export function SubjectFields({
  page,
  state,
  onChange,
  errors,
}: {
  page: CalculatePage;
  state: CalculateState;
  onChange: ChangeCalculation;
  errors: SubjectErrors;
}) {
  const { scope, layerType } = state;
  /** State of the form when the user named a well that is still being looked up. */
  const stateWithWell = useRef<CalculateState | null>(null);
  return (
    <div className="flex flex-col gap-4">
      {/* The well field wraps to its own line unless the code and name fit. */}
      <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
        <Segmented
          legend="Scope"
          name="scope"
          choices={SCOPES}
          value={scope}
          onChange={(next) => onChange((state) => withNewSubject(state, { scope: next }))}
        />
        {scope === 'single' && (
          <Field label="Well" required errors={errors.wellId} className="grow basis-72">
            {(control) => (
              <WellPicker
                control={control}
                name="wellId"
                value={state.well}
                onChange={(well) => {
                  const previous = stateWithWell.current;
                  stateWithWell.current = null;
                  onChange((state) => withNewSubject(state, { well }, previous));
                }}
                onLookUp={(isUnderWay) => {
                  stateWithWell.current = isUnderWay ? state : null;
                }}
              />
            )}
          </Field>
        )}
        {scope === 'field' && (
          <Field label="Field" required errors={errors.field} className="grow basis-72">
            {(control) => (
              <Select
                {...control}
                name="field"
                value={state.field}
                onChange={(event) => onChange((state) => ({ ...state, field: event.target.value }))}
                options={[
                  { value: '', label: 'Select a field' },
                  ...page.fields.map(({ field }) => ({ value: field, label: field })),
                ]}
              />
            )}
          </Field>
        )}
      </div>
      {scope !== 'single' && <ApplyToAll page={page} state={state} onChange={onChange} />}
      <div>
        <Segmented
          legend="Layer Type"
          name="layerType"
          choices={LAYER_TYPES}
          value={layerType}
          onChange={(next) => onChange((state) => withNewSubject(state, { layerType: next }))}
        />
        {errors.layerType && (
          <p role="alert" className="mt-1 text-xs text-danger">
            {errors.layerType[0]}
          </p>
        )}
      </div>
      {layerType === 'additional' && (
        <RadioGroup
          legend="P&A cost represents"
          name="measurement"
          choices={MEASUREMENTS}
          value={state.measurement}
          onChange={(measurement) => onChange((state) => ({ ...state, measurement }))}
        />
      )}
      {layerType === 'additional' && !isAdditionalToWell(state) && (
        <p className="text-xs text-muted">
          Each well is measured against its own previous layers. Wells without an initial layer are skipped
          and listed in the results.
        </p>
      )}
    </div>
  );
}

/** When off, only the first matching well is calculated. */
function ApplyToAll({
  page,
  state,
  onChange,
}: {
  page: CalculatePage;
  state: CalculateState;
  onChange: ChangeCalculation;
}) {
  const format = useFormat();
  const count = countMatchingWells(page, state);
  return (
    <Checkbox
      name="applyToAll"
      label={
        count === null
          ? 'Apply to all matching wells'
          : `Apply to all ${countOf(count, 'matching well', format)}`
      }
      help={
        state.applyToAll
          ? 'Creates one layer per well. Wells that can’t be calculated are listed with the reason.'
          : 'Calculates only the first matching well (by well code).'
      }
      checked={state.applyToAll}
      onChange={(event) => onChange((state) => ({ ...state, applyToAll: event.target.checked }))}
    />
  );
}

/** Number of wells in scope; null while no field is chosen. */
export function countMatchingWells(page: CalculatePage, { scope, field }: CalculateState): number | null {
  if (scope === 'single') return 1;
  if (scope === 'all') return page.totalWells;
  if (!field) return null;
  return page.fields.find((candidate) => candidate.field === field)?.wellCount ?? 0;
}
