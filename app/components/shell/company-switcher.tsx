import { useLocation } from '@remix-run/react';
import { Select } from '~/components/ui/select';
import type { CompanyMembership } from '~/hooks/use-root-data';
import { useSelectCompany } from './use-select-company';

/** The company in view, and the others for who belongs to several. */
export function CompanySwitcher({
  current,
  companies,
}: {
  current: CompanyMembership;
  companies: CompanyMembership[];
}) {
  const { select, pending } = useSelectCompany();
  const location = useLocation();
  if (companies.length < 2) {
    return (
      <p className="min-w-0 truncate font-medium" title={current.name}>
        {current.name} <span className="font-normal text-muted">{current.code}</span>
      </p>
    );
  }
  const tab = new URLSearchParams(location.search).get('tab');
  return (
    <Select
      aria-label="Company"
      title={current.name}
      className="w-auto max-w-full min-w-0 font-medium sm:max-w-[min(100%,20rem)]"
      value={current.id}
      // Disabled it would lose the focus; a second choice does nothing while the first is under way.
      aria-disabled={pending || undefined}
      onChange={(event) => void select(event.target.value, tab ? `/?tab=${tab}` : '/')}
      options={companies.map(({ id, name, code }) => ({ value: id, label: `${name} (${code})` }))}
    />
  );
}
