import * as Radix from '@radix-ui/react-tabs';
import { type ReactNode, useEffect, useRef } from 'react';
import { classNames } from './class-names';

type TabsProps<Value extends string> = {
  /** Accessible name of the tab list. */
  label: string;
  tabs: readonly { value: Value; label: ReactNode }[];
  value: Value;
  onChange: (value: Value) => void;
  /** `segmented` is for tabs nested in a tab. */
  look?: 'line' | 'segmented';
  /** Title shown on the same row as the tabs. */
  title?: ReactNode;
  className?: string;
  /** The selected tab's panel. Other panels aren't rendered. */
  children: ReactNode;
};

/**
 * Tabs whose selection the caller keeps in the URL. Arrow keys move focus; Enter or Space selects, because each selection may
 * query the server and arrowing past a tab shouldn't.
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again when another tab is selected
  useEffect(() => {
    const frame = list.current;
    const activeTab = frame?.querySelector('[data-state="active"]');
    if (!frame || !activeTab) return;
    // Runs again when the web font loads, because its letters are wider.
    const resizeObserver = new ResizeObserver(() => {
      // `scrollIntoView` would also scroll the page.
      const [{ left, right }, tab] = [frame.getBoundingClientRect(), activeTab.getBoundingClientRect()];
      if (tab.right > right || tab.left < left) frame.scrollLeft += tab.left - left;
    });
    resizeObserver.observe(activeTab);
    // Rotating a phone changes the width.
    resizeObserver.observe(frame);
    return () => resizeObserver.disconnect();
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
          // Select tabs on click, like any button, so a click before hydration is replayed and the browser handles focus. Radix would
          // focus the tab from script on mousedown, which shows the keyboard focus ring.
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
