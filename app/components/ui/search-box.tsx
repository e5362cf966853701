import Search from 'lucide-react/icons/search';
import { useEffect, useRef, useState } from 'react';
import { useHotkey } from '~/hooks/use-hotkey';
import { Spinner } from './spinner';

const TYPING_PAUSE_MS = 250;

/** Searches once typing pauses, or on Enter, and follows outside changes to the value. `/` focuses it, so use only one per page. */
export function SearchBox({
  label,
  placeholder,
  value,
  onSearch,
  isSearching,
}: {
  label: string;
  placeholder: string;
  value: string;
  onSearch: (text: string) => void;
  isSearching: boolean;
}) {
  const [text, setText] = useState(value);
  const lastSearch = useRef(value);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const input = useRef<HTMLInputElement>(null);
  // The URL may change during the pause, so call the latest callback.
  const latestOnSearch = useRef(onSearch);
  latestOnSearch.current = onSearch;
  useHotkey('/', () => input.current?.focus());

  useEffect(() => {
    if (value === lastSearch.current) return;
    lastSearch.current = value;
    clearTimeout(timer.current);
    setText(value);
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const submitSearch = (typed: string) => {
    clearTimeout(timer.current);
    lastSearch.current = typed.trim();
    latestOnSearch.current(lastSearch.current);
  };
  const handleTyping = (typed: string) => {
    setText(typed);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => submitSearch(typed), TYPING_PAUSE_MS);
  };

  return (
    <div className="relative flex w-full items-center sm:w-72">
      <span className="pointer-events-none absolute left-2.5 text-muted">
        {isSearching ? <Spinner /> : <Search aria-hidden="true" className="size-4" />}
      </span>
      <input
        ref={input}
        type="search"
        aria-label={label}
        aria-keyshortcuts="/"
        placeholder={placeholder}
        maxLength={200}
        value={text}
        onChange={(event) => handleTyping(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && text === '') input.current?.blur();
          // Search without waiting for the pause, or retry a failed search.
          if (event.key === 'Enter' && text.trim() !== value) submitSearch(text);
        }}
        className="control pr-8 pl-8 not-placeholder-shown:pr-2"
      />
      <span
        aria-hidden="true"
        className="pointer-events-none absolute right-2 hidden rounded border border-line px-1.5 text-xs text-muted sm:block [input:focus~&]:hidden [input:not(:placeholder-shown)~&]:hidden"
      >
        /
      </span>
    </div>
  );
}
