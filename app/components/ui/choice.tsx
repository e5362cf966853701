import { type ComponentProps, forwardRef, type ReactNode, useId } from 'react';
import { classNames } from './class-names';

type BoxProps = Omit<ComponentProps<'input'>, 'type'> & { label: ReactNode; help?: ReactNode };

/** A native checkbox with a label. */
export const Checkbox = forwardRef<HTMLInputElement, BoxProps>(function Checkbox(props, ref) {
  return <Box {...props} boxRef={ref} boxClass="mt-1 pointer-coarse:mt-3 size-4" />;
});

/** A checkbox that takes effect immediately. */
export const Switch = forwardRef<HTMLInputElement, BoxProps>(function Switch(props, ref) {
  return <Box {...props} boxRef={ref} role="switch" boxClass="mt-0.5 pointer-coarse:mt-2.5 switch" />;
});

function Box({
  label,
  help,
  className,
  boxRef,
  boxClass,
  ...props
}: BoxProps & { boxRef: React.Ref<HTMLInputElement>; boxClass: string }) {
  const generatedId = useId();
  const id = props.id ?? generatedId;
  return (
    <div className={classNames('flex min-w-0 items-start gap-2', className)}>
      <input
        {...props}
        ref={boxRef}
        id={id}
        type="checkbox"
        aria-describedby={help ? `${id}-help` : props['aria-describedby']}
        className={classNames('shrink-0', boxClass)}
      />
      {/* On this element rather than the outer one, where a minimum height would let a dialog squeeze it. */}
      <div className="min-h-6 min-w-0 py-0.5">
        <label htmlFor={id} className="pointer-coarse:block pointer-coarse:py-2">
          {label}
        </label>
        {help && (
          <p id={`${id}-help`} className="text-xs text-muted">
            {help}
          </p>
        )}
      </div>
    </div>
  );
}

export type Choice<Value extends string> = {
  value: Value;
  label: ReactNode;
  help?: ReactNode;
  disabled?: boolean;
};

type ChoiceProps<Value extends string> = {
  legend: ReactNode;
  name: string;
  choices: readonly Choice<Value>[];
  /** Makes the group controlled; omit it and pass `defaultValue` for an uncontrolled one. */
  value?: Value;
  defaultValue?: Value;
  onChange?: (value: Value) => void;
  hideLegend?: boolean;
};

/** A radio group whose options each have help text below them. */
export function RadioGroup<Value extends string>(props: ChoiceProps<Value>) {
  const { legend, hideLegend, choices } = props;
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className={hideLegend ? 'sr-only' : 'mb-1 font-medium'}>{legend}</legend>
      {choices.map((choice) => (
        <label
          key={choice.value}
          className="flex min-h-6 pointer-coarse:py-2.5 cursor-pointer items-start gap-2"
        >
          <input type="radio" className="mt-0.5 size-4 shrink-0" {...radioProps(props, choice)} />
          <span>
            {choice.label}
            {choice.help && <span className="block text-xs text-muted">{choice.help}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** A segmented control: a few short options side by side. */
export function Segmented<Value extends string>(props: ChoiceProps<Value> & { className?: string }) {
  const { legend, hideLegend, choices, className } = props;
  return (
    <fieldset className={classNames('min-w-0', className)}>
      <legend className={hideLegend ? 'sr-only' : 'mb-1 font-medium'}>{legend}</legend>
      <div className="inline-flex max-w-full flex-wrap rounded-md bg-sunken p-0.5 forced-colors:border">
        {choices.map((choice) => (
          <label
            key={choice.value}
            className="relative flex min-h-tap-sm cursor-pointer items-center rounded px-3 text-muted not-has-checked:hover:text-ink has-checked:bg-raised has-checked:font-medium has-checked:text-ink has-checked:shadow-sm has-checked:ring-1 has-checked:ring-control has-focus-visible:outline-2 has-focus-visible:outline-focus has-disabled:cursor-not-allowed has-disabled:opacity-60"
          >
            <input
              type="radio"
              className="absolute inset-0 cursor-pointer appearance-none outline-none"
              {...radioProps(props, choice)}
            />
            {choice.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function radioProps<Value extends string>(
  { name, value, defaultValue, onChange }: ChoiceProps<Value>,
  choice: Choice<Value>,
) {
  return {
    name,
    value: choice.value,
    disabled: choice.disabled,
    onChange: () => onChange?.(choice.value),
    ...(value === undefined
      ? { defaultChecked: choice.value === defaultValue }
      : { checked: choice.value === value }),
  };
}
