import * as Tooltip from '@radix-ui/react-tooltip';
import { useEffect } from 'react';
import { closeTooltip, type TooltipTarget, tooltipBubbleProps } from './tooltip';

/** The tooltip. An invisible trigger covers the anchor, because Radix only measures its own trigger. */
export default function TooltipBubble({ target }: { target: TooltipTarget }) {
  const anchorRect = target.anchor.getBoundingClientRect();
  useEffect(() => {
    // Fires when the anchor is removed from the page and loses its size. An orphaned tooltip would consume the next Esc.
    const resizeObserver = new ResizeObserver(() => !target.anchor.isConnected && closeTooltip());
    resizeObserver.observe(target.anchor);
    return () => resizeObserver.disconnect();
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
            style={{
              left: anchorRect.left,
              top: anchorRect.top,
              width: anchorRect.width,
              height: anchorRect.height,
            }}
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
