import { getFormProps, type SubmissionResult, useForm } from '@conform-to/react';
import { parseWithZod } from '@conform-to/zod/v4';
import { useState } from 'react';
import { METHOD_CHOICES } from '~/components/books/accretion-methods';
import { Button } from '~/components/ui/button';
import { RadioGroup } from '~/components/ui/choice';
import { inputProps } from '~/components/ui/conform-input';
import { CancelButton, Dialog, DialogBody, DialogFooter } from '~/components/ui/dialog';
import { Field } from '~/components/ui/field';
import { Input } from '~/components/ui/input';
import { Note } from '~/components/ui/note';
import { Textarea } from '~/components/ui/textarea';
import { getFieldErrors } from '~/hooks/api-fetch';
import { useMutation } from '~/hooks/use-api';
import type { AdminCompanyView } from '~/schemas/people/admin';
import { CompanyInput, CompanyNames } from '~/schemas/people/company';

const CREATE = {
  title: 'Create Company',
  failure: 'Failed to create company',
  success: 'Company created successfully',
  button: 'Create Company',
  pendingButton: 'Creating...',
};
const EDIT = {
  title: 'Edit Company',
  failure: 'Failed to update company',
  success: 'Company updated successfully',
  button: 'Save Company',
  pendingButton: 'Saving...',
};

/** Creates a company, or edits its name, code and description. */
export default function CompanyDialog({
  company = null,
  onClose,
}: {
  company?: AdminCompanyView | null;
  onClose: () => void;
}) {
  const texts = company ? EDIT : CREATE;
  const { run, pending, problem } = useMutation({ failure: texts.failure, success: texts.success });
  const [result, setResult] = useState<SubmissionResult<string[]>>();
  const [form, field] = useForm<CompanyNames>({
    id: 'company-form',
    lastResult: result,
    defaultValue: company && { name: company.name, code: company.code, description: company.description },
    shouldValidate: 'onBlur',
    shouldRevalidate: 'onInput',
    onValidate: ({ formData }) => parseWithZod(formData, { schema: company ? CompanyNames : CompanyInput }),
    onSubmit: async (event, { submission }) => {
      event.preventDefault();
      if (submission?.status !== 'success') return;
      const body = submission.value;
      const outcome = await run((api) =>
        company
          ? api(`/api/admin/companies/${company.id}`, { method: 'PUT', body })
          : api('/api/admin/companies', { method: 'POST', body }),
      );
      if (outcome.ok) onClose();
      else setResult(submission.reply({ fieldErrors: getFieldErrors(outcome.error) }));
    },
  });
  return (
    <Dialog title={texts.title} onClose={onClose} keepOpenOnOutsidePress>
      <form {...getFormProps(form)} className="flex min-h-0 flex-col">
        <DialogBody className="flex flex-col gap-4">
          {problem && <Note tone="danger" title={problem} />}
          <Field label="Company Name" id={field.name.id} errors={field.name.errors} required>
            {(control) => (
              <Input {...inputProps(field.name)} {...control} maxLength={200} autoComplete="off" />
            )}
          </Field>
          <Field label="Company Code" id={field.code.id} errors={field.code.errors} required>
            {(control) => (
              <Input
                {...inputProps(field.code)}
                {...control}
                maxLength={20}
                autoComplete="off"
                placeholder="e.g., ABC"
              />
            )}
          </Field>
          <Field label="Description (Optional)" id={field.description.id} errors={field.description.errors}>
            {(control) => (
              <Textarea
                {...control}
                name={field.description.name}
                defaultValue={field.description.initialValue}
                maxLength={1000}
                rows={3}
              />
            )}
          </Field>
          {!company && (
            <RadioGroup
              legend="Accretion Method"
              name="accretionMethod"
              choices={METHOD_CHOICES}
              defaultValue="simple"
            />
          )}
        </DialogBody>
        <DialogFooter>
          <CancelButton pending={pending} onClick={onClose} />
          <Button type="submit" variant="primary" pending={pending}>
            {pending ? texts.pendingButton : texts.button}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
