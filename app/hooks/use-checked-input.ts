import { type FormEvent, useRef, useState } from 'react';
import type { z } from 'zod';
import { getFieldErrors } from './api-fetch';

/**
 * State of a short form, validated by its schema. Schema errors show after the first submit attempt, server errors until the next change.
 * The first invalid field gets the focus, so a screen reader announces its error.
 */
export function useCheckedInput<Input>(schema: z.ZodType<Input>, initial: Input) {
  const [input, setInput] = useState(initial);
  const [hasTried, setHasTried] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const form = useRef<HTMLFormElement | null>(null);
  const parsed = schema.safeParse(input);
  const problems: Record<string, string[]> = {};
  for (const { path, message } of parsed.error?.issues ?? []) problems[String(path[0])] ??= [message];
  return {
    input,
    /** Messages by field. */
    errors: failure ? getFieldErrors(failure) : hasTried ? problems : {},
    change: (changes: Partial<Input>) => {
      setInput((previous) => ({ ...previous, ...changes }));
      setFailure(null);
    },
    /** Returns the input to send, or null if it is invalid, which shows the errors from then on. */
    take: ({ currentTarget }: FormEvent<HTMLFormElement>): Input | null => {
      form.current = currentTarget;
      setHasTried(true);
      if (parsed.success) return parsed.data;
      focusFirst(currentTarget, problems);
      return null;
    },
    refuse: (error: unknown) => {
      setFailure(error);
      if (form.current) focusFirst(form.current, getFieldErrors(error));
    },
  };
}

function focusFirst(form: HTMLFormElement, problems: Record<string, string[]>) {
  const fields = [...form.elements] as HTMLInputElement[];
  fields.find(({ name }) => Object.hasOwn(problems, name))?.focus();
}
