import {
  type CustomFieldTemplate,
  type CustomFieldType,
  type CustomFieldValidation,
  RULES_OF_TYPE,
} from '~/domain/wells/custom-field';
import type { CustomFieldDefinition } from '~/domain/wells/custom-field-list';
import { CustomFieldsInput } from '~/schemas/wells/custom-field';

/** Form state of a custom field, before its texts are parsed. */
export type CustomFieldDraft = {
  fieldName: string;
  displayName: string;
  fieldType: CustomFieldType;
  required: boolean;
  helpText: string;
  /** Options of a dropdown, at least one row. The key distinguishes rows with the same text. */
  options: { key: number; text: string }[];
  bounds: Record<keyof CustomFieldValidation, string>;
};

/** Result of the form; the list assigns ID and order. */
export type CustomFieldContent = Omit<CustomFieldDefinition, 'id' | 'order'>;

export function toDraft(template: CustomFieldTemplate | null): CustomFieldDraft {
  const { validation = {}, options = [] } = template ?? {};
  const text = (bound: keyof CustomFieldValidation) =>
    validation[bound] === undefined ? '' : String(validation[bound]);
  return {
    fieldName: template?.fieldName ?? '',
    displayName: template?.displayName ?? '',
    fieldType: template?.fieldType ?? 'text',
    required: template?.required ?? false,
    helpText: template?.helpText ?? '',
    options: (options.length > 0 ? options : ['']).map((option, key) => ({ key, text: option })),
    bounds: {
      minLength: text('minLength'),
      maxLength: text('maxLength'),
      min: text('min'),
      max: text('max'),
      pattern: text('pattern'),
    },
  };
}

type CheckedDraft =
  | { content: CustomFieldContent; errors: null }
  | { content: null; errors: Record<string, string[]> };

/** Validates a draft by the API's rules. Returns the field, or error messages by input name. */
export function checkDraft(draft: CustomFieldDraft): CheckedDraft {
  const { bounds, options, ...fields } = draft;
  const field = { ...fields, options: options.map(({ text }) => text), validation: toValidation(draft) };
  const result = CustomFieldsInput.safeParse({ customFieldTemplates: [field] });
  if (result.success) return { content: result.data.customFieldTemplates[0]!, errors: null };
  const errors: Record<string, string[]> = {};
  for (const { path, message } of result.error.issues) {
    const name = inputName(path.join('.'));
    errors[name] = [...(errors[name] ?? []), message];
  }
  return { content: null, errors };
}

/** Maps an API error path, which has the index in the list, to an input name. */
export function inputName(path: string): string {
  return path.replace(/^customFieldTemplates\.\d+\./, '').replace(/^options\..*/, 'options');
}

/** A pattern isn't trimmed, because spaces at its ends can be intentional. Rules of other types are dropped. */
function toValidation({ fieldType, bounds }: CustomFieldDraft) {
  return Object.fromEntries(
    RULES_OF_TYPE[fieldType].map((rule) => [rule, rule === 'pattern' ? bounds[rule] : bounds[rule].trim()]),
  );
}
