import { useEffect } from 'react';
import type { Membership, UserView } from '~/schemas/people/user';
import { toast } from './toast';
import { useCompany, useRootData } from './use-root-data';

let chosenHere: string | null = null;

/** Records the company the user selected in this window. */
export function noteChosenCompany(companyId: string): void {
  chosenHere = companyId;
}

/** Session storage key of the company this window last showed, and to whom. Survives reloads. */
const LAST_SHOWN = 'aro_company';
type Shown = { userId: string; company: Pick<Membership, 'id' | 'name'> };

/**
 * Rendered once per page. The selected company belongs to the user, not the window. When another window selects a company, or the user
 * loses access, the next load shows other data here, so the user must be told.
 */
export function useCompanyNotice(): void {
  const { user } = useRootData();
  const company = useCompany();
  useEffect(() => {
    const last = readLastShown(user);
    keepShown(user, company);
    if (!user || !last || last.id === company?.id) return;
    if (user.userCompanies.every(({ id }) => id !== last.id)) {
      tell(`You no longer have access to ${last.name}`, whatNow(user, company));
    } else if (company && company.id !== chosenHere) {
      tell(
        `You switched to ${company.name}`,
        `It was selected in another window. To switch back, choose ${last.name} in the header.`,
      );
    }
    chosenHere = null;
  }, [user, company]);
}

function readLastShown(user: UserView | null): Shown['company'] | null {
  const shown: Shown | null = JSON.parse(sessionStorage.getItem(LAST_SHOWN) ?? 'null');
  return shown && shown.userId === user?.id ? shown.company : null;
}

function keepShown(user: UserView | null, company: Membership | null): void {
  if (user && company) {
    const shown: Shown = { userId: user.id, company: { id: company.id, name: company.name } };
    sessionStorage.setItem(LAST_SHOWN, JSON.stringify(shown));
  } else {
    sessionStorage.removeItem(LAST_SHOWN);
  }
}

function whatNow({ userCompanies }: UserView, company: Membership | null): string {
  if (company) return `You’re now viewing ${company.name}.`;
  return userCompanies.length > 0
    ? 'Select another company to continue.'
    : 'If you need it, ask your administrator.';
}

function tell(title: string, description: string): void {
  toast({ title, description, variant: 'destructive' });
}
