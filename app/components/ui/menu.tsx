import {
  type ComponentProps,
  type ComponentType,
  type ReactNode,
  type RefObject,
  useId,
  useRef,
  useState,
} from 'react';
import { classNames } from './class-names';
import { onDemand } from './on-demand';
import { closeTooltip, tooltipProps } from './tooltip';

export type MenuItem =
  | { kind?: 'item'; label: string; icon?: ReactNode; onSelect: () => void; disabled?: boolean }
  /** `document` leaves the application, as signing out does; otherwise the router goes there. */
  | { kind: 'link'; label: string; icon?: ReactNode; to: string; document?: boolean }
  /** Names the items below it. */
  | { kind: 'heading'; label: string }
  | { kind: 'separator' };

/** A group of which one is chosen; shown with a mark. */
export type MenuChoice = {
  value: string;
  options: readonly { value: string; label: string; icon?: ReactNode }[];
  onChange: (value: string) => void;
};

/** What is in an open menu. */
type MenuContent = {
  /** A line above the items. */
  heading?: ReactNode;
  items?: readonly MenuItem[];
  choice?: MenuChoice;
  align?: 'start' | 'end';
  side?: 'bottom' | 'right';
};

export type MenuPanelProps = MenuContent & {
  label: string;
  onClose: () => void;
  /** What opened it and gets the focus back. */
  button: RefObject<HTMLButtonElement>;
};

type MenuProps<Extra> = {
  /** Names the button and the menu. */
  label: string;
  /** What the button shows. */
  trigger: ReactNode;
  triggerClassName: string;
  frameClassName?: string;
  tooltip?: boolean;
  /** What is on the screen is among the items. */
  isCurrent?: boolean;
  /** A panel that knows its items. It gets all further properties. */
  Panel?: ComponentType<MenuPanelProps & Extra> & { preload: () => void };
} & MenuContent &
  Pick<ComponentProps<'button'>, 'id'> &
  Extra;

const MenuPanel = onDemand<MenuPanelProps>(() => import('./menu-panel'));

/**
 * A button that opens a menu. The menu's code comes when the button is first pointed at or focused, so that a page does
 * not wait for menus that nobody opens.
 */
export function Menu<Extra = unknown>({
  label,
  trigger,
  triggerClassName,
  frameClassName,
  tooltip = false,
  isCurrent = false,
  id,
  Panel = MenuPanel,
  ...panel
}: MenuProps<Extra>) {
  const ownId = useId();
  const triggerId = id ?? ownId;
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const hint = tooltip ? tooltipProps(label) : null;
  return (
    <span className={classNames('relative inline-flex min-w-0', frameClassName)}>
      <button
        type="button"
        ref={button}
        id={triggerId}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-current={isCurrent || undefined}
        className={triggerClassName}
        {...hint}
        onPointerEnter={(event) => {
          Panel.preload();
          hint?.onPointerEnter(event);
        }}
        onFocus={(event) => {
          Panel.preload();
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
      {open && (
        <Panel
          {...(panel as unknown as MenuPanelProps & Extra)}
          label={label}
          onClose={() => setOpen(false)}
          button={button}
        />
      )}
    </span>
  );
}
