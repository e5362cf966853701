import * as Radix from '@radix-ui/react-tabs';
import { type ReactNode, useEffect, useRef } from 'react';
import { classNames } from './class-names';

type TabsProps<Value extends string> = {
  /** Names the row of tabs for screen readers. */
  label: string;
  tabs: readonly { value: Value; label: ReactNode }[];
  value: Value;
  onChange: (value: Value) => void;
  /** `segmented` for tabs within a tab. */
  look?: 'line' | 'segmented';
  /** The title of what they are tabs of, on their row. */
  title?: ReactNode;
  className?: string;
  /** The chosen tab's panel; the others are not in the page. */
  children: ReactNode;
};

/**
 * Tabs whose choice the caller keeps, in the address. Arrow keys move, Enter or Space chooses: each choice may ask the
 * server, and passing over a tab should not.
 */
export function Tabs<Value extends string>({
  label,
  tabs,
  value,
  onChange,
  look = 'line',
  title,
  className,
  children,
}: TabsProps<Value>) {
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab is chosen
  useEffect(() => {
    const frame = list.current;
    const chosen = frame?.querySelector('[data-state="active"]');
    if (!frame || !chosen) return;
    // Again when the typeface comes after the page: its letters are wider.
    const resizing = new ResizeObserver(() => {
      // Not `scrollIntoView`, which would also scroll the page.
      const [{ left, right }, tab] = [frame.getBoundingClientRect(), chosen.getBoundingClientRect()];
      if (tab.right > right || tab.left < left) frame.scrollLeft += tab.left - left;
    });
    resizing.observe(chosen);
    // A phone that is turned has less room.
    resizing.observe(frame);
    return () => resizing.disconnect();
  }, [value]);
  return (
    <Radix.Root value={value} activationMode="manual" className={className}>
      <div
        className={classNames(
          'flex flex-wrap items-center justify-between gap-x-4 gap-y-2',
          look === 'line' && 'border-b border-line',
        )}
      >
        {title}
        <Radix.List
          ref={list}
          aria-label={label}
          // A tab is chosen by a click, like any button: a click before the scripts were there is repeated, and the browser gives
          // it its focus. Radix would focus it by script when the mouse goes down, which shows the ring meant for the keyboard.
          onMouseDownCapture={(event) => event.stopPropagation()}
          className={classNames(
            'fades flex max-w-full overflow-x-auto',
            look === 'line' ? '-mb-px gap-4' : 'rounded-md bg-sunken p-0.5 forced-colors:border',
          )}
        >
          {tabs.map((tab) => (
            <Radix.Trigger
              key={tab.value}
              value={tab.value}
              className={classNames(
                'shrink-0 text-muted whitespace-nowrap hover:text-ink focus-visible:-outline-offset-2 data-[state=active]:font-medium data-[state=active]:text-ink',
                look === 'line'
                  ? 'min-h-10 border-b-2 border-transparent px-0.5 data-[state=active]:border-accent forced-colors:border-[color:Canvas]'
                  : 'min-h-tap-sm rounded px-3 max-sm:px-2 data-[state=active]:bg-raised data-[state=active]:shadow-sm data-[state=active]:ring-1 data-[state=active]:ring-control data-[state=active]:ring-inset',
              )}
              onClick={() => onChange(tab.value)}
            >
              {tab.label}
            </Radix.Trigger>
          ))}
        </Radix.List>
      </div>
      <Radix.Content value={value} tabIndex={-1}>
        {children}
      </Radix.Content>
    </Radix.Root>
  );
}
