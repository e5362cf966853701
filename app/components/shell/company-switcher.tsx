import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down';
import { useRef, useState } from 'react';
import { onDemand } from '~/components/ui/on-demand';
import type { Membership } from '~/schemas/people/user';

const CompanyMenu = onDemand(() => import('./company-menu'));

/** The company in view, with a menu for users who belong to several. */
export function CompanySwitcher({ current, companies }: { current: Membership; companies: Membership[] }) {
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const name = (
    <>
      <span className="truncate">{current.name}</span>{' '}
      <span className="shrink-0 truncate font-normal text-muted max-sm:max-w-1/2">{current.code}</span>
    </>
  );
  if (companies.length < 2) {
    return (
      <p className="flex min-w-0 gap-1.5 font-medium" title={current.name}>
        {name}
      </p>
    );
  }
  return (
    <span className="relative -mx-2 inline-flex min-w-0 max-w-[calc(100%+1rem)]">
      <button
        type="button"
        ref={button}
        aria-label={`${current.name} ${current.code}, switch company`}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        title={current.name}
        className="flex h-tap min-w-0 items-center gap-1.5 rounded-md px-2 font-medium hover:bg-sunken"
        onPointerEnter={CompanyMenu.preload}
        onFocus={CompanyMenu.preload}
        onClick={() => setIsOpen(!isOpen)}
      >
        {name}
        <ChevronsUpDown aria-hidden="true" className="size-3.5 shrink-0 text-muted" />
      </button>
      {isOpen && (
        <CompanyMenu
          current={current}
          companies={companies}
          button={button}
          onClose={() => setIsOpen(false)}
        />
      )}
    </span>
  );
}
