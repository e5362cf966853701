import { Button } from '~/components/ui/button';
import type { RateName } from '~/domain/books/rate-table';
import { useFormat } from '~/hooks/use-format';
import type { RateLookupView } from '~/schemas/books/rate-table';
import { offeredRate, type ShownRate } from './calculate-state';

const NOUNS: Record<RateName, string> = { discountRate: 'discount', inflationRate: 'inflation' };

/** Offers the company's rates for the fields that are empty, and says of those that it filled where they are from. */
export function CompanyRatesOffer({
  offer,
  rates,
  noteId,
  onTake,
}: {
  offer: RateLookupView;
  rates: Record<RateName, ShownRate>;
  noteId: string;
  onTake: (names: RateName[]) => void;
}) {
  const format = useFormat();
  const names = Object.keys(NOUNS) as RateName[];
  const open = names.filter((name) => rates[name].value.trim() === '' && offeredRate(offer, name) !== '');
  const taken = names.filter((name) => rates[name].isCompanys);
  if (names.some((name) => rates[name].isAutoFilled) || open.length + taken.length === 0) return null;
  const figures = open.map((name) => `${format.rate(offeredRate(offer, name))}% ${NOUNS[name]}`);
  const reasons = [...open, ...taken].map((name) =>
    name === 'discountRate' ? offer.discount?.reason : offer.inflation?.reason,
  );
  return (
    <div className="col-span-full flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-md bg-sunken py-1.5 pr-1.5 pl-3">
      <p id={noteId} className="text-xs text-muted">
        {open.length > 0 && `The company’s rates for this layer: ${figures.join(', ')}. `}
        {format.message(reasons.filter(Boolean).join('. '))}.
      </p>
      {open.length > 0 && (
        <Button variant="ghost" className="min-h-7 px-2" onClick={() => onTake(open)}>
          Use Company Rates
        </Button>
      )}
    </div>
  );
}
