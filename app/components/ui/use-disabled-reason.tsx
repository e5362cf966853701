import { type ComponentProps, type MouseEvent, useId } from 'react';
import { tooltipProps } from './tooltip';

type ButtonEvents = Pick<
  ComponentProps<'button'>,
  'onClick' | 'onPointerEnter' | 'onPointerLeave' | 'onFocus' | 'onBlur' | 'aria-describedby'
>;

/**
 * Keeps a button from acting without taking it out of the tab order, so that the keyboard and a screen reader reach the
 * reason as well as the mouse does.
 */
export function useDisabledReason(reason: string | null | undefined, pending: boolean, own: ButtonEvents) {
  const id = useId();
  if (!reason && !pending) return { props: {}, description: null };
  const props = {
    'aria-disabled': true,
    'aria-busy': pending || undefined,
    onClick: (event: MouseEvent) => event.preventDefault(),
    ...(reason && {
      ...tooltipProps(reason),
      'aria-describedby': [own['aria-describedby'], id].filter(Boolean).join(' '),
    }),
  };
  return {
    props,
    description: reason ? (
      <span id={id} hidden>
        {reason.replaceAll('\n', '. ')}
      </span>
    ) : null,
  };
}
