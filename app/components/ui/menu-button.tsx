import ChevronRight from 'lucide-react/icons/chevron-right';
import { buttonClass } from './button';
import { Menu, type MenuItem } from './menu';

/** A toolbar button that opens a menu. */
export function MenuButton({
  label,
  items,
  align,
}: {
  label: string;
  items: readonly MenuItem[];
  align?: 'start' | 'end';
}) {
  return (
    <Menu
      label={label}
      align={align}
      trigger={
        <>
          {label}
          <ChevronRight aria-hidden="true" className="size-4 rotate-90" />
        </>
      }
      triggerClassName={buttonClass()}
      items={items}
    />
  );
}
