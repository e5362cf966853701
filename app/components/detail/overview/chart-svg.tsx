import { type ReactNode, useEffect, useRef, useState } from 'react';

/** In pixels. */
export type ChartSize = { width: number; height: number };

/** A picture as large as the room it is given. Its words stand outside it: a screen reader hears those. */
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
        <svg
          role="img"
          aria-label={label}
          aria-describedby={describedBy}
          className="absolute text-xs"
          width={size.width}
          height={size.height}
        >
          {children(size)}
        </svg>
      )}
    </div>
  );
}

/** Stripes, for what goes down or is many together: told apart without colour. */
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
