import { type ComponentProps, type ReactNode, type RefObject, useId, useRef, useState } from 'react';
import { onDemand } from './on-demand';
import { closeTooltip, tooltipProps } from './tooltip';

export type MenuItem =
  | { kind?: 'item'; label: string; icon?: ReactNode; onSelect: () => void; disabled?: boolean }
  /** `document` leaves the application, as signing out does; otherwise the router goes there. */
  | { kind: 'link'; label: string; icon?: ReactNode; to: string; document?: boolean }
  | { kind: 'separator' };

/** A group of which one is chosen; shown with a mark. */
export type MenuChoice = {
  value: string;
  options: readonly { value: string; label: string; icon?: ReactNode }[];
  onChange: (value: string) => void;
};

type MenuProps = {
  /** Names the button and the menu. */
  label: string;
  /** What the button shows. */
  trigger: ReactNode;
  triggerClassName: string;
  /** A line above the items. */
  heading?: ReactNode;
  items?: readonly MenuItem[];
  choice?: MenuChoice;
  align?: 'start' | 'end';
  tooltip?: boolean;
} & Pick<ComponentProps<'button'>, 'id'>;

const MenuPanel = onDemand(() => import('./menu-panel'));

/**
 * A button that opens a menu. The menu's code comes when the button is first pointed at or focused, so that a page does
 * not wait for menus that nobody opens.
 */
export function Menu({ label, trigger, triggerClassName, tooltip = false, id, ...panel }: MenuProps) {
  const ownId = useId();
  const triggerId = id ?? ownId;
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const hint = tooltip ? tooltipProps(label) : null;
  return (
    <span className="relative inline-flex min-w-0">
      <button
        type="button"
        ref={button}
        id={triggerId}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        className={triggerClassName}
        {...hint}
        onPointerEnter={(event) => {
          MenuPanel.preload();
          hint?.onPointerEnter(event);
        }}
        onFocus={(event) => {
          MenuPanel.preload();
          hint?.onFocus(event);
        }}
        onClick={() => {
          closeTooltip();
          setOpen(!open);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          closeTooltip();
          setOpen(true);
        }}
      >
        {trigger}
      </button>
      {open && <MenuPanel {...panel} label={label} onClose={() => setOpen(false)} button={button} />}
    </span>
  );
}

export type MenuPanelProps = Pick<MenuProps, 'heading' | 'items' | 'choice' | 'align'> & {
  label: string;
  onClose: () => void;
  /** What opened it and gets the focus back. */
  button: RefObject<HTMLButtonElement>;
};
