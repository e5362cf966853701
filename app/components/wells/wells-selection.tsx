import { useNavigate } from '@remix-run/react';
import { chosenWellsKey } from '~/components/books/chosen-wells';
import { Button } from '~/components/ui/button';
import { countOf } from '~/hooks/count-of';
import { useFormat } from '~/hooks/use-format';
import { keepState } from '~/hooks/use-kept-state';
import { useCompany } from '~/hooks/use-root-data';
import type { WellView } from '~/schemas/wells/well-views';

/** Actions for the selected wells, in a bar above the table. */
export default function WellsSelection({
  wells,
  onSettle,
  onSell,
  onExport,
  onClose,
}: {
  wells: readonly WellView[];
  onSettle: () => void;
  onSell: () => void;
  onExport: () => void;
  /** Clears the selection. */
  onClose: () => void;
}) {
  const format = useFormat();
  const navigate = useNavigate();
  const company = useCompany();
  const revise = () => {
    keepState(
      chosenWellsKey(company?.id),
      wells.map(({ wellCode }) => wellCode),
    );
    navigate('/?tab=calculate&dialog=revise');
  };
  return (
    <section
      aria-label="Selected wells"
      className="flex flex-wrap items-center gap-2 rounded-lg border border-line bg-accent-soft px-3 py-1.5"
    >
      <p role="status" className="mr-2 font-medium tabular-nums">
        {countOf(wells.length, 'well', format)} selected
      </p>
      <Button onClick={revise}>Revise Estimates</Button>
      <Button onClick={onSettle}>Settle</Button>
      <Button onClick={onSell}>Sell</Button>
      <Button onClick={onExport}>Download CSV</Button>
      <Button variant="ghost" className="ml-auto" onClick={onClose}>
        Clear Selection
      </Button>
    </section>
  );
}
