import type { ReactNode } from 'react';
import { Field } from '~/components/ui/field';
import { Input } from '~/components/ui/input';
import { removeGrouping } from '~/domain/money/typed-amount';
import { useFormat } from '~/hooks/use-format';
import { useOpenDates } from '~/hooks/use-open-dates';

type FieldProps = {
  value: string;
  errors?: string[] | undefined;
  onChange: (value: string) => void;
};

/** Date of an act: not in a closed period, and not too late. */
export function ActDateField({ value, errors, onChange, className }: FieldProps & { className?: string }) {
  const dates = useOpenDates();
  const problem = dates.getProblem(value);
  return (
    <Field label="Date" required errors={problem ? [problem] : errors} className={className}>
      {(control) => (
        <Input
          {...control}
          type="date"
          min={dates.first}
          max={dates.lastDate}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

/** Money in the company's currency. On blur, pasted symbols and separators are removed. */
export function AmountField({
  label,
  name,
  required,
  help,
  value,
  errors,
  onChange,
}: FieldProps & { label: string; name: string; required?: boolean; help?: ReactNode }) {
  const { symbol } = useFormat();
  return (
    <Field label={label} required={required} errors={errors} help={help}>
      {(control) => (
        <Input
          {...control}
          name={name}
          inputMode="decimal"
          autoComplete="off"
          prefix={symbol}
          className={symbol.length > 2 ? 'pl-13' : undefined}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onBlur={() => removeGrouping(value) !== value && onChange(removeGrouping(value))}
        />
      )}
    </Field>
  );
}

/** A percentage with up to eight decimals. Its label names the unit, as the rate fields do. */
export function PercentField({
  label,
  name,
  help,
  value,
  errors,
  onChange,
}: FieldProps & { label: string; name: string; help?: ReactNode }) {
  return (
    <Field label={`${label} (%)`} required errors={errors} help={help}>
      {(control) => (
        <Input
          {...control}
          name={name}
          inputMode="decimal"
          autoComplete="off"
          suffix="%"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

/** A note saved with the posting. */
export function NoteField({
  label,
  name,
  maxLength,
  placeholder,
  help,
  value,
  errors,
  onChange,
}: FieldProps & {
  label: string;
  name: string;
  maxLength: number;
  placeholder?: string;
  help?: ReactNode;
}) {
  return (
    <Field label={label} errors={errors} help={help}>
      {(control) => (
        <Input
          {...control}
          name={name}
          maxLength={maxLength}
          placeholder={placeholder}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
