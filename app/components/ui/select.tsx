import { type ComponentProps, forwardRef } from 'react';
import { classNames } from './class-names';

export type SelectOption = { value: string; label: string };

export type SelectProps = Omit<ComponentProps<'select'>, 'children'> & { options: readonly SelectOption[] };

/** The native select: fast, keyboard-searchable, and familiar on phones. */
export const Select = forwardRef<HTMLSelectElement, SelectProps>(function Select(
  { options, className, ...props },
  ref,
) {
  return (
    <select ref={ref} className={classNames('control select-arrow', className)} {...props}>
      {options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
});
