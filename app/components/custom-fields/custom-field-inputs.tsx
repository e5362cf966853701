import { Checkbox } from '~/components/ui/choice';
import { Field } from '~/components/ui/field';
import { Input } from '~/components/ui/input';
import { Select } from '~/components/ui/select';
import { Textarea } from '~/components/ui/textarea';
import type { CustomFieldTemplate, CustomFieldValue } from '~/domain/wells/custom-field';

type Values = Record<string, CustomFieldValue>;

/** Input names, which match the keys of the server's error messages. */
function inputName(template: CustomFieldTemplate): string {
  return `customFields.${template.fieldName}`;
}

/** Custom fields section of the well form. The server validates the values. */
export function CustomFieldInputs({
  templates,
  values,
  errors,
}: {
  templates: CustomFieldTemplate[];
  values: Values;
  errors: Record<string, string[]>;
}) {
  if (templates.length === 0) return null;
  const sorted = [...templates].sort((a, b) => a.order - b.order);
  return (
    <fieldset className="min-w-0 border-t border-line pt-4">
      <legend className="float-left mb-3 text-base font-semibold">Additional Information</legend>
      <div className="clear-both grid gap-4 sm:grid-cols-2">
        {sorted.map((template) => (
          <CustomFieldInput
            key={template.id}
            template={template}
            value={values[template.fieldName] ?? null}
            errors={errors[inputName(template)]}
          />
        ))}
      </div>
    </fieldset>
  );
}

function CustomFieldInput({
  template,
  value,
  errors,
}: {
  template: CustomFieldTemplate;
  value: CustomFieldValue;
  errors: string[] | undefined;
}) {
  const { fieldType, displayName, required, helpText, options = [] } = template;
  const name = inputName(template);
  if (fieldType === 'checkbox') {
    return (
      <Checkbox
        name={name}
        label={required ? `${displayName} *` : displayName}
        help={errors ? <span className="text-danger">{errors[0]}</span> : helpText}
        aria-invalid={errors ? true : undefined}
        defaultChecked={value === true || value === 'true'}
        className="sm:col-span-2"
      />
    );
  }
  const text = value === null ? '' : String(value);
  return (
    <Field
      label={displayName}
      required={required}
      errors={errors}
      help={helpText}
      className={fieldType === 'textarea' ? 'sm:col-span-2' : undefined}
    >
      {(control) => {
        const inputProps = { ...control, name, defaultValue: text };
        if (fieldType === 'textarea') return <Textarea {...inputProps} />;
        if (fieldType === 'select') {
          // Keep a stored value that is no longer an option, until another one is chosen.
          const choices = options.includes(text) || text === '' ? options : [text, ...options];
          return (
            <Select
              {...inputProps}
              options={[
                { value: '', label: `Select ${displayName}` },
                ...choices.map((option) => ({ value: option, label: option })),
              ]}
            />
          );
        }
        if (fieldType === 'number') return <Input {...inputProps} type="number" step="any" />;
        return <Input {...inputProps} type={fieldType} />;
      }}
    </Field>
  );
}

/** Input values by field name: a boolean for a checkbox, a number for a number field, text otherwise; null when blank. */
export function readCustomFields(formData: FormData, templates: CustomFieldTemplate[]): Values {
  const values: Values = {};
  for (const template of templates) {
    const raw = formData.get(inputName(template));
    const text = typeof raw === 'string' ? raw.trim() : '';
    if (template.fieldType === 'checkbox') values[template.fieldName] = raw !== null;
    else if (text === '') values[template.fieldName] = null;
    else values[template.fieldName] = template.fieldType === 'number' ? Number(text) : text;
  }
  return values;
}
