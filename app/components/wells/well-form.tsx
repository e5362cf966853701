import { getFormProps, getInputProps, type SubmissionResult, useForm } from '@conform-to/react';
import { parseWithZod } from '@conform-to/zod/v4';
import { useState } from 'react';
import { CustomFieldInputs, readCustomFields } from '~/components/custom-fields/custom-field-inputs';
import { Button } from '~/components/ui/button';
import { DialogBody, DialogFooter } from '~/components/ui/dialog';
import { Field } from '~/components/ui/field';
import { Input } from '~/components/ui/input';
import { Note } from '~/components/ui/note';
import { Select } from '~/components/ui/select';
import type { CustomFieldTemplate } from '~/domain/wells/custom-field';
import { ApiError } from '~/hooks/api-fetch';
import { useMutation } from '~/hooks/use-api';
import type { WellView } from '~/schemas/platform/views';
import { WellInput } from '~/schemas/wells/well';
import { STATUS_OPTIONS } from './status-badge';

type WellFormProps = {
  /** The well to change, or null for a new one. */
  well: WellView | null;
  templates: CustomFieldTemplate[];
  /** Names of fields in use, offered while typing. */
  fields: string[];
  onDone: () => void;
  onCancel: () => void;
};

const FIELDS_LIST = 'well-field-names';
const STALE_VERSION = 412;

export function WellForm({ well, templates, fields, onDone, onCancel }: WellFormProps) {
  const { run, pending } = useMutation({
    failure: well ? 'Failed to update well' : 'Failed to create well',
  });
  const [result, setResult] = useState<SubmissionResult<string[]>>();
  const [customErrors, setCustomErrors] = useState<Record<string, string[]>>({});
  const [form, field] = useForm({
    id: 'well-form',
    lastResult: result,
    defaultValue: well ? standardFields(well) : { wellStatus: 'Active' },
    shouldValidate: 'onBlur',
    shouldRevalidate: 'onInput',
    onValidate: ({ formData }) => parseWithZod(formData, { schema: WellInput }),
    onSubmit: async (event, { formData, submission }) => {
      event.preventDefault();
      if (submission?.status !== 'success') return;
      const body = {
        ...submission.value,
        ...(templates.length > 0 && { customFields: readCustomFields(formData, templates) }),
      };
      const outcome = await run((api) =>
        well
          ? api(`/api/wells/${well.id}`, { method: 'PUT', body, ifVersion: well.version })
          : api('/api/wells', { method: 'POST', body }),
      );
      if (outcome.ok) return onDone();
      if (!(outcome.error instanceof ApiError)) return;
      const { fieldErrors } = outcome.error;
      setCustomErrors(fieldErrors);
      setResult(
        submission.reply({
          fieldErrors,
          formErrors: outcome.error.status === STALE_VERSION ? [staleText(outcome.error)] : undefined,
        }),
      );
    },
  });

  return (
    <form {...getFormProps(form)} className="flex min-h-0 flex-col">
      <DialogBody className="flex flex-col gap-4">
        {form.errors?.map((text) => (
          <Note key={text} tone="danger">
            {text}
          </Note>
        ))}
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Well Code" id={field.wellCode.id} errors={field.wellCode.errors} required>
            {(control) => (
              <Input {...inputProps(field.wellCode)} {...control} maxLength={100} autoComplete="off" />
            )}
          </Field>
          <Field label="Well Name" id={field.wellName.id} errors={field.wellName.errors} required>
            {(control) => (
              <Input {...inputProps(field.wellName)} {...control} maxLength={200} autoComplete="off" />
            )}
          </Field>
          <Field label="Well Status" id={field.wellStatus.id} errors={field.wellStatus.errors}>
            {(control) => (
              <Select
                name={field.wellStatus.name}
                defaultValue={field.wellStatus.initialValue}
                options={STATUS_OPTIONS}
                {...control}
              />
            )}
          </Field>
          <Field label="Field" id={field.field.id} errors={field.field.errors} required>
            {(control) => (
              <>
                <Input
                  {...inputProps(field.field)}
                  {...control}
                  list={FIELDS_LIST}
                  maxLength={100}
                  autoComplete="off"
                />
                <datalist id={FIELDS_LIST}>
                  {fields.map((name) => (
                    <option key={name} value={name} />
                  ))}
                </datalist>
              </>
            )}
          </Field>
          <Field label="Active Date" id={field.activeDate.id} errors={field.activeDate.errors} required>
            {(control) => <Input {...inputProps(field.activeDate, 'date')} {...control} />}
          </Field>
        </div>
        <CustomFieldInputs templates={templates} values={well?.customFields ?? {}} errors={customErrors} />
      </DialogBody>
      <DialogFooter>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" pending={pending}>
          {well ? 'Update Well' : 'Create Well'}
        </Button>
      </DialogFooter>
    </form>
  );
}

/** What Conform's part of the form holds: the company's own fields are inputs of their own. */
function standardFields({ wellCode, wellName, wellStatus, field, activeDate }: WellView) {
  return { wellCode, wellName, wellStatus, field, activeDate };
}

/** Conform's name, default and constraints; label, help and errors are Field's. */
function inputProps(field: Parameters<typeof getInputProps>[0], type: 'text' | 'date' = 'text') {
  const { key, ...props } = getInputProps(field, { type, ariaAttributes: false });
  return props;
}

function staleText(error: ApiError): string {
  return `${error.serverMessage ?? 'This well was changed by someone else in the meantime.'} What you typed is still here: copy what you need, close this window and open the well again.`;
}
