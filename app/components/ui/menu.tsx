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
  /** `document` does a full page load, such as for signing out; otherwise the router navigates. */
  | { kind: 'link'; label: string; icon?: ReactNode; to: string; document?: boolean }
  /** Heading for the items below it. */
  | { kind: 'heading'; label: string }
  | { kind: 'separator' };

/** A radio group; the selected option has a check mark. */
export type MenuChoice = {
  value: string;
  options: readonly { value: string; label: string; icon?: ReactNode }[];
  onChange: (value: string) => void;
};

/** Contents of an open menu. */
type MenuContent = {
  /** Text above the items. */
  heading?: ReactNode;
  items?: readonly MenuItem[];
  choice?: MenuChoice;
  align?: 'start' | 'end';
  side?: 'bottom' | 'right';
};

export type MenuPanelProps = MenuContent & {
  label: string;
  onClose: () => void;
  /** The button that opened the menu; gets focus back on close. */
  button: RefObject<HTMLButtonElement>;
};

type MenuProps<Extra> = {
  /** Accessible name of the button and the menu. */
  label: string;
  /** Button contents. */
  trigger: ReactNode;
  triggerClassName: string;
  frameClassName?: string;
  tooltip?: boolean;
  /** One of the items is the current page. */
  isCurrent?: boolean;
  /** Panel with its own items. Receives all other props. */
  Panel?: ComponentType<MenuPanelProps & Extra> & { preload: () => void };
} & MenuContent &
  Pick<ComponentProps<'button'>, 'id'> &
  Extra;

const MenuPanel = onDemand<MenuPanelProps>(() => import('./menu-panel'));

/**
 * A button that opens a menu. The panel's code loads when the button is first hovered or focused, so the page doesn't wait for
 * menus nobody opens.
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
  const generatedId = useId();
  const triggerId = id ?? generatedId;
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
