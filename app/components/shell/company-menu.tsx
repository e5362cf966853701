import * as Radix from '@radix-ui/react-dialog';
import { useLocation } from '@remix-run/react';
import { useCombobox } from 'downshift';
import Check from 'lucide-react/icons/check';
import Search from 'lucide-react/icons/search';
import { type RefObject, useState } from 'react';
import { classNames } from '~/components/ui/class-names';
import type { Membership } from '~/schemas/people/user';
import { useSelectCompany } from './use-select-company';

/** The companies of the person, to search and choose from; below the button that opened it. */
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
          // The button closes it by itself; were it closed here first, the click would open it again.
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
  const words = typed.trim().toLowerCase().split(/\s+/);
  const found = companies.filter(({ name, code }) =>
    words.every((word) => `${name} ${code}`.toLowerCase().includes(word)),
  );
  const choose = async (company: Membership) => {
    const tab = new URLSearchParams(location.search).get('tab');
    if (company.id === current.id || (await select(company.id, tab ? `/?tab=${tab}` : '/'))) onClose();
  };
  const combobox = useCombobox<Membership>({
    id: 'companies',
    isOpen: true,
    items: found,
    inputValue: typed,
    defaultHighlightedIndex: 0,
    itemToKey: (company) => company?.id,
    itemToString: (company) => company?.name ?? '',
    selectedItem: null,
    onSelectedItemChange: ({ selectedItem }) => {
      // A second choice does nothing while the first is under way.
      if (selectedItem && !pending) void choose(selectedItem);
    },
  });
  return (
    <>
      <div className="flex items-center gap-2 border-b border-line px-3 text-muted">
        <Search aria-hidden="true" className="size-4 shrink-0" />
        <input
          {...combobox.getInputProps({
            'aria-label': 'Search companies',
            'aria-labelledby': undefined,
            onChange: (event) => setTyped(event.currentTarget.value),
          })}
          placeholder="Search companies"
          maxLength={200}
          autoComplete="off"
          className="h-10 min-w-0 grow bg-transparent text-ink outline-none placeholder:text-muted"
        />
      </div>
      <div
        {...combobox.getMenuProps({ 'aria-label': 'Companies', 'aria-labelledby': undefined })}
        className="min-h-0 overflow-y-auto p-1 empty:hidden"
      >
        {found.map((company, index) => (
          <div
            key={company.id}
            {...combobox.getItemProps({ item: company, index, 'aria-disabled': pending || undefined })}
            className={classNames(
              'flex min-h-tap cursor-default items-center gap-2 rounded px-2',
              combobox.highlightedIndex === index && 'bg-sunken',
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
        {found.length === 0 && 'No company has this name or code.'}
      </p>
    </>
  );
}
