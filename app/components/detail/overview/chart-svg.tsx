import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { tooltipProps } from '~/components/ui/tooltip';

/** In pixels. */
export type ChartSize = { width: number; height: number };

/** A picture as large as the room it is given: a sentence about it, and marks, one of which the Tab key reaches and arrows the others. */
export function ChartSvg({
  label,
  describedBy,
  children,
}: {
  label: string;
  describedBy: string;
  children: (size: ChartSize) => ReactNode;
}) {
  const room = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState<ChartSize | null>(null);
  useEffect(() => {
    const resizing = new ResizeObserver(([entry]) => {
      if (entry) setSize({ width: entry.contentRect.width, height: entry.contentRect.height });
    });
    if (room.current) resizing.observe(room.current);
    return () => resizing.disconnect();
  }, []);
  return (
    // Apart from the flow, so that the picture does not hold its room open when that becomes smaller.
    <div ref={room} className="absolute inset-0 overflow-hidden">
      {size && size.width > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for what is submitted
        <svg
          role="group"
          aria-label={label}
          aria-describedby={describedBy}
          // On paper, which may be narrower, all of it is there.
          className="absolute max-w-full text-xs"
          viewBox={`0 0 ${size.width} ${size.height}`}
          onKeyDown={moveAlongMarks}
          width={size.width}
          height={size.height}
        >
          {children(size)}
        </svg>
      )}
    </div>
  );
}

/** A bar or a point with its exact figures, which it shows and says when it is pointed at or reached by keyboard. */
export function ChartMark({
  text,
  isFirst,
  children,
  ...place
}: {
  text: string;
  isFirst: boolean;
  transform?: string;
  children: ReactNode;
}) {
  return (
    // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: it is looked at, and does nothing
    <g
      role="img"
      aria-label={text}
      tabIndex={isFirst ? 0 : -1}
      data-mark=""
      className="hover:opacity-80 focus-visible:outline-2 focus-visible:outline-focus"
      {...place}
      {...tooltipProps(text, 0)}
    >
      {children}
    </g>
  );
}

const STEPS: Record<string, (place: number, count: number) => number> = {
  ArrowLeft: (place) => place - 1,
  ArrowRight: (place) => place + 1,
  Home: () => 0,
  End: (_, count) => count - 1,
};

function moveAlongMarks(event: KeyboardEvent<SVGSVGElement>) {
  const marks = [...event.currentTarget.querySelectorAll<SVGGElement>('[data-mark]')];
  const place = marks.indexOf(event.target as SVGGElement);
  const next = STEPS[event.key]?.(place, marks.length);
  if (place < 0 || next === undefined) return;
  event.preventDefault();
  marks[next]?.focus();
}

/** Stripes, for what goes down or is many together: told apart without color. */
export function Stripes({ id, className }: { id: string; className: string }) {
  return (
    <pattern id={id} width={5} height={5} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <rect width={2} height={5} className={className} />
    </pattern>
  );
}

/** Beyond every length that a picture can tell from another, and still a number. */
const MAX_LENGTH = 1e300;

/** For lengths in a picture only: figures are written from their text. */
export function drawable(amount: string): number {
  return Math.max(-MAX_LENGTH, Math.min(Number(amount), MAX_LENGTH));
}

/** The scale of a length that begins at zero, whichever side of it the values are on. */
export function domainFromZero(values: readonly number[]): [number, number] {
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  return low === high ? [0, 1] : [low, high];
}

/** How text along the axes looks: as the page's. */
export const TICK_LABEL = { fontFamily: 'inherit', fontSize: 11, className: 'fill-muted figures' } as const;
