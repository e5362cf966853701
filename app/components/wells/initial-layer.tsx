import { type FormEvent, useState } from 'react';
import { ActPreviewPart } from '~/components/books/act-preview';
import { RateFields } from '~/components/books/rate-fields';
import { getOfferedRate, type ShownRate } from '~/components/books/shown-terms';
import { useCompanyRates } from '~/components/books/use-company-rates';
import { Button } from '~/components/ui/button';
import { CancelButton, DialogBody, DialogFooter } from '~/components/ui/dialog';
import { Field } from '~/components/ui/field';
import { Input } from '~/components/ui/input';
import { Note } from '~/components/ui/note';
import type { RateName } from '~/domain/books/rate-table';
import { removeGrouping } from '~/domain/money/typed-amount';
import { failureText, getFieldErrors, isAlreadyProcessed, isConflict, isUncertain } from '~/hooks/api-fetch';
import { useMutation } from '~/hooks/use-api';
import { useFormat } from '~/hooks/use-format';
import { usePreview } from '~/hooks/use-preview';
import type { LayerView } from '~/schemas/books/layer-views';
import type { ReviewedPreview } from '~/schemas/books/posting';
import type { WellView } from '~/schemas/wells/well-views';

type Draft = { pAndACost: string; wellLifespan: string; discountRate: string; inflationRate: string };

const PATH = '/api/aro-layers/calculate';

/** Inputs that show their own errors. */
const FIELDS = ['pAndACost', 'wellLifespan', 'discountRate', 'inflationRate'];

/** Form for the initial layer of a well just created, dated its active date, in the same dialog. */
export default function InitialLayer({ well, onClose }: { well: WellView; onClose: () => void }) {
  const format = useFormat();
  const { run, pending } = useMutation({ failure: 'Failed to calculate ARO' });
  const [draft, setDraft] = useState<Draft>({
    pAndACost: '',
    wellLifespan: '25',
    discountRate: '',
    inflationRate: '',
  });
  /** Rates taken from the company instead of typed. */
  const [companyRateNames, setCompanyRateNames] = useState<readonly RateName[]>([]);
  const [lastFailure, setLastFailure] = useState<{ request: string; error: unknown } | null>(null);
  const [showsMissing, setShowsMissing] = useState(false);
  const { pAndACost, wellLifespan } = draft;
  const companyRates = useCompanyRates(
    {
      lifeBy: well.retirementDate ? 'date' : 'lifespan',
      wellLifespan,
      retirementDate: well.retirementDate ?? '',
    },
    { date: well.activeDate, hasRateTables: true },
  );
  const getRate = (name: RateName): ShownRate => {
    const isCompanyRate = companyRateNames.includes(name);
    const value = isCompanyRate ? getOfferedRate(companyRates, name) : draft[name];
    return { value, isAutoFilled: false, isCompanyRate, exact: null };
  };
  const rates = { discountRate: getRate('discountRate'), inflationRate: getRate('inflationRate') };
  const discountRate = rates.discountRate.value;
  const inflationRate = rates.inflationRate.value;
  const body = {
    wellId: well.id,
    layerType: 'initial',
    calculationDate: well.activeDate,
    pAndACost: removeGrouping(pAndACost),
    discountRate,
    inflationRate,
    ...(companyRateNames.length > 0 && { companyRates: companyRateNames }),
    ...(well.retirementDate ? { retirementDate: well.retirementDate } : { wellLifespan }),
  };
  const request = JSON.stringify(body);
  const missing = {
    ...(!pAndACost.trim() && { pAndACost: ['P&A cost is required'] }),
    ...(!discountRate.trim() && { discountRate: ['Discount rate is required'] }),
    ...(!inflationRate.trim() && { inflationRate: ['Inflation rate is required'] }),
  };
  const isComplete = Object.keys(missing).length === 0;
  const preview = usePreview<ReviewedPreview>(
    isComplete ? { path: `${PATH}?preview=true`, method: 'POST', body } : null,
  );
  const failure = lastFailure?.request === request ? lastFailure.error : null;
  const errors: Record<string, string[]> = {
    ...getFieldErrors(failure ?? preview.error),
    ...(showsMissing && missing),
  };
  const hasFieldErrors = FIELDS.some((name) => errors[name]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (pending || preview.blockedBecause) return;
    if (!isComplete) return setShowsMissing(true);
    const outcome = await run(
      (api) => api<LayerView>(PATH, { method: 'POST', body, reviewed: preview.data?.reviewed }),
      (layer) => `Layer 1 of ${well.wellCode}: ${format.currency(layer.aroValue)}.`,
    );
    if (outcome.ok || isAlreadyProcessed(outcome.error)) return onClose();
    setLastFailure({ request, error: outcome.error });
    if (isConflict(outcome.error)) preview.refresh();
  };
  const input = (name: keyof Draft, label: string, unit: { prefix?: string; suffix?: string }) => (
    <Field label={label} required errors={errors[name]}>
      {(control) => (
        <Input
          {...control}
          {...unit}
          name={name}
          inputMode="decimal"
          autoComplete="off"
          // The dialog continues with this form, so focus moves here.
          ref={name === 'pAndACost' ? focusOnce : undefined}
          value={draft[name]}
          onChange={(event) => setDraft({ ...draft, [name]: event.target.value })}
        />
      )}
    </Field>
  );

  return (
    <form noValidate onSubmit={submit} className="flex min-h-0 flex-col">
      <DialogBody className="flex flex-col gap-4">
        <p>
          <strong className="font-semibold">{well.wellCode}</strong> is saved. Its initial layer is dated{' '}
          {format.date(well.activeDate)}, its active date
          {well.retirementDate && `, and runs until it retires on ${format.date(well.retirementDate)}`}.
        </p>
        <div className="grid gap-4 sm:grid-cols-2">
          {input('pAndACost', 'P&A Cost', { prefix: format.symbol })}
          {!well.retirementDate && input('wellLifespan', 'Well Lifespan (years)', { suffix: 'years' })}
          <RateFields
            rates={rates}
            isUnlocked={false}
            offer={companyRates}
            errors={{ discountRate: errors.discountRate, inflationRate: errors.inflationRate }}
            onEdit={(name, value) => {
              setCompanyRateNames(companyRateNames.filter((other) => other !== name));
              setDraft({ ...draft, [name]: value });
            }}
            onUnlock={() => {}}
            onApplyCompanyRates={(names) => setCompanyRateNames([...companyRateNames, ...names])}
          />
        </div>
        {isComplete && !hasFieldErrors && (
          <div className="flex flex-col gap-2">
            {errors.calculationDate && (
              <p>The well is saved. To use another date, close this window and go to Calculate ARO.</p>
            )}
            <ActPreviewPart
              preview={preview.data}
              error={preview.error}
              isLoading={preview.isLoading}
              onRetry={preview.refresh}
            />
          </div>
        )}
        {failure != null && !hasFieldErrors && preview.error == null && (
          <Note tone="danger" title={failureText(failure, 'Failed to calculate ARO')}>
            {isUncertain(failure)
              ? 'The well is saved. Its layer may be, too. Trying again won’t post it twice.'
              : 'The well is saved. Its layer is not.'}
          </Note>
        )}
      </DialogBody>
      <DialogFooter>
        <CancelButton pending={pending} onClick={onClose}>
          Without a Layer
        </CancelButton>
        <Button type="submit" variant="primary" pending={pending} disabledReason={preview.blockedBecause}>
          Calculate ARO
        </Button>
      </DialogFooter>
    </form>
  );
}

function focusOnce(input: HTMLInputElement | null) {
  input?.focus();
}
