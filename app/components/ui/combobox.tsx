import { useCombobox } from 'downshift';
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down';
import X from 'lucide-react/icons/x';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { failureText } from '~/hooks/api-fetch';
import { classNames } from './class-names';
import type { ControlProps } from './field';
import { IconButton } from './icon-button';
import { Spinner } from './spinner';

const DEBOUNCE_MS = 200;

type ComboboxProps<Item> = {
  /** From Field: connects the input to its label, help and error. */
  control: ControlProps;
  /** Accessible name of the list, because Field's label only covers the input. */
  label: string;
  value: Item | null;
  onChange: (item: Item | null) => void;
  /** Finds matches for the typed text. The signal aborts a search that a newer one replaced. */
  search: (text: string, signal: AbortSignal) => Promise<readonly Item[]>;
  itemKey: (item: Item) => string;
  itemLabel: (item: Item) => string;
  /** Finds the item that matches the typed text exactly, such as by code, so Enter can select it without waiting for the list. */
  findByText: (text: string) => Promise<Item | null>;
  /** Called when that lookup starts, and when it ends without a match. */
  onLookUp?: (isUnderWay: boolean) => void;
  renderItem?: (item: Item) => ReactNode;
  placeholder?: string;
  /** Lets a form find the input to focus it on an error. Submits only the text. */
  name?: string;
};

type SearchResult<Item> = {
  items: readonly Item[];
  state: 'loading' | 'done' | 'failed';
  /** Error from the search, for example because another tab switched companies. */
  error?: unknown;
};

/** A text input that searches as the user types and lets them select one of the results. */
export function Combobox<Item>(props: ComboboxProps<Item>) {
  const { control, label, value, onChange, itemKey, itemLabel, renderItem = itemLabel, placeholder } = props;
  const [searchText, setSearchText] = useState<string | null>(null);
  const searchResult = useSearch(props.search, searchText);
  /** Text being looked up after Enter; null once the user types or selects something else. */
  const committedText = useRef<string | null>(null);
  const combobox = useCombobox<Item>({
    id: `${control.id}-combobox`,
    inputId: control.id,
    items: searchResult.items as Item[],
    itemToKey: (item) => item && itemKey(item),
    itemToString: (item) => (item ? itemLabel(item) : ''),
    selectedItem: value,
    onSelectedItemChange: ({ selectedItem }) => {
      committedText.current = null;
      onChange(selectedItem ?? null);
    },
    onIsOpenChange: ({ isOpen }) => setSearchText(isOpen ? '' : null),
    onInputValueChange: ({ inputValue, type }) => {
      // Blur clears the text but shouldn't cancel a pending Enter lookup.
      if (type !== useCombobox.stateChangeTypes.InputBlur) committedText.current = null;
      if (type === useCombobox.stateChangeTypes.InputChange) setSearchText(inputValue);
    },
    stateReducer: (state, { type, changes }) => {
      switch (type) {
        // Leaving without a selection restores the selected item's text, so text and value never differ.
        case useCombobox.stateChangeTypes.InputBlur:
        case useCombobox.stateChangeTypes.InputKeyDownEscape:
          return { ...changes, selectedItem: state.selectedItem, inputValue: value ? itemLabel(value) : '' };
        // Close in the same update; a separate one would start from the previously selected item.
        case useCombobox.stateChangeTypes.FunctionSelectItem:
          return { ...changes, isOpen: false };
        default:
          return changes;
      }
    },
  });
  const typed = combobox.inputValue.trim();
  const isChosen = value !== null && typed === itemLabel(value);
  const canCommitTyped = combobox.isOpen && combobox.highlightedIndex < 0 && typed !== '' && !isChosen;
  const commitTyped = async () => {
    committedText.current = typed;
    props.onLookUp?.(true);
    const match = await props.findByText(typed).catch(() => null);
    if (committedText.current !== typed) return;
    if (match) combobox.selectItem(match);
    else props.onLookUp?.(false);
  };
  return (
    <div className="relative">
      <input
        {...combobox.getInputProps({
          onKeyDown: (event) => {
            if (event.key !== 'Enter' || !canCommitTyped) return;
            // Keep Enter from submitting the form.
            event.preventDefault();
            void commitTyped();
          },
        })}
        {...control}
        name={props.name}
        aria-labelledby={undefined}
        placeholder={placeholder}
        autoComplete="off"
        className={classNames('control', value ? 'pr-14 pointer-coarse:pr-17' : 'pr-8')}
      />
      <span className="absolute inset-y-0 right-1 flex items-center text-muted">
        {value && (
          <IconButton
            label={`Clear ${label}`}
            icon={<X />}
            className="size-6"
            onClick={() => {
              onChange(null);
              combobox.setInputValue('');
              document.getElementById(control.id)?.focus();
            }}
          />
        )}
        <ChevronsUpDown aria-hidden="true" className="pointer-events-none mx-1 size-3.5" />
      </span>
      <ul
        {...combobox.getMenuProps({ 'aria-label': label, 'aria-labelledby': undefined })}
        className={classNames(
          'absolute inset-x-0 top-full z-30 mt-1 max-h-64 overflow-y-auto rounded-lg bg-raised p-1 shadow-lg',
          !combobox.isOpen && 'hidden',
        )}
      >
        {combobox.isOpen &&
          searchResult.items.map((item, index) => (
            <li
              key={itemKey(item)}
              {...combobox.getItemProps({ item, index })}
              className={classNames(
                'flex min-h-tap cursor-default items-center rounded px-2',
                combobox.highlightedIndex === index && 'bg-sunken',
                value && itemKey(value) === itemKey(item) && 'font-medium',
              )}
            >
              {renderItem(item)}
            </li>
          ))}
        {combobox.isOpen && <Outcome searchResult={searchResult} />}
      </ul>
    </div>
  );
}

/** Status text in the list. Announced to screen readers, because focus is on the input. */
function Outcome({ searchResult }: { searchResult: SearchResult<unknown> }) {
  if (searchResult.state === 'done' && searchResult.items.length > 0) return null;
  return (
    <li role="status" className="flex min-h-8 items-center gap-2 px-2 text-muted">
      {searchResult.state === 'loading' && <Spinner />}
      {searchResult.state === 'loading'
        ? 'Searching…'
        : searchResult.state === 'failed'
          ? failureText(searchResult.error, 'Search failed. Try again.')
          : 'No matches'}
    </li>
  );
}

/** Searches once typing pauses. `text` is null while the list is closed. */
function useSearch<Item>(search: ComboboxProps<Item>['search'], text: string | null): SearchResult<Item> {
  const [result, setResult] = useState<SearchResult<Item>>({ items: [], state: 'loading' });
  const latestSearch = useRef(search);
  latestSearch.current = search;
  useEffect(() => {
    if (text === null) return;
    const abort = new AbortController();
    setResult((previous) => ({ ...previous, state: 'loading' }));
    const timer = setTimeout(
      () => {
        latestSearch
          .current(text, abort.signal)
          .then((items) => !abort.signal.aborted && setResult({ items, state: 'done' }))
          .catch((error) => !abort.signal.aborted && setResult({ items: [], state: 'failed', error }));
      },
      text === '' ? 0 : DEBOUNCE_MS,
    );
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [text]);
  return result;
}
