import { useDisabledReason } from './use-disabled-reason';

export type RowAction = {
  name: 'Edit' | 'Settle' | 'Sell' | 'Delete';
  /** The pointer reaches the button: fetch what it opens. */
  onApproach: () => void;
  onClick: () => void;
};

/**
 * Icon buttons in each row of a list, one element each because there are so many: the style sheet draws their icons, and the table
 * shows their tooltips.
 */
export function RowActions({
  actions,
  of,
  disabledReason,
}: {
  actions: readonly RowAction[];
  /** Names the row. */
  of: string;
  disabledReason: string | null;
}) {
  const blocked = useDisabledReason(disabledReason, false, {});
  return (
    <>
      {actions.map(({ name, onApproach, onClick }) => (
        <button
          key={name}
          type="button"
          aria-label={`${name} ${of}`}
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
