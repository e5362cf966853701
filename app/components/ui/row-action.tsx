import { tooltipProps } from './tooltip';
import { useDisabledReason } from './use-disabled-reason';

/** A button that is only an icon, in each row of a list: one element, whose icon is the style sheet's. */
export function RowAction({
  name,
  of,
  disabledReason,
  onApproach,
  onClick,
}: {
  name: 'Edit' | 'Settle' | 'Sell' | 'Delete';
  /** What the row is about. */
  of: string;
  disabledReason: string | null;
  onApproach: () => void;
  onClick: () => void;
}) {
  const blocked = useDisabledReason(disabledReason, false, {});
  return (
    <>
      <button
        type="button"
        aria-label={`${name} ${of}`}
        data-action={name}
        className="row-action"
        onMouseEnter={onApproach}
        onClick={onClick}
        {...tooltipProps(name)}
        {...blocked.props}
      />
      {blocked.description}
    </>
  );
}
