import { type FormEvent, useRef, useState } from 'react';
import { Button } from '~/components/ui/button';
import { Switch } from '~/components/ui/choice';
import { CancelButton, Dialog, DialogBody, DialogFooter } from '~/components/ui/dialog';
import { Field } from '~/components/ui/field';
import { Input } from '~/components/ui/input';
import { Note } from '~/components/ui/note';
import { Select } from '~/components/ui/select';
import { Textarea } from '~/components/ui/textarea';
import type { CustomFieldTemplate, CustomFieldType } from '~/domain/wells/custom-field';
import { ApiError, failureText, isStale } from '~/hooks/api-fetch';
import { CustomFieldBounds } from './custom-field-bounds';
import { type CustomFieldDraft, checkDraft, inputName, toDraft } from './custom-field-draft';
import { CustomFieldOptions } from './custom-field-options';
import { TYPE_LABELS } from './custom-field-types';
import { useCustomFieldChange } from './use-custom-field-list';

const TYPE_OPTIONS = Object.entries(TYPE_LABELS).map(([value, label]) => ({ value, label }));

type CustomFieldDialogProps = {
  /** The field to edit, or null for a new one. Undefined when no field has that ID. */
  template: CustomFieldTemplate | null | undefined;
  onClose: () => void;
};

/** Adds a custom field to the company's wells, or edits one. */
export default function CustomFieldDialog({ template, onClose }: CustomFieldDialogProps) {
  // The field as of when the dialog opened: reloading the list must not change the form while the user is editing.
  const [initialTemplate] = useState(template);
  return (
    <Dialog
      title={initialTemplate === null ? 'Add Custom Field' : 'Edit Custom Field'}
      onClose={onClose}
      keepOpenOnOutsidePress
    >
      {initialTemplate === undefined ? (
        <>
          <DialogBody>
            <Note tone="danger" title="This custom field no longer exists." />
          </DialogBody>
          <DialogFooter>
            <Button onClick={onClose}>Close</Button>
          </DialogFooter>
        </>
      ) : (
        <CustomFieldForm template={initialTemplate} onClose={onClose} />
      )}
    </Dialog>
  );
}

function CustomFieldForm({
  template,
  onClose,
}: {
  template: CustomFieldTemplate | null;
  onClose: () => void;
}) {
  const { create, update, pending } = useCustomFieldChange(
    template
      ? { failure: 'Failed to update custom field', success: 'Custom field updated successfully' }
      : { failure: 'Failed to create custom field', success: 'Custom field created successfully' },
  );
  const [draft, setDraft] = useState(() => toDraft(template));
  const [hasTried, setHasTried] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const form = useRef<HTMLFormElement>(null);

  // Client-side errors are rechecked on every change; server errors remain until the next attempt.
  const checked = checkDraft(draft);
  const errors = { ...failure?.fields, ...(hasTried && checked.errors) };
  const set = (changes: Partial<CustomFieldDraft>) => setDraft({ ...draft, ...changes });

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setHasTried(true);
    setFailure(null);
    const { content } = checked;
    if (content === null) return focusFirst(form.current, checked.errors);
    const outcome = await (template ? update(template, content) : create(content));
    if (outcome.ok) return onClose();
    if (outcome.error) {
      const newFailure = toFailure(outcome.error, template !== null);
      setFailure(newFailure);
      focusFirst(form.current, newFailure.fields);
    }
  };

  return (
    <form ref={form} noValidate className="flex min-h-0 flex-col" onSubmit={submit}>
      <DialogBody className="flex flex-col gap-4">
        {failure && <Note tone="danger" title={failure.text} />}
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            label="Field Name"
            required
            errors={errors.fieldName}
            help="Internal name with no spaces, lowercase recommended"
          >
            {(control) => (
              <Input
                {...control}
                name="fieldName"
                value={draft.fieldName}
                maxLength={50}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                onChange={(event) => set({ fieldName: event.target.value })}
              />
            )}
          </Field>
          <Field label="Display Name" required errors={errors.displayName} help="Shown in forms and tables">
            {(control) => (
              <Input
                {...control}
                name="displayName"
                value={draft.displayName}
                maxLength={100}
                autoComplete="off"
                onChange={(event) => set({ displayName: event.target.value })}
              />
            )}
          </Field>
          <Field label="Field Type" errors={errors.fieldType}>
            {(control) => (
              <Select
                {...control}
                name="fieldType"
                value={draft.fieldType}
                onChange={(event) => set({ fieldType: event.target.value as CustomFieldType })}
                options={TYPE_OPTIONS}
              />
            )}
          </Field>
          <Switch
            name="required"
            label="Required field"
            help="Wells can’t be saved without it"
            checked={draft.required}
            className="sm:pt-6"
            onChange={(event) => set({ required: event.target.checked })}
          />
        </div>
        {template && draft.fieldName.trim() !== template.fieldName && draft.fieldName.trim() !== '' && (
          <Note title="Existing values are kept under the new name." />
        )}
        {draft.fieldType === 'select' && (
          <CustomFieldOptions
            options={draft.options}
            errors={errors.options}
            onChange={(options) => set({ options })}
          />
        )}
        <CustomFieldBounds draft={draft} errors={errors} onChange={(bounds) => set({ bounds })} />
        <Field label="Help Text" errors={errors.helpText} help="Shown under the field on the well form">
          {(control) => (
            <Textarea
              {...control}
              name="helpText"
              rows={2}
              maxLength={500}
              value={draft.helpText}
              onChange={(event) => set({ helpText: event.target.value })}
            />
          )}
        </Field>
      </DialogBody>
      <DialogFooter>
        <CancelButton pending={pending} onClick={onClose} />
        <Button type="submit" variant="primary" pending={pending}>
          {template ? 'Update Field' : 'Create Field'}
        </Button>
      </DialogFooter>
    </form>
  );
}

type Failure = { text: string; fields: Record<string, string[]> };

/** Error from the server: a general message, and messages by input. The server identifies an input by its index in the list. */
function toFailure(error: unknown, isUpdate: boolean): Failure {
  const text = failureText(
    error,
    isUpdate ? 'Failed to update custom field' : 'Failed to create custom field',
  );
  if (!(error instanceof ApiError)) return { text, fields: {} };
  const fields = Object.fromEntries(
    Object.entries(error.fieldErrors).map(([path, messages]) => [inputName(path), messages]),
  );
  if (!isStale(error)) return { text, fields };
  return {
    text: `${text} Your entries are still here. Save again to add this field to the updated list.`,
    fields,
  };
}

/** Moves focus to the first input with an error. */
function focusFirst(form: HTMLFormElement | null, errors: Record<string, string[]>) {
  const invalidInput = [...(form?.elements ?? [])].find(
    (element) => element instanceof HTMLElement && (element.getAttribute('name') ?? '') in errors,
  );
  if (invalidInput instanceof HTMLElement) invalidInput.focus();
}
