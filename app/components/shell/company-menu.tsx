import * as Radix from '@radix-ui/react-dialog';
import { useLocation } from '@remix-run/react';
import Check from 'lucide-react/icons/check';
import Search from 'lucide-react/icons/search';
import { type RefObject, useState } from 'react';
import { classNames } from '~/components/ui/class-names';
import type { Membership } from '~/schemas/people/user';
import { useMenuSearch } from './use-menu-search';
import { useSelectCompany } from './use-select-company';

/** Searchable list of the user's companies, below the button that opens it. */
export default function CompanyMenu({
  current,
  companies,
  button,
  onClose,
}: {
  current: Membership;
  companies: Membership[];
  button: RefObject<HTMLButtonElement>;
  onClose: () => void;
}) {
  return (
    <Radix.Root open modal={false} onOpenChange={(open) => !open && onClose()}>
      <Radix.Content
        aria-describedby={undefined}
        className="absolute top-full left-0 z-40 mt-1.5 flex max-h-[70dvh] w-80 max-w-[calc(100vw-2rem)] animate-enter flex-col rounded-lg bg-raised shadow-lg max-sm:fixed max-sm:top-16 max-sm:left-4"
        onInteractOutside={(event) => {
          // The button toggles the menu itself; closing here first would make the click reopen it.
          if (button.current?.contains(event.target as Node)) event.preventDefault();
        }}
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          button.current?.focus();
        }}
      >
        <Radix.Title className="sr-only">Switch company</Radix.Title>
        <Choices current={current} companies={companies} onClose={onClose} />
      </Radix.Content>
    </Radix.Root>
  );
}

function Choices({
  current,
  companies,
  onClose,
}: {
  current: Membership;
  companies: Membership[];
  onClose: () => void;
}) {
  const { select, pending } = useSelectCompany();
  const location = useLocation();
  const [typed, setTyped] = useState('');
  const searchWords = typed.trim().toLowerCase().split(/\s+/);
  const matches = companies.filter(({ name, code }) =>
    searchWords.every((word) => `${name} ${code}`.toLowerCase().includes(word)),
  );
  const selectCompany = async (company: Membership) => {
    const tab = new URLSearchParams(location.search).get('tab');
    if (company.id === current.id || (await select(company.id, tab ? `/?tab=${tab}` : '/'))) onClose();
  };
  const menu = useMenuSearch<Membership>({
    id: 'companies',
    labels: { input: 'Search companies', list: 'Companies' },
    items: matches,
    itemKey: ({ id }) => id,
    // Ignore further choices while one is pending.
    onChoose: (company) => !pending && void selectCompany(company),
    typed,
    onType: setTyped,
  });
  return (
    <>
      <div className="flex items-center gap-2 border-b border-line px-3 text-muted">
        <Search aria-hidden="true" className="size-4 shrink-0" />
        <input
          {...menu.inputProps}
          placeholder="Search companies"
          maxLength={200}
          autoComplete="off"
          className="h-10 min-w-0 grow bg-transparent text-ink outline-none placeholder:text-muted"
        />
      </div>
      <div {...menu.menuProps} className="min-h-0 overflow-y-auto p-1 empty:hidden">
        {matches.map((company, index) => (
          <div
            key={company.id}
            {...menu.getItemProps({ item: company, index, 'aria-disabled': pending || undefined })}
            className={classNames(
              'flex min-h-tap cursor-default items-center gap-2 rounded px-2',
              menu.highlightedIndex === index && 'bg-sunken',
            )}
          >
            <span className="min-w-0 truncate">{company.name}</span>
            <span className="shrink-0 text-muted">{company.code}</span>
            {company.id === current.id && (
              <span className="ml-auto shrink-0">
                <Check aria-hidden="true" className="size-4" />
                <span className="sr-only">, in view</span>
              </span>
            )}
          </div>
        ))}
      </div>
      <p role="status" className="px-3 py-2.5 text-muted empty:hidden">
        {matches.length === 0 && 'No companies match your search.'}
      </p>
    </>
  );
}
