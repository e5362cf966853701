import { useNavigate } from '@remix-run/react';
import { allowNextNavigation, confirmDiscard } from '~/hooks/unsaved-entries';
import { useMutation } from '~/hooks/use-api';
import { recordChosenCompany } from '~/hooks/use-company-notice';
import { useRootData } from '~/hooks/use-root-data';

/** Switches the company in view. Filters are dropped, because they refer to the previous company's data. */
export function useSelectCompany() {
  const navigate = useNavigate();
  const { user } = useRootData();
  const { run, pending } = useMutation({
    failure: 'Failed to select company',
    successTitle: 'Company Selected',
    success: "Now viewing the company's data",
  });
  const select = async (companyId: string, destination: string) => {
    if (!(await confirmDiscard())) return false;
    const outcome = await run(
      (api) => api('/api/companies/select', { method: 'POST', body: { companyId } }),
      null,
      () => ({ detail: user?.userCompanies.find(({ id }) => id === companyId)?.name }),
    );
    if (outcome.ok) {
      recordChosenCompany(companyId);
      allowNextNavigation();
      navigate(destination);
    }
    return outcome.ok;
  };
  return { select, pending };
}
