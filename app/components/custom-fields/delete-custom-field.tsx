import { ConfirmDialog } from '~/components/ui/alert-dialog';
import type { CustomFieldTemplate } from '~/domain/wells/custom-field';
import { useCustomFieldChange } from './use-custom-field-list';

export default function DeleteCustomField({
  template,
  onClose,
}: {
  template: CustomFieldTemplate;
  onClose: () => void;
}) {
  const { remove, pending, problem } = useCustomFieldChange({
    failure: 'Failed to delete custom field',
    success: 'Custom field deleted successfully',
  });
  const confirm = async () => {
    const outcome = await remove(template);
    if (outcome.ok) onClose();
  };
  return (
    <ConfirmDialog
      title="Delete Custom Field"
      message="Are you sure you want to delete this custom field? This will remove all data for this field from existing wells."
      confirmLabel="Delete"
      pending={pending}
      problem={problem}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      <p className="rounded-md bg-sunken px-3 py-2 font-medium">
        {template.displayName} <span className="code-text font-normal text-muted">{template.fieldName}</span>
      </p>
    </ConfirmDialog>
  );
}
