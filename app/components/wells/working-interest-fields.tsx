import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash-2';
import { Button } from '~/components/ui/button';
import { Field } from '~/components/ui/field';
import { IconButton } from '~/components/ui/icon-button';
import { Input } from '~/components/ui/input';
import type { WellView } from '~/schemas/wells/well-views';

type Interests = WellView['workingInterests'];

/** The company's working interests in a well, each with a start date. */
export function WorkingInterestFields({
  interests,
  errors,
  onChange,
}: {
  interests: Interests;
  /** Errors by path in the API request: `workingInterests`, `workingInterests.0.percent`. */
  errors: Record<string, string[]>;
  onChange: (interests: Interests) => void;
}) {
  const set = (index: number, changes: Partial<Interests[number]>) =>
    onChange(interests.map((one, at) => (at === index ? { ...one, ...changes } : one)));
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1 font-medium">Working Interest</legend>
      {interests.length === 0 && <p className="text-muted">100%</p>}
      {interests.map(({ from, percent }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no stable key while their dates are being typed
        <div key={index} className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] items-start gap-2">
          <Field label="From" errors={errors[`workingInterests.${index}.from`]}>
            {(control) => (
              <Input
                {...control}
                type="date"
                value={from}
                onChange={(event) => set(index, { from: event.target.value })}
              />
            )}
          </Field>
          <Field label="Percent" errors={errors[`workingInterests.${index}.percent`]}>
            {(control) => (
              <Input
                {...control}
                inputMode="decimal"
                autoComplete="off"
                suffix="%"
                value={percent}
                onChange={(event) => set(index, { percent: event.target.value })}
              />
            )}
          </Field>
          <div className="pt-6">
            <IconButton
              label={`Remove interest ${index + 1}`}
              hint="Remove"
              icon={<Trash2 aria-hidden="true" />}
              onClick={() => onChange(interests.filter((_, at) => at !== index))}
            />
          </div>
        </div>
      ))}
      {errors.workingInterests?.[0] && <p className="text-xs text-danger">{errors.workingInterests[0]}</p>}
      <div>
        <Button
          icon={<Plus aria-hidden="true" className="size-4" />}
          onClick={() => onChange([...interests, { from: '', percent: '' }])}
        >
          Add Interest
        </Button>
      </div>
    </fieldset>
  );
}
