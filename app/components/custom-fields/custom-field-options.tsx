import Plus from 'lucide-react/icons/plus';
import X from 'lucide-react/icons/x';
import { useRef } from 'react';
import { Button } from '~/components/ui/button';
import { IconButton } from '~/components/ui/icon-button';
import { Input } from '~/components/ui/input';
import type { CustomFieldDraft } from './custom-field-draft';

type Options = CustomFieldDraft['options'];

/** Options of a dropdown, one per row. Blank rows are dropped on save; at least one row remains. */
export function CustomFieldOptions({
  options,
  errors,
  onChange,
}: {
  options: Options;
  errors: string[] | undefined;
  onChange: (options: Options) => void;
}) {
  const list = useRef<HTMLUListElement>(null);
  const focusRow = (index: number) =>
    requestAnimationFrame(() => list.current?.querySelectorAll('input')[index]?.focus());

  const insertAfter = (index: number) => {
    const key = Math.max(...options.map((option) => option.key)) + 1;
    onChange([...options.slice(0, index + 1), { key, text: '' }, ...options.slice(index + 1)]);
    focusRow(index + 1);
  };
  const remove = (index: number) => {
    onChange(options.filter((_, other) => other !== index));
    focusRow(Math.min(index, options.length - 2));
  };

  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1 font-medium">Options</legend>
      <ul ref={list} className="flex flex-col gap-1.5">
        {options.map((option, index) => (
          <li key={option.key} className="flex items-center gap-1.5">
            <Input
              name={index === 0 ? 'options' : undefined}
              aria-label={`Option ${index + 1}`}
              aria-invalid={errors ? true : undefined}
              placeholder={`Option ${index + 1}`}
              value={option.text}
              maxLength={200}
              autoComplete="off"
              onChange={(event) =>
                onChange(
                  options.map((other, at) => (at === index ? { ...other, text: event.target.value } : other)),
                )
              }
              onKeyDown={(event) => {
                // Keep Enter from submitting the form; it adds the next row instead.
                if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
                event.preventDefault();
                insertAfter(index);
              }}
            />
            <IconButton
              label={`Remove option ${index + 1}`}
              hint="Remove"
              icon={<X aria-hidden="true" />}
              disabledReason={options.length === 1 ? 'At least one option is required' : null}
              onClick={() => remove(index)}
            />
          </li>
        ))}
      </ul>
      {errors && <p className="text-xs text-danger">{errors[0]}</p>}
      <Button
        className="self-start"
        icon={<Plus aria-hidden="true" className="size-4" />}
        onClick={() => insertAfter(options.length - 1)}
      >
        Add Option
      </Button>
    </fieldset>
  );
}
