import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { tooltipProps } from '~/components/ui/tooltip';

/** In pixels. */
export type ChartSize = { width: number; height: number };

/** A chart that fills its container, labeled for screen readers. Its marks are one Tab stop, and arrow keys move between them. */
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
    // Absolutely positioned, so the chart doesn't keep its container from shrinking.
    <div ref={room} className="absolute inset-0 overflow-hidden">
      {size && size.width > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls
        <svg
          role="group"
          aria-label={label}
          aria-describedby={describedBy}
          // Scales down on paper, which may be narrower.
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

/** A bar or point with its exact figures, shown and announced on hover or keyboard focus. */
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
    // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: it has no action; focus only shows its figures
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

/** Stripes for decreases or aggregates, so they can be told apart without color. */
export function Stripes({ id, className }: { id: string; className: string }) {
  return (
    <pattern id={id} width={5} height={5} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <rect width={2} height={5} className={className} />
    </pattern>
  );
}

/** Larger than any toChartNumber length, yet still finite. */
const MAX_LENGTH = 1e300;

/** For drawing only; displayed figures are formatted from the original text. */
export function toChartNumber(amount: string): number {
  return Math.max(-MAX_LENGTH, Math.min(Number(amount), MAX_LENGTH));
}

/** Domain of a bar scale, which always includes zero. */
export function domainFromZero(values: readonly number[]): [number, number] {
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  return low === high ? [0, 1] : [low, high];
}

/** Axis labels match the page's text. */
export const TICK_LABEL = { fontFamily: 'inherit', fontSize: 11, className: 'fill-muted figures' } as const;
