import { useDisabledReason } from './use-disabled-reason';

export type RowAction = {
  name: 'Edit' | 'Settle' | 'Sell' | 'Delete';
  /** Called when the pointer reaches the button, to preload what it opens. */
  onApproach: () => void;
  onClick: () => void;
};

/**
 * Icon buttons for each row of a list. There are many, so each is a single element: CSS draws the icon, and the table shows the
 * tooltip.
 */
export function RowActions({
  actions,
  subjectName,
  disabledReason,
}: {
  actions: readonly RowAction[];
  /** Name of the row, for accessible names. */
  subjectName: string;
  disabledReason: string | null;
}) {
  const blocked = useDisabledReason(disabledReason, false, {});
  return (
    <>
      {actions.map(({ name, onApproach, onClick }) => (
        <button
          key={name}
          type="button"
          aria-label={`${name} ${subjectName}`}
          data-action={name}
          data-tooltip={disabledReason === null ? name : undefined}
          className="row-action"
          onMouseEnter={onApproach}
          onClick={onClick}
          {...blocked.props}
        />
      ))}
      {blocked.description}
    </>
  );
}
