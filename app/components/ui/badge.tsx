import type { ReactNode } from 'react';
import { classNames } from './class-names';

export type BadgeTone = 'neutral' | 'accent' | 'green' | 'yellow' | 'red';

const TONE_CLASSES: Record<BadgeTone, string> = {
  neutral: 'bg-sunken text-muted',
  accent: 'bg-accent-soft text-accent',
  green: 'bg-green-soft text-green',
  yellow: 'bg-yellow-soft text-yellow',
  red: 'bg-red-soft text-red',
};

/** A short label on a tinted background. The text carries the meaning; color is only a visual aid. */
export function Badge({ tone = 'neutral', children }: { tone?: BadgeTone; children: ReactNode }) {
  return (
    <span
      className={classNames(
        'inline-flex max-w-full items-center rounded px-1.5 text-xs leading-5 font-medium whitespace-nowrap',
        TONE_CLASSES[tone],
      )}
    >
      {children}
    </span>
  );
}
