import { type FormEvent, useRef, useState } from 'react';
import type { z } from 'zod';
import { fieldErrorsOf } from './api-fetch';

/**
 * What a short form has so far, checked by its schema. What is wrong with it is shown once the person has tried to send it; what
 * the server refused, until they change something. The first field that is wrong gets the focus, so that a screen reader says why.
 */
export function useCheckedInput<Input>(schema: z.ZodType<Input>, initial: Input) {
  const [input, setInput] = useState(initial);
  const [hasTried, setHasTried] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const form = useRef<HTMLFormElement | null>(null);
  const checked = schema.safeParse(input);
  const problems: Record<string, string[]> = {};
  for (const { path, message } of checked.error?.issues ?? []) problems[String(path[0])] ??= [message];
  return {
    input,
    /** Messages by field. */
    errors: failure ? fieldErrorsOf(failure) : hasTried ? problems : {},
    change: (changes: Partial<Input>) => {
      setInput((before) => ({ ...before, ...changes }));
      setFailure(null);
    },
    /** What is to be sent; null while something is wrong with it, which is shown from now on. */
    take: ({ currentTarget }: FormEvent<HTMLFormElement>): Input | null => {
      form.current = currentTarget;
      setHasTried(true);
      if (checked.success) return checked.data;
      focusFirst(currentTarget, problems);
      return null;
    },
    refuse: (error: unknown) => {
      setFailure(error);
      if (form.current) focusFirst(form.current, fieldErrorsOf(error));
    },
  };
}

function focusFirst(form: HTMLFormElement, problems: Record<string, string[]>) {
  const fields = [...form.elements] as HTMLInputElement[];
  fields.find(({ name }) => Object.hasOwn(problems, name))?.focus();
}
