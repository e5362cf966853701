import { type ComponentProps, type MouseEvent, useId } from 'react';
import { tooltipProps } from './tooltip';

type ButtonEvents = Pick<
  ComponentProps<'button'>,
  'onClick' | 'onPointerEnter' | 'onPointerLeave' | 'onFocus' | 'onBlur' | 'aria-describedby'
>;

/** Disables a button but keeps it in the tab order, so keyboard and screen reader users can get to the reason as mouse users do. */
export function useDisabledReason(
  reason: string | null | undefined,
  pending: boolean,
  eventProps: ButtonEvents,
) {
  const id = useId();
  if (!reason && !pending) return { props: {}, description: null };
  const props = {
    'aria-disabled': true,
    'aria-busy': pending || undefined,
    onClick: (event: MouseEvent) => event.preventDefault(),
    ...(reason && {
      ...tooltipProps(reason),
      'aria-describedby': [eventProps['aria-describedby'], id].filter(Boolean).join(' '),
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
