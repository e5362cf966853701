import { Checkbox } from '~/components/ui/choice';
import { Field } from '~/components/ui/field';
import { Input } from '~/components/ui/input';
import { Select } from '~/components/ui/select';
import { FIRST_IS_INITIAL, type ImportMapping } from '~/domain/imports/mapping';

const STATUSES = ['Active', 'Inactive', 'Plugged'];
const LAYER_TYPES = [
  { value: '', label: 'None' },
  { value: FIRST_IS_INITIAL, label: 'First layer initial, others additional' },
  { value: 'initial', label: 'Initial' },
  { value: 'additional', label: 'Additional' },
];
/** Fields that can have a default when the file has no value; layer fields only if the file has layers. */
const WELL_FIELDS = [
  { id: 'field', label: 'Field' },
  { id: 'wellStatus', label: 'Well status' },
  { id: 'activeDate', label: 'Active date' },
];
/** Most files have the working interest but not its start date. */
const INTEREST_FIELDS = [{ id: 'workingInterestFrom', label: 'Working interest from' }];
const LAYER_FIELDS = [
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
  const fields = [
    ...WELL_FIELDS,
    ...(hasInterests ? INTEREST_FIELDS : []),
    ...(hasLayers ? LAYER_FIELDS : []),
  ];
  const { defaults = {} } = mapping;
  const set = (id: string, value: string) => {
    const { [id]: _, ...otherDefaults } = defaults;
    // Keep an explicit choice of no layer type: otherwise the default would return with the next column change.
    const isKept = value !== '' || id === 'layerType';
    onChange({ ...mapping, defaults: isKept ? { ...otherDefaults, [id]: value } : otherDefaults });
  };
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1 font-semibold">Values for blank cells</legend>
      <p className="text-xs text-muted">
        Used when a cell is blank or no column was chosen. If you leave a required value empty, rows without
        it are skipped.
      </p>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(11rem,1fr))] gap-3">
        {fields.map(({ id, label }) => (
          <Field key={id} label={label}>
            {(control) => {
              const value = defaults[id] ?? '';
              const inputProps = {
                ...control,
                value,
                onChange: (event: { target: { value: string } }) => set(id, event.target.value),
              };
              if (id === 'layerType') return <Select {...inputProps} options={LAYER_TYPES} />;
              if (id === 'wellStatus') {
                const options = ['', ...STATUSES].map((status) => ({
                  value: status,
                  label: status || 'None',
                }));
                return <Select {...inputProps} options={options} />;
              }
              return (
                <Input {...inputProps} type={/(?:Date|From)$/.test(id) ? 'date' : 'text'} maxLength={200} />
              );
            }}
          </Field>
        ))}
      </div>
      <Checkbox
        label="All wells are already in the books: keep their name, status, field and active date when the file has none"
        checked={mapping.wellsInBooks === true}
        onChange={(event) => onChange({ ...mapping, wellsInBooks: event.target.checked })}
      />
      <Checkbox
        label="If later rows of a well leave its name, status, field or active date blank, use the values of its first row"
        checked={mapping.fillsFromFirst !== false}
        onChange={(event) => onChange({ ...mapping, fillsFromFirst: event.target.checked })}
      />
    </fieldset>
  );
}
