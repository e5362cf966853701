import { useRouteLoaderData } from '@remix-run/react';
import { useEffect } from 'react';
import type { Membership, UserView } from '~/schemas/people/user';
import { DEFAULT_PREFERENCES, type Preferences } from './preferences';

export type RootData = {
  user: UserView | null;
  preferences: Preferences;
  /** The keys of those that the person has set; the others are defaults. */
  savedPreferences: string[];
  /** The month-end through which the selected company's books are closed, or null. */
  closedThrough: string | null;
  /** The month, 1 to 12, that the selected company's fiscal year ends with. Without a company it is the usual one. */
  fiscalYearEnd?: number;
  /** Which first steps the company has done; null once it has accreted. */
  firstSteps: { settings: boolean; wells: boolean; layers: boolean } | null;
  /** Whether the browser runs on a phone, by its own account; null where it gives none. */
  isMobile: boolean | null;
  /** When the server answered: an instant, ISO 8601 UTC. */
  now: string;
};

/** Nobody signed in and every default: what holds where the root route failed and nothing is known from before. */
const NO_DATA: RootData = {
  user: null,
  preferences: DEFAULT_PREFERENCES,
  savedPreferences: [],
  closedThrough: null,
  firstSteps: null,
  isMobile: null,
  now: new Date(0).toISOString(),
};

/** What the page had last, in the browser: an answer that is an error alone leaves its page the header and the theme. */
let lastData: RootData | null = null;

export function useRootData(): RootData {
  return (useRouteLoaderData('root') as RootData | undefined) ?? lastData ?? NO_DATA;
}

/** Rendered once per page: keeps its data for the error page that may follow. Effects don't run on the server, where it would be another person's. */
export function useKeptRootData(): void {
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

/** The refusal, as the server words it, and on a line of its own what to do about it. */
const WRITE_BLOCK = 'Company admin role required\nAsk a system administrator to change your role.';

/** Why the person may not change data here, or null when they may. */
export function useWriteBlock(): string | null {
  return useCompany()?.role === 'admin' ? null : WRITE_BLOCK;
}
