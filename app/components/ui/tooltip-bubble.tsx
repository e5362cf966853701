import * as Tooltip from '@radix-ui/react-tooltip';
import { useEffect } from 'react';
import { closeTooltip, type TooltipTarget, tooltipBubbleProps } from './tooltip';

/** The bubble beside its anchor. An unseen stand-in covers the anchor, for Radix measures its own trigger only. */
export default function TooltipBubble({ target }: { target: TooltipTarget }) {
  const box = target.anchor.getBoundingClientRect();
  useEffect(() => {
    // It is told when the anchor has no size any more, as one that was taken out of the page. Esc would close the bubble first.
    const leaving = new ResizeObserver(() => !target.anchor.isConnected && closeTooltip());
    leaving.observe(target.anchor);
    return () => leaving.disconnect();
  }, [target.anchor]);
  useEffect(() => {
    window.addEventListener('scroll', closeTooltip, { capture: true, passive: true });
    return () => window.removeEventListener('scroll', closeTooltip, { capture: true });
  }, []);
  return (
    <Tooltip.Provider delayDuration={0}>
      <Tooltip.Root open onOpenChange={(open) => !open && closeTooltip()}>
        <Tooltip.Trigger asChild>
          <span
            aria-hidden="true"
            className="pointer-events-none fixed"
            style={{ left: box.left, top: box.top, width: box.width, height: box.height }}
          />
        </Tooltip.Trigger>
        <Tooltip.Portal>
          <Tooltip.Content
            sideOffset={6}
            collisionPadding={8}
            className="z-50 max-w-72 animate-enter rounded-md bg-ink px-2 py-1 text-xs text-canvas shadow-lg"
            {...tooltipBubbleProps}
          >
            {target.text.split('\n').map((line) => (
              <span key={line} className="block">
                {line}
              </span>
            ))}
          </Tooltip.Content>
        </Tooltip.Portal>
      </Tooltip.Root>
    </Tooltip.Provider>
  );
}
