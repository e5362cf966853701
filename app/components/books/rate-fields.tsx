import LockOpen from 'lucide-react/icons/lock-open';
import { useId, useRef } from 'react';
import { Badge } from '~/components/ui/badge';
import { Button } from '~/components/ui/button';
import { Field } from '~/components/ui/field';
import { Input } from '~/components/ui/input';
import type { RateName } from '~/domain/books/rate-table';
import type { RateLookupView } from '~/schemas/books/rate-table';
import { CompanyRatesOffer } from './company-rates-offer';
import type { ShownRate } from './shown-terms';

const LABELS: Record<RateName, string> = {
  discountRate: 'Discount Rate (%)',
  inflationRate: 'Inflation Rate (%)',
};
const NAMES = Object.keys(LABELS) as RateName[];

const AUTO_FILLED_NOTE =
  'Auto-filled from previous layer (P&A cost did not increase and well lifespan did not decrease)';

/** The two rate fields. Rates from the previous layer are locked until the user chooses to edit them. */
export function RateFields({
  rates,
  isUnlocked,
  offer,
  errors,
  onEdit,
  onUnlock,
  onApplyCompanyRates,
}: {
  rates: Record<RateName, ShownRate>;
  isUnlocked: boolean;
  /** Company rates for the layer, offered for empty fields. */
  offer: RateLookupView | null;
  errors: Record<RateName, string[] | undefined>;
  onEdit: (name: RateName, value: string) => void;
  onUnlock: () => void;
  onApplyCompanyRates: (names: RateName[]) => void;
}) {
  const noteId = useId();
  const firstInput = useRef<HTMLInputElement>(null);
  const isAutoFilled = NAMES.some((name) => rates[name].isAutoFilled);
  return (
    <>
      {NAMES.map((name, index) => {
        const { value, isAutoFilled: isFilled, isCompanyRate } = rates[name];
        const isLocked = isFilled && !isUnlocked;
        return (
          <Field
            key={name}
            required
            label={LABELS[name]}
            badge={
              isFilled ? (
                <Badge tone="accent">Auto-filled</Badge>
              ) : isCompanyRate ? (
                <Badge tone="accent">Company rate</Badge>
              ) : null
            }
            errors={errors[name]}
          >
            {(control) => (
              <Input
                {...control}
                ref={index === 0 ? firstInput : undefined}
                name={name}
                inputMode="decimal"
                autoComplete="off"
                suffix="%"
                value={value}
                readOnly={isLocked}
                aria-describedby={
                  [control['aria-describedby'], (isFilled || isCompanyRate) && noteId]
                    .filter(Boolean)
                    .join(' ') || undefined
                }
                className={isLocked ? 'bg-sunken text-muted' : undefined}
                onChange={(event) => onEdit(name, event.target.value)}
              />
            )}
          </Field>
        );
      })}
      {isAutoFilled && (
        <div className="col-span-full flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-md bg-sunken py-1.5 pr-1.5 pl-3">
          <p id={noteId} className="text-xs text-muted">
            {AUTO_FILLED_NOTE}
          </p>
          {!isUnlocked && (
            <Button
              variant="ghost"
              size="sm"
              icon={<LockOpen aria-hidden="true" className="size-3.5" />}
              onClick={() => {
                onUnlock();
                // The button disappears with the lock, so move focus to the field it unlocked.
                firstInput.current?.focus();
                firstInput.current?.select();
              }}
            >
              Edit rates
            </Button>
          )}
        </div>
      )}
      {offer && (
        <CompanyRatesOffer
          offer={offer}
          rates={rates}
          noteId={noteId}
          onApply={(names) => {
            onApplyCompanyRates(names);
            // The button disappears once the fields are filled.
            firstInput.current?.focus();
          }}
        />
      )}
    </>
  );
}
