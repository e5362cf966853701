import { useState } from 'react';
import type { z } from 'zod';
import { fieldErrorsOf } from './api-fetch';

/**
 * What a short form has so far, checked by its schema. What is wrong with it is shown once the person has tried to send it; what
 * the server refused, until they change something.
 */
export function useCheckedInput<Input>(schema: z.ZodType<Input>, initial: Input) {
  const [input, setInput] = useState(initial);
  const [hasTried, setHasTried] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
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
    take: (): Input | null => {
      setHasTried(true);
      return checked.success ? checked.data : null;
    },
    refuse: setFailure,
  };
}
