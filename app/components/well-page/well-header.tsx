import { useNavigate } from '@remix-run/react';
import Calculator from 'lucide-react/icons/calculator';
import HandCoins from 'lucide-react/icons/hand-coins';
import Handshake from 'lucide-react/icons/handshake';
import Pencil from 'lucide-react/icons/pencil';
import { startCalculation } from '~/components/calculate/correction';
import { customFieldText } from '~/components/custom-fields/custom-field-text';
import { Button } from '~/components/ui/button';
import { StatusBadge } from '~/components/wells/status-badge';
import { useFormat } from '~/hooks/use-format';
import { useCompany, useWriteBlock } from '~/hooks/use-root-data';
import type { WellPageData } from './well-page-data';

/** The well's identity and carrying amount, with its actions. */
export function WellHeader({
  page: { well, layers, carryingAmount, arcNet, customFieldTemplates },
  onEdit,
  onSettle,
  onSell,
  onApproachEdit,
  onApproachSettle,
  onApproachSell,
}: {
  page: WellPageData;
  onEdit: () => void;
  onSettle: () => void;
  onSell: () => void;
  onApproachEdit: () => void;
  onApproachSettle: () => void;
  onApproachSell: () => void;
}) {
  const format = useFormat();
  const navigate = useNavigate();
  const companyId = useCompany()?.id;
  const isAdmin = useWriteBlock() === null;
  const calculate = () => {
    startCalculation(companyId, well, layers);
    navigate('/?tab=calculate');
  };
  // The newest layer that isn't reversed has the estimate that is left after settlements and sales.
  const estimate = layers.findLast(({ isReversed }) => !isReversed);
  const figures = [
    ['Field', well.field],
    ['Active Date', format.date(well.activeDate)],
    ...(well.retirementDate ? [['Retirement Date', format.date(well.retirementDate)]] : []),
    ...(well.workingInterests.length > 0
      ? [['Working Interest', `${well.workingInterests.at(-1)!.percent}%`]]
      : []),
    ...(well.pluggedOn ? [['Plugged', format.date(well.pluggedOn)]] : []),
    ...(estimate ? [['P&A Estimate', format.currency(estimate.estimateLeft)]] : []),
    ['Carrying Amount', format.currency(carryingAmount)],
    ['ARC, Net', format.currency(arcNet)],
  ];
  const customFacts = customFieldTemplates
    .map((template) => ({
      template,
      text: customFieldText(template, well.customFields[template.fieldName], format),
    }))
    .filter(({ text }) => text !== '');
  return (
    <section aria-labelledby="well-heading" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h2
            id="well-heading"
            className="flex flex-wrap items-center gap-x-2.5 text-xl font-semibold [overflow-wrap:anywhere]"
          >
            {well.wellCode}
            <StatusBadge status={well.wellStatus} />
          </h2>
          <p className="text-muted [overflow-wrap:anywhere]">{well.wellName}</p>
        </div>
        {isAdmin && (
          <div className="flex flex-wrap gap-2">
            <Button
              icon={<Pencil aria-hidden="true" className="size-4" />}
              onPointerEnter={onApproachEdit}
              onFocus={onApproachEdit}
              onClick={onEdit}
            >
              {well.wellStatus === 'Plugged' ? 'Edit' : 'Edit or Plug'}
            </Button>
            <Button
              icon={<HandCoins aria-hidden="true" className="size-4" />}
              onPointerEnter={onApproachSettle}
              onFocus={onApproachSettle}
              onClick={onSettle}
            >
              Settle
            </Button>
            <Button
              icon={<Handshake aria-hidden="true" className="size-4" />}
              onPointerEnter={onApproachSell}
              onFocus={onApproachSell}
              onClick={onSell}
            >
              Sell
            </Button>
            <Button
              variant="primary"
              icon={<Calculator aria-hidden="true" className="size-4" />}
              onClick={calculate}
            >
              Calculate
            </Button>
          </div>
        )}
      </div>
      <dl className="flex flex-wrap gap-x-8 gap-y-2 rounded-lg border border-line bg-surface px-4 py-3">
        {figures.map(([name, value]) => (
          <div key={name} className="min-w-0">
            <dt className="text-xs text-muted">{name}</dt>
            <dd className="figures font-semibold whitespace-normal [overflow-wrap:anywhere]">{value}</dd>
          </div>
        ))}
        {customFacts.map(({ template, text }) => (
          <div key={template.fieldName} className="min-w-0">
            <dt className="text-xs text-muted [overflow-wrap:anywhere]">{template.displayName}</dt>
            <dd className="whitespace-pre-line [overflow-wrap:anywhere]">{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
