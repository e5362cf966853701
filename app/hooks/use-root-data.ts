import { useRouteLoaderData } from '@remix-run/react';
import { useEffect } from 'react';
import type { Membership, UserView } from '~/schemas/people/user';
import { DEFAULT_PREFERENCES, type Preferences } from './preferences';

export type RootData = {
  user: UserView | null;
  preferences: Preferences;
  /** Keys of the preferences the user has set. The others are defaults. */
  savedPreferences: string[];
  /** The month-end through which the selected company's books are closed, or null. */
  closedThrough: string | null;
  /** The month, 1 to 12, in which the selected company's fiscal year ends. Undefined without a company, which means December. */
  fiscalYearEnd?: number;
  /** Setup steps the company has completed. Null once it has accreted. */
  firstSteps: { settings: boolean; wells: boolean; layers: boolean } | null;
  /** True when the browser reports that it runs on a phone. Null when it doesn't report this. */
  isMobile: boolean | null;
  /** Time of the server's response: an instant, ISO 8601 UTC. */
  now: string;
};

/** Signed out, with every default. Used when the root route failed and there is no earlier data. */
const NO_DATA: RootData = {
  user: null,
  preferences: DEFAULT_PREFERENCES,
  savedPreferences: [],
  closedThrough: null,
  firstSteps: null,
  isMobile: null,
  now: new Date(0).toISOString(),
};

/** The page's latest data, in the browser. When an error response has no root data, the error page keeps its header and theme. */
let lastData: RootData | null = null;

export function useRootData(): RootData {
  return (useRouteLoaderData('root') as RootData | undefined) ?? lastData ?? NO_DATA;
}

/** Rendered once per page. Keeps its data for a later error page. Effects don't run on the server, where it could be another user's. */
export function useRememberRootData(): void {
  const data = useRootData();
  useEffect(() => {
    lastData = data;
  }, [data]);
}

/** The company this page was rendered with, or null. */
export function useCompany(): Membership | null {
  const { user } = useRootData();
  return user?.userCompanies.find((company) => company.id === user.selectedCompanyId) ?? null;
}

/** The server's refusal, and on a second line how to resolve it. */
const WRITE_BLOCK = 'Company admin role required\nAsk a system administrator to change your role.';

/** Why the user can't change data here, or null if they can. */
export function useWriteBlock(): string | null {
  return useCompany()?.role === 'admin' ? null : WRITE_BLOCK;
}
