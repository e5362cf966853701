import * as Radix from '@radix-ui/react-dropdown-menu';
import { Link } from '@remix-run/react';
import Check from 'lucide-react/icons/check';
import type { ReactNode } from 'react';
import type { MenuChoice, MenuItem, MenuPanelProps } from './menu';

const itemClass =
  'flex min-h-tap cursor-default items-center gap-2.5 rounded px-2 outline-none select-none data-disabled:opacity-50 data-highlighted:bg-sunken [&_svg]:size-4 [&_svg]:shrink-0';

/** The open menu. Radix anchors it to an invisible trigger on top of the real button. */
export default function MenuPanel({
  label,
  heading,
  items,
  choice,
  align = 'end',
  side = 'bottom',
  onClose,
  button,
}: MenuPanelProps) {
  return (
    <Radix.Root open modal={false} onOpenChange={(open) => !open && onClose()}>
      <Radix.Trigger asChild>
        <span aria-hidden="true" tabIndex={-1} className="pointer-events-none absolute inset-0" />
      </Radix.Trigger>
      <Radix.Content
        aria-label={label}
        aria-labelledby={undefined}
        align={align}
        side={side}
        sideOffset={6}
        collisionPadding={8}
        loop
        className="z-40 max-h-(--radix-dropdown-menu-content-available-height) max-w-80 min-w-44 animate-enter overflow-y-auto rounded-lg bg-raised p-1 shadow-lg"
        onInteractOutside={(event) => {
          // The button toggles the menu. If this closed it first, the click would reopen it.
          if (button.current?.contains(event.target as Node)) event.preventDefault();
        }}
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          button.current?.focus();
        }}
      >
        {heading && <Radix.Label className="mb-1 border-b border-line px-2 pt-1 pb-2">{heading}</Radix.Label>}
        {choice && <ChoiceItems choice={choice} />}
        {items?.map((item, index) => (
          <Item key={item.kind === 'separator' ? index : item.label} item={item} />
        ))}
      </Radix.Content>
    </Radix.Root>
  );
}

function Item({ item }: { item: MenuItem }) {
  if (item.kind === 'separator') return <Radix.Separator className="my-1 h-px bg-line" />;
  if (item.kind === 'heading') {
    return <Radix.Label className="px-2 pt-2 pb-1 text-xs font-medium text-muted">{item.label}</Radix.Label>;
  }
  if (item.kind === 'link') {
    return (
      <Radix.Item asChild className={itemClass}>
        <Link to={item.to} reloadDocument={item.document}>
          <IconSlot icon={item.icon} />
          {item.label}
        </Link>
      </Radix.Item>
    );
  }
  return (
    <Radix.Item className={itemClass} disabled={item.disabled} onSelect={item.onSelect}>
      <IconSlot icon={item.icon} />
      {item.label}
    </Radix.Item>
  );
}

function ChoiceItems({ choice }: { choice: MenuChoice }) {
  return (
    <Radix.RadioGroup value={choice.value} onValueChange={choice.onChange}>
      {choice.options.map((option) => (
        <Radix.RadioItem key={option.value} value={option.value} className={itemClass}>
          <IconSlot icon={option.icon} />
          <span className="grow">{option.label}</span>
          <Radix.ItemIndicator>
            <Check aria-hidden="true" />
          </Radix.ItemIndicator>
        </Radix.RadioItem>
      ))}
    </Radix.RadioGroup>
  );
}

function IconSlot({ icon }: { icon?: ReactNode }) {
  if (!icon) return null;
  return (
    <span aria-hidden="true" className="text-muted">
      {icon}
    </span>
  );
}
