import { useEffect } from 'react';
import type { Membership, UserView } from '~/schemas/people/user';
import { toast } from './toast';
import { useCompany, useRootData } from './use-root-data';

let companyChosenInTab: string | null = null;

/** Records the company the user selected in this window. */
export function recordChosenCompany(companyId: string): void {
  companyChosenInTab = companyId;
}

/** Session storage key of the company this window last showed, and to whom. Survives reloads. */
const LAST_COMPANY_KEY = 'aro_company';
type LastCompany = { userId: string; company: Pick<Membership, 'id' | 'name'> };

/**
 * Rendered once per page. The selected company belongs to the user, not the window. When another window selects a company, or the user
 * loses access, the next load shows other data here, so the user must be told.
 */
export function useCompanyNotice(): void {
  const { user } = useRootData();
  const company = useCompany();
  useEffect(() => {
    const lastCompany = readLastCompany(user);
    storeLastCompany(user, company);
    if (!user || !lastCompany || lastCompany.id === company?.id) return;
    if (user.userCompanies.every(({ id }) => id !== lastCompany.id)) {
      showNotice(`You no longer have access to ${lastCompany.name}`, describeCompanyChange(user, company));
    } else if (company && company.id !== companyChosenInTab) {
      showNotice(
        `You switched to ${company.name}`,
        `It was selected in another window. To switch back, choose ${lastCompany.name} in the header.`,
      );
    }
    companyChosenInTab = null;
  }, [user, company]);
}

function readLastCompany(user: UserView | null): LastCompany['company'] | null {
  const stored: LastCompany | null = JSON.parse(sessionStorage.getItem(LAST_COMPANY_KEY) ?? 'null');
  return stored && stored.userId === user?.id ? stored.company : null;
}

function storeLastCompany(user: UserView | null, company: Membership | null): void {
  if (user && company) {
    const current: LastCompany = { userId: user.id, company: { id: company.id, name: company.name } };
    sessionStorage.setItem(LAST_COMPANY_KEY, JSON.stringify(current));
  } else {
    sessionStorage.removeItem(LAST_COMPANY_KEY);
  }
}

function describeCompanyChange({ userCompanies }: UserView, company: Membership | null): string {
  if (company) return `You’re now viewing ${company.name}.`;
  return userCompanies.length > 0
    ? 'Select another company to continue.'
    : 'If you still need access, contact your administrator.';
}

function showNotice(title: string, description: string): void {
  toast({ title, description, variant: 'destructive' });
}
