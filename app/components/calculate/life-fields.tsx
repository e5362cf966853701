import { parseLifespanYears } from '~/components/books/shown-terms';
import { Segmented } from '~/components/ui/choice';
import { Field } from '~/components/ui/field';
import { Input } from '~/components/ui/input';
import { MAX_DATE } from '~/domain/calendar/calendar-date';
import { type CalculateState, type ChangeCalculation, getShownLife } from './calculate-state';
import type { ParameterErrors } from './parameter-fields';

const LIFE_CHOICES = [
  { value: 'lifespan', label: 'By years' },
  { value: 'date', label: 'By date' },
] as const;

/** The well's life: whole years from the calculation date, or until a date that later layers keep. */
export function LifeFields({
  state,
  onChange,
  errors,
}: {
  state: CalculateState;
  onChange: ChangeCalculation;
  errors: ParameterErrors;
}) {
  const { lifeBy, wellLifespan, retirementDate } = getShownLife(state);
  const isOfWell = state.typedRetirementDate === null && retirementDate !== '';
  return (
    <div className="flex flex-col gap-2">
      {lifeBy === 'lifespan' ? (
        <Field label="Well Lifespan (years)" required errors={errors.wellLifespan}>
          {(control) => (
            <Input
              {...control}
              name="wellLifespan"
              inputMode="numeric"
              autoComplete="off"
              suffix={parseLifespanYears(wellLifespan) === 1 ? 'year' : 'years'}
              value={wellLifespan}
              onChange={(event) => onChange((state) => ({ ...state, wellLifespan: event.target.value }))}
              onBlur={() =>
                onChange((state) => ({
                  ...state,
                  wellLifespan: String(parseLifespanYears(state.wellLifespan)),
                }))
              }
            />
          )}
        </Field>
      ) : (
        <Field
          label="Retirement Date"
          required
          errors={errors.retirementDate}
          help={isOfWell ? 'The well’s retirement date' : undefined}
        >
          {(control) => (
            <Input
              {...control}
              name="retirementDate"
              type="date"
              max={MAX_DATE}
              value={retirementDate}
              onChange={(event) =>
                onChange((state) => ({ ...state, typedRetirementDate: event.target.value }))
              }
            />
          )}
        </Field>
      )}
      <Segmented
        legend="Well’s life by"
        hideLegend
        name="lifeBy"
        choices={LIFE_CHOICES}
        value={lifeBy}
        onChange={(chosenLifeBy) => onChange((state) => ({ ...state, chosenLifeBy }))}
      />
    </div>
  );
}
