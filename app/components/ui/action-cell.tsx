import Ellipsis from 'lucide-react/icons/ellipsis';
import type { ReactNode } from 'react';
import { Button, buttonClass } from './button';
import { IconButton } from './icon-button';
import { Menu, type MenuItem } from './menu';
import { Td, Th } from './table';

export type CellAction = {
  label: string;
  icon: ReactNode;
  disabledReason?: string | null;
  /** Accessible name; when set, the button shows only its icon. */
  iconName?: string;
  className?: string;
} & ({ href: string } | { onSelect: () => void; onApproach: () => void });

/** Heading for the ActionCell column. */
export function ActionTh() {
  return (
    <Th align="end" className="edge-end right-0 z-20 max-sm:px-1 print:hidden">
      <span className="max-sm:sr-only">Actions</span>
    </Th>
  );
}

/** Actions for a Table row: buttons, or a single menu on narrow screens. The cell stays visible while the table scrolls. */
export function ActionCell({
  subjectName,
  actions,
}: {
  /** Name of the row, appended to each action's accessible name. */
  subjectName: string;
  actions: readonly CellAction[];
}) {
  const reason = actions.find(({ disabledReason }) => disabledReason)?.disabledReason;
  return (
    // Raises the cell while its menu is open, so the menu covers the rows below.
    <Td
      align="end"
      className="edge-end sticky right-0 z-1 bg-surface has-aria-expanded:z-30 max-sm:px-1 print:hidden"
    >
      <span className="inline-flex items-center gap-1.5 max-xl:hidden">
        {actions.map((action) => (
          <ActionButton key={action.label} action={action} subjectName={subjectName} />
        ))}
      </span>
      {actions.length > 0 && (
        <Menu
          label={`Actions for ${subjectName}`}
          trigger={<Ellipsis aria-hidden="true" className="size-4" />}
          triggerClassName="inline-grid size-tap place-items-center rounded-md text-muted hover:bg-sunken hover:text-ink"
          frameClassName="xl:hidden"
          heading={reason && <span className="whitespace-normal">{reason}</span>}
          items={actions.map(toMenuItem)}
        />
      )}
    </Td>
  );
}

function ActionButton({ action, subjectName }: { action: CellAction; subjectName: string }) {
  const { label, icon, iconName, disabledReason, className } = action;
  const name = (
    <>
      {label}
      <span className="sr-only"> {subjectName}</span>
    </>
  );
  if ('href' in action) {
    return (
      <a href={action.href} className={buttonClass('secondary', className)}>
        {icon}
        {name}
      </a>
    );
  }
  const { onSelect, onApproach } = action;
  const props = { icon, disabledReason, className, onClick: onSelect, onPointerEnter: onApproach };
  if (iconName) return <IconButton label={iconName} {...props} />;
  return (
    <Button {...props} onFocus={onApproach}>
      {name}
    </Button>
  );
}

function toMenuItem(action: CellAction): MenuItem {
  const { label, icon, disabledReason } = action;
  if ('href' in action) return { kind: 'link', label, icon, to: action.href, document: true };
  return { label, icon, disabled: Boolean(disabledReason), onSelect: action.onSelect };
}
