import * as Radix from '@radix-ui/react-tabs';
import type { ReactNode } from 'react';
import { classNames } from './class-names';

type TabsProps<Value extends string> = {
  /** Names the row of tabs for screen readers. */
  label: string;
  /** One `isApart` is at the other end of the row, and so do those after it. */
  tabs: readonly { value: Value; label: ReactNode; isApart?: boolean }[];
  value: Value;
  onChange: (value: Value) => void;
  /** `quiet` for tabs within a tab. */
  look?: 'line' | 'quiet';
  /** Beside the tabs, at the other end of their row. */
  aside?: ReactNode;
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
  aside,
  className,
  children,
}: TabsProps<Value>) {
  return (
    <Radix.Root
      value={value}
      onValueChange={(next) => onChange(next as Value)}
      activationMode="manual"
      className={className}
    >
      <div
        className={classNames(
          'flex flex-wrap items-center justify-between gap-x-4 gap-y-2',
          look === 'line' && 'border-b border-line',
        )}
      >
        <Radix.List
          aria-label={label}
          className={classNames(
            'flex max-w-full overflow-x-auto',
            look === 'line' ? '-mb-px gap-4' : 'gap-1',
            // On a phone's screen all of them are to be seen.
            tabs.some(({ isApart }) => isApart) && 'grow max-sm:gap-1 max-sm:text-xs max-sm:tracking-tight',
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
                  : 'min-h-7 rounded-md px-2.5 data-[state=active]:bg-sunken',
                tab.isApart && 'ml-auto',
              )}
            >
              {tab.label}
            </Radix.Trigger>
          ))}
        </Radix.List>
        {aside}
      </div>
      <Radix.Content value={value} className="focus-visible:outline-offset-4">
        {children}
      </Radix.Content>
    </Radix.Root>
  );
}
