import { useCombobox } from 'downshift';
import { useEffect, useRef } from 'react';

type MenuSearch<Item> = {
  id: string;
  /** What the box and its list are called by screen readers. */
  labels: { input: string; list: string };
  /** What fits the typed text, the best first: Enter chooses it. */
  items: Item[];
  /** More items are on their way. */
  isLoading?: boolean;
  itemKey: (item: Item) => string;
  onChoose: (item: Item) => void;
  typed: string;
  onType: (typed: string) => void;
};

/** A search box above a list that is always open: the command palette, the companies. */
export function useMenuSearch<Item>({ labels, isLoading = false, typed, onType, ...menu }: MenuSearch<Item>) {
  /** Enter was pressed before there was anything to choose. */
  const isEntered = useRef(false);
  useEffect(() => {
    if (isLoading || !isEntered.current) return;
    isEntered.current = false;
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
    // A form's field may take what is highlighted when it is left; here that would carry it out.
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
      // Immediately: what downshift hands on a moment later would lose letters of who types fast.
      onChange: (event) => {
        isEntered.current = false;
        onType(event.currentTarget.value);
      },
      onKeyDown: ({ key }) => {
        if (key === 'Enter' && isLoading && menu.items.length === 0) isEntered.current = true;
      },
    }),
    menuProps: combobox.getMenuProps({ 'aria-label': labels.list, 'aria-labelledby': undefined }),
  };
}
