import { useId } from 'react';

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
  const reasonId = useId();
  return (
    <>
      {actions.map(({ name, onApproach, onClick }) => (
        <button
          key={name}
          type="button"
          aria-label={`${name} ${of}`}
          aria-disabled={disabledReason !== null || undefined}
          aria-describedby={disabledReason === null ? undefined : reasonId}
          data-action={name}
          data-tooltip={disabledReason ?? name}
          className="row-action"
          onMouseEnter={onApproach}
          onClick={disabledReason === null ? onClick : undefined}
        />
      ))}
      {disabledReason !== null && (
        <span id={reasonId} hidden>
          {disabledReason}
        </span>
      )}
    </>
  );
}
