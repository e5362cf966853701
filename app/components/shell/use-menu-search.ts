import { useCombobox } from 'downshift';
import { useEffect, useRef } from 'react';

type MenuSearch<Item> = {
  id: string;
  /** Accessible names of the search box and its list. */
  labels: { input: string; list: string };
  /** Items that match the typed text, best first: Enter chooses the first one. */
  items: Item[];
  /** More items are loading. */
  isLoading?: boolean;
  itemKey: (item: Item) => string;
  onChoose: (item: Item) => void;
  typed: string;
  onType: (typed: string) => void;
};

/** Search box above a list that is always open, used for the command palette and the company menu. */
export function useMenuSearch<Item>({ labels, isLoading = false, typed, onType, ...menu }: MenuSearch<Item>) {
  /** True if Enter was pressed before there was anything to choose. */
  const hasArrowed = useRef(false);
  useEffect(() => {
    if (isLoading || !hasArrowed.current) return;
    hasArrowed.current = false;
    if (menu.items[0]) menu.onChoose(menu.items[0]);
  });
  const combobox = useCombobox<Item>({
    id: menu.id,
    isOpen: true,
    items: menu.items,
    inputValue: typed,
    defaultHighlightedIndex: 0,
    itemToKey: (item) => item && menu.itemKey(item),
    selectedItem: null,
    // A form field may accept the highlighted item on blur; here, that would execute the item.
    stateReducer: (state, { type, changes }) =>
      type === useCombobox.stateChangeTypes.InputBlur ? state : changes,
    onSelectedItemChange: ({ selectedItem }) => selectedItem && menu.onChoose(selectedItem),
  });
  return {
    highlightedIndex: combobox.highlightedIndex,
    getItemProps: combobox.getItemProps,
    inputProps: combobox.getInputProps({
      'aria-label': labels.input,
      'aria-labelledby': undefined,
      // Update synchronously: downshift's deferred update would lose letters when the user types fast.
      onChange: (event) => {
        hasArrowed.current = false;
        onType(event.currentTarget.value);
      },
      onKeyDown: ({ key }) => {
        if (key === 'Enter' && isLoading && menu.items.length === 0) hasArrowed.current = true;
      },
    }),
    menuProps: combobox.getMenuProps({ 'aria-label': labels.list, 'aria-labelledby': undefined }),
  };
}
