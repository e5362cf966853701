import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import Pencil from 'lucide-react/icons/pencil';
import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash-2';
import { useEffect, useRef, useState } from 'react';
import { Badge } from '~/components/ui/badge';
import { Button } from '~/components/ui/button';
import { EmptyState } from '~/components/ui/empty-state';
import { IconButton } from '~/components/ui/icon-button';
import { onDemand } from '~/components/ui/on-demand';
import { Table, TableFrame, Td, Th } from '~/components/ui/table';
import { MAX_CUSTOM_COLUMNS } from '~/components/wells/wells-page';
import type { CustomFieldTemplate } from '~/domain/wells/custom-field';
import { useDialogAddress } from '~/hooks/use-address';
import { useWriteBlock } from '~/hooks/use-root-data';
import { rulesText, TYPE_LABELS } from './custom-field-types';
import { type CustomFieldList, useCustomFieldChange } from './use-custom-field-list';

const CustomFieldDialog = onDemand(() => import('./custom-field-dialog'));
const DeleteCustomField = onDemand(() => import('./delete-custom-field'));

/** Custom fields of the company's wells: their order and properties, and the dialogs that edit them. */
export default function CustomFields({ list }: { list: CustomFieldList }) {
  const { dialog, params, open, close } = useDialogAddress();
  const [deleting, setDeleting] = useState<CustomFieldTemplate | null>(null);
  const writeBlock = useWriteBlock();
  const ordering = useOrdering(list);
  const editedId = params.get('template');
  const showsForm = !writeBlock && (dialog === 'new' || (dialog === 'edit' && editedId !== null));

  const addButton = (
    <Button
      variant="primary"
      icon={<Plus aria-hidden="true" className="size-4" />}
      disabledReason={writeBlock}
      onPointerEnter={CustomFieldDialog.preload}
      onFocus={CustomFieldDialog.preload}
      onClick={() => open('new')}
    >
      Add Custom Field
    </Button>
  );

  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div>
          <h2 className="text-lg font-semibold">Custom Field Templates</h2>
          <p className="text-muted">
            Extra fields your company tracks for each well. The first {MAX_CUSTOM_COLUMNS} appear as columns
            in Wells List.
          </p>
        </div>
        {addButton}
      </div>
      {ordering.templates.length === 0 ? (
        <div className="rounded-lg border border-line bg-surface">
          <EmptyState message="No custom fields defined. Add your first custom field to get started.">
            {addButton}
          </EmptyState>
        </div>
      ) : (
        <FieldTable
          ordering={ordering}
          writeBlock={writeBlock}
          onEdit={(template) => open('edit', { template: template.id })}
          onDelete={setDeleting}
        />
      )}
      <p role="status" className="sr-only">
        {ordering.announcement}
      </p>
      {showsForm && (
        <CustomFieldDialog
          key={editedId}
          template={dialog === 'new' ? null : list.templates.find(({ id }) => id === editedId)}
          onClose={close}
        />
      )}
      {deleting && <DeleteCustomField template={deleting} onClose={() => setDeleting(null)} />}
    </div>
  );
}

type Direction = 'up' | 'down';

function FieldTable({
  ordering,
  writeBlock,
  onEdit,
  onDelete,
}: {
  ordering: ReturnType<typeof useOrdering>;
  writeBlock: string | null;
  onEdit: (template: CustomFieldTemplate) => void;
  onDelete: (template: CustomFieldTemplate) => void;
}) {
  const { templates, pending, move, moved } = ordering;
  const frame = useRef<HTMLElement>(null);

  // Moving a row takes focus away from its buttons.
  useEffect(() => {
    if (!moved) return;
    const button = frame.current?.querySelector(
      `[data-template="${CSS.escape(moved.id)}"] [data-move="${moved.direction}"]`,
    );
    if (button instanceof HTMLElement) button.focus();
  }, [moved]);

  return (
    <TableFrame label="Custom Field Templates" ref={frame}>
      {/* Fixed column widths, because names and options can be a single long word. */}
      <Table aria-label="Custom Field Templates" className="table-fixed">
        <thead>
          <tr>
            <Th className="md:w-1/4">Display Name</Th>
            <Th className="w-1/5 max-md:hidden">Field Name</Th>
            <Th className="w-28 max-sm:hidden">Type</Th>
            <Th className="max-md:hidden">Options and Rules</Th>
            <Th align="end" className="w-36">
              Actions
            </Th>
          </tr>
        </thead>
        <tbody>
          {templates.map((template, index) => (
            <tr key={template.id} data-template={template.id} className="hover:bg-sunken/60">
              <th
                scope="row"
                className="h-9 border-b border-line px-3 py-1.5 text-left font-medium [overflow-wrap:anywhere]"
              >
                <NameCell template={template} isColumn={index < MAX_CUSTOM_COLUMNS} />
              </th>
              <Td className="code-text text-muted max-md:hidden">{template.fieldName}</Td>
              <Td className="whitespace-nowrap max-sm:hidden">{TYPE_LABELS[template.fieldType]}</Td>
              <Td className="max-md:hidden">
                <span className="line-clamp-2 text-muted">{rulesText(template)}</span>
              </Td>
              <Td align="end">
                <MoveButton
                  direction="up"
                  template={template}
                  pending={pending}
                  disabledReason={writeBlock ?? (index === 0 ? 'Already first' : null)}
                  onMove={move}
                />
                <MoveButton
                  direction="down"
                  template={template}
                  pending={pending}
                  disabledReason={writeBlock ?? (index === templates.length - 1 ? 'Already last' : null)}
                  onMove={move}
                />
                <IconButton
                  label={`Edit ${template.displayName}`}
                  hint="Edit"
                  icon={<Pencil aria-hidden="true" />}
                  disabledReason={writeBlock}
                  onMouseEnter={CustomFieldDialog.preload}
                  onClick={() => onEdit(template)}
                />
                <IconButton
                  label={`Delete ${template.displayName}`}
                  hint="Delete"
                  tone="danger"
                  icon={<Trash2 aria-hidden="true" />}
                  disabledReason={writeBlock}
                  onMouseEnter={DeleteCustomField.preload}
                  onClick={() => onDelete(template)}
                />
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </TableFrame>
  );
}

/** The name and, on a narrow screen, the content of the other columns. */
function NameCell({ template, isColumn }: { template: CustomFieldTemplate; isColumn: boolean }) {
  const rules = rulesText(template);
  return (
    <>
      <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
        {template.displayName}
        {template.required && <Badge tone="accent">Required</Badge>}
        {isColumn && <Badge>Shown in list</Badge>}
      </span>
      {template.helpText && (
        <span className="line-clamp-2 text-xs font-normal text-muted">{template.helpText}</span>
      )}
      <span className="block text-xs font-normal text-muted md:hidden">
        <span className="code-text">{template.fieldName}</span>
        <span className="sm:hidden"> · {TYPE_LABELS[template.fieldType]}</span>
        {rules && ` · ${rules}`}
      </span>
    </>
  );
}

function MoveButton({
  direction,
  template,
  pending,
  disabledReason,
  onMove,
}: {
  direction: Direction;
  template: CustomFieldTemplate;
  pending: boolean;
  disabledReason: string | null;
  onMove: (template: CustomFieldTemplate, direction: Direction) => void;
}) {
  return (
    <IconButton
      label={`Move ${template.displayName} ${direction}`}
      hint={`Move ${direction}`}
      icon={direction === 'up' ? <ArrowUp aria-hidden="true" /> : <ArrowDown aria-hidden="true" />}
      data-move={direction}
      disabledReason={disabledReason}
      aria-disabled={disabledReason || pending ? true : undefined}
      onClick={() => !pending && onMove(template, direction)}
    />
  );
}

type Moved = { id: string; direction: Direction };

/**
 * Order of the fields, and moving a field up or down. The new order shows immediately, until the page reloads; if the server
 * rejects it, the old order is restored.
 */
function useOrdering(list: CustomFieldList) {
  const { reorder, pending } = useCustomFieldChange({
    failure: 'Failed to reorder custom fields',
    successTitle: null,
  });
  const [pendingOrder, setPendingOrder] = useState<{
    basedOn: CustomFieldList;
    templates: CustomFieldTemplate[];
  } | null>(null);
  const [moved, setMoved] = useState<Moved | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const isOrderPending = pendingOrder?.basedOn === list;
  const templates = isOrderPending
    ? pendingOrder.templates
    : [...list.templates].sort((a, b) => a.order - b.order);

  const move = async (template: CustomFieldTemplate, direction: Direction) => {
    const from = templates.findIndex(({ id }) => id === template.id);
    const to = direction === 'up' ? from - 1 : from + 1;
    const displaced = templates[to];
    if (!displaced) return;
    const reordered = templates.map((item, index) =>
      index === from ? displaced : index === to ? template : item,
    );
    const next = reordered.map((item, order) => ({ ...item, order }));
    setPendingOrder({ basedOn: list, templates: next });
    setMoved({ id: template.id, direction });
    const outcome = await reorder({ templates: next, version: list.version });
    if (outcome.ok) setAnnouncement(`${template.displayName} moved to position ${to + 1} of ${next.length}`);
    else setPendingOrder(null);
  };

  // The version to send isn't known until the new list loads.
  return { templates, pending: pending || isOrderPending, move, moved, announcement };
}
