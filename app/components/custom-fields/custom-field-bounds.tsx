import { Field } from '~/components/ui/field';
import { Input } from '~/components/ui/input';
import { type CustomFieldValidation, RULES_OF_TYPE } from '~/domain/wells/custom-field';
import { MAX_PATTERN_LENGTH } from '~/schemas/wells/pattern';
import type { CustomFieldDraft } from './custom-field-draft';

const LABELS: Record<keyof CustomFieldValidation, string> = {
  minLength: 'Minimum Length',
  maxLength: 'Maximum Length',
  min: 'Minimum Value',
  max: 'Maximum Value',
  pattern: 'Pattern',
};

/** Validation rules of a custom field, if its type supports any. */
export function CustomFieldBounds({
  draft,
  errors,
  onChange,
}: {
  draft: CustomFieldDraft;
  errors: Record<string, string[]>;
  onChange: (bounds: CustomFieldDraft['bounds']) => void;
}) {
  const rules = RULES_OF_TYPE[draft.fieldType];
  if (rules.length === 0) return null;
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 font-medium">
        Validation <span className="font-normal text-muted">(optional)</span>
      </legend>
      <div className="grid gap-4 rounded-md border border-line p-3 sm:grid-cols-2">
        {rules.map((bound) => (
          <Field
            key={bound}
            label={LABELS[bound]}
            errors={errors[`validation.${bound}`]}
            className={bound === 'pattern' ? 'sm:col-span-2' : undefined}
            help={bound === 'pattern' ? 'Regular expression the entire value must match' : undefined}
          >
            {(control) => (
              <Input
                {...control}
                name={`validation.${bound}`}
                className={bound === 'pattern' ? 'code-text' : 'figures'}
                inputMode={bound === 'pattern' ? undefined : bound.endsWith('Length') ? 'numeric' : 'decimal'}
                value={draft.bounds[bound]}
                maxLength={bound === 'pattern' ? MAX_PATTERN_LENGTH : 30}
                autoComplete="off"
                spellCheck={false}
                onChange={(event) => onChange({ ...draft.bounds, [bound]: event.target.value })}
              />
            )}
          </Field>
        ))}
      </div>
    </fieldset>
  );
}
