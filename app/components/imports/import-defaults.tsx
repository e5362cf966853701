import { Checkbox } from '~/components/ui/choice';
import { Field } from '~/components/ui/field';
import { Input } from '~/components/ui/input';
import { Select } from '~/components/ui/select';
import { FIRST_IS_INITIAL, type ImportMapping } from '~/domain/imports/mapping';

const STATUSES = ['Active', 'Inactive', 'Plugged'];
const LAYER_TYPES = [
  { value: '', label: 'None' },
  { value: FIRST_IS_INITIAL, label: 'First of a well initial, others additional' },
  { value: 'initial', label: 'initial' },
  { value: 'additional', label: 'additional' },
];
/** Fields that can have a default when the file has no value; layer fields only if the file has layers. */
const OF_WELLS = [
  { id: 'field', label: 'Field' },
  { id: 'wellStatus', label: 'Well status' },
  { id: 'activeDate', label: 'Active date' },
];
/** Most files have the working interest but not its start date. */
const OF_INTERESTS = [{ id: 'workingInterestFrom', label: 'Working interest from' }];
const OF_LAYERS = [
  { id: 'layerType', label: 'Layer type' },
  { id: 'discountRate', label: 'Discount rate (%)' },
  { id: 'inflationRate', label: 'Inflation rate (%)' },
  { id: 'wellLifespan', label: 'Well lifespan (years)' },
  { id: 'calculationDate', label: 'Calculation date' },
  { id: 'retirementDate', label: 'Retirement date' },
];
const LAYER_TARGETS = [
  'pAndACost',
  'grossCost',
  'aroValue',
  'currentAroValue',
  'calculationDate',
  'discountRate',
];

/** Values for blank cells, and for fields without a column. Nothing is filled in unless the user asks for it. */
export function ImportDefaults({
  mapping,
  onChange,
}: {
  mapping: ImportMapping;
  onChange: (mapping: ImportMapping) => void;
}) {
  const hasLayers = mapping.columns.some(({ to }) => to !== null && LAYER_TARGETS.includes(to));
  const hasInterests = mapping.columns.some(({ to }) => to === 'workingInterest');
  const shown = [...OF_WELLS, ...(hasInterests ? OF_INTERESTS : []), ...(hasLayers ? OF_LAYERS : [])];
  const { defaults = {} } = mapping;
  const set = (id: string, value: string) => {
    const { [id]: _, ...others } = defaults;
    // Keep an explicit choice of no layer type: otherwise the default would return with the next column change.
    const isKept = value !== '' || id === 'layerType';
    onChange({ ...mapping, defaults: isKept ? { ...others, [id]: value } : others });
  };
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1 font-semibold">Values for blank cells</legend>
      <p className="text-xs text-muted">
        Used where a cell is blank or no column was chosen. Leave empty to have such rows skipped where a
        value is required.
      </p>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(11rem,1fr))] gap-3">
        {shown.map(({ id, label }) => (
          <Field key={id} label={label}>
            {(control) => {
              const value = defaults[id] ?? '';
              const given = {
                ...control,
                value,
                onChange: (event: { target: { value: string } }) => set(id, event.target.value),
              };
              if (id === 'layerType') return <Select {...given} options={LAYER_TYPES} />;
              if (id === 'wellStatus') {
                const options = ['', ...STATUSES].map((one) => ({ value: one, label: one || 'None' }));
                return <Select {...given} options={options} />;
              }
              return <Input {...given} type={/(?:Date|From)$/.test(id) ? 'date' : 'text'} maxLength={200} />;
            }}
          </Field>
        ))}
      </div>
      <Checkbox
        label="All wells are already in the books: keep their name, status, field and active date where the file has none"
        checked={mapping.wellsInBooks === true}
        onChange={(event) => onChange({ ...mapping, wellsInBooks: event.target.checked })}
      />
      <Checkbox
        label="Further rows of a well repeat its name, status, field and active date where they’re blank"
        checked={mapping.fillsFromFirst !== false}
        onChange={(event) => onChange({ ...mapping, fillsFromFirst: event.target.checked })}
      />
    </fieldset>
  );
}
