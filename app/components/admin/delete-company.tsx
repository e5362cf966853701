import { useState } from 'react';
import { ConfirmDialog } from '~/components/ui/alert-dialog';
import { Field } from '~/components/ui/field';
import { Textarea } from '~/components/ui/textarea';
import { useMutation } from '~/hooks/use-api';
import type { AdminCompanyView } from '~/schemas/people/admin';

export default function DeleteCompany({
  company,
  onClose,
}: {
  company: AdminCompanyView;
  onClose: () => void;
}) {
  const { run, pending, problem } = useMutation({
    failure: 'Failed to delete company',
    success: 'Company deleted successfully',
  });
  const [reason, setReason] = useState('');
  const remove = async () => {
    const query = reason.trim() ? `?${new URLSearchParams({ reason: reason.trim() })}` : '';
    const outcome = await run((api) =>
      api(`/api/admin/companies/${company.id}${query}`, { method: 'DELETE' }),
    );
    if (outcome.ok) onClose();
  };
  return (
    <ConfirmDialog
      title="Delete Company"
      message="Are you sure you want to delete this company? This action cannot be undone. The company cannot be deleted if it has wells or ARO data."
      confirmLabel="Delete"
      pending={pending}
      problem={problem}
      onConfirm={() => void remove()}
      onCancel={onClose}
    >
      <p className="rounded-md bg-sunken px-3 py-2 font-medium">
        {company.name} ({company.code})
      </p>
      <Field label="Reason (optional)" help="Kept in the audit log.">
        {(control) => (
          <Textarea
            {...control}
            rows={2}
            maxLength={500}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        )}
      </Field>
    </ConfirmDialog>
  );
}
