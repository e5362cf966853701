import { Button } from '~/components/ui/button';
import type { RateName } from '~/domain/books/rate-table';
import { useFormat } from '~/hooks/use-format';
import type { RateLookupView } from '~/schemas/books/rate-table';
import { getOfferedRate, type ShownRate } from './shown-terms';

const NOUNS: Record<RateName, string> = { discountRate: 'discount', inflationRate: 'inflation' };

/** Offers company rates for empty fields and explains the source of those already filled in. */
export function CompanyRatesOffer({
  offer,
  rates,
  noteId,
  onApply,
}: {
  offer: RateLookupView;
  rates: Record<RateName, ShownRate>;
  noteId: string;
  onApply: (names: RateName[]) => void;
}) {
  const format = useFormat();
  const names = Object.keys(NOUNS) as RateName[];
  const available = names.filter(
    (name) => rates[name].value.trim() === '' && getOfferedRate(offer, name) !== '',
  );
  const applied = names.filter((name) => rates[name].isCompanyRate);
  if (names.some((name) => rates[name].isAutoFilled) || available.length + applied.length === 0) return null;
  const offerTexts = available.map((name, index) => {
    const rate = `${format.rate(getOfferedRate(offer, name))}% ${NOUNS[name]}`;
    // If both rates come from the same table, name it once, at the end.
    const next = available[index + 1];
    return next && getTableName(offer, name) === getTableName(offer, next)
      ? rate
      : `${rate}, from the table of ${format.date(getTableName(offer, name))}`;
  });
  const reasons = applied.map((name) => `${format.message(getRateSource(offer, name)?.reason ?? '')}.`);
  return (
    <div className="col-span-full flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-md bg-sunken py-1.5 pr-1.5 pl-3 sm:flex-nowrap">
      <p id={noteId} className="text-xs text-muted">
        {available.length > 0 && `Company rates: ${offerTexts.join(' and ')}. `}
        {reasons.join(' ')}
      </p>
      {available.length > 0 && (
        <Button variant="ghost" size="sm" onClick={() => onApply(available)}>
          Use Company Rates
        </Button>
      )}
    </div>
  );
}

function getRateSource(offer: RateLookupView, name: RateName) {
  return name === 'discountRate' ? offer.discount : offer.inflation;
}

function getTableName(offer: RateLookupView, name: RateName): string {
  return getRateSource(offer, name)?.effectiveOn ?? '';
}
