import { wellAddress } from '~/hooks/well-address';
import type { Membership, UserView } from '~/schemas/people/user';
import type { WellSummary } from '~/schemas/wells/well-views';
import { navItemsFor } from './groups';

/**
 * An action or a destination. The router navigates to `to`, unless `effect` sets the theme, toggles the sidebar, shows the shortcuts,
 * or leaves the app.
 */
export type Command = {
  id: string;
  group: 'Go to' | 'Actions' | 'Settings' | 'Fields' | 'Wells';
  label: string;
  hint?: string;
  /** Synonyms. */
  keywords?: string;
  to: string;
  effect?: 'light' | 'dark' | 'system' | 'sidebar' | 'shortcuts' | 'leave';
};

/** Commands available to the user, in the order of the screens. */
export function buildCommands(user: UserView, company: Membership | null): Command[] {
  const destinations = (['Company', 'Account'] as const).flatMap((group) =>
    navItemsFor(group, user, company)
      .filter(({ document }) => !document)
      .map(({ label, to, keywords }) =>
        destination(label === 'Settings' ? 'Company Settings' : label, to, keywords),
      ),
  );
  return [
    ...(company ? COMPANY_COMMANDS : []),
    ...destinations,
    ...(company
      ? navItemsFor('Reports', user, company).map(({ label, to, keywords }) =>
          action(`Open ${label}`, to, keywords),
        )
      : []),
    ...(company?.role === 'admin' ? COMPANY_ADMIN_COMMANDS : []),
    ...SETTINGS,
  ].sort((a, b) => GROUPS.indexOf(a.group) - GROUPS.indexOf(b.group));
}

/** Links a field to its wells. */
export function buildFieldCommand(field: string): Command {
  const to = `/?field=${encodeURIComponent(field)}`;
  return { id: to, group: 'Fields', label: field, hint: 'Wells in this field', to };
}

/** Links a well to its page. */
export function buildWellCommand({ id, wellCode, wellName }: WellSummary): Command {
  return { id, group: 'Wells', label: wellCode, hint: wellName, to: wellAddress(id) };
}

/** True when every typed word occurs in the command's name or keywords. */
export function matchesCommand(command: Command, typed: string): boolean {
  const name = `${command.label} ${command.keywords ?? ''}`.toLowerCase();
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => name.includes(word));
}

const GROUPS: Command['group'][] = ['Go to', 'Actions', 'Settings', 'Fields', 'Wells'];

function destination(label: string, to: string, keywords?: string): Command {
  return { id: to, group: 'Go to', label, to, keywords };
}

function action(label: string, to: string, keywords?: string): Command {
  return { id: to, group: 'Actions', label, to, keywords };
}

function setting(label: string, effect: Command['effect'], keywords: string, to = ''): Command {
  return { id: label, group: 'Settings', label, to, effect, keywords };
}

const COMPANY_COMMANDS = [
  destination('Wells', '/'),
  destination('Custom Fields', '/?view=fields'),
  destination('Calculate ARO', '/?tab=calculate'),
  destination('Accretion', '/?tab=accretion'),
  destination('ARO Detail', '/?tab=detail'),
  destination('Months', '/?tab=accretion#months', 'close reopen periods month-end'),
  destination('Worklist', '/?tab=detail&overview=open#worklist', 'wells that need attention overdue'),
  action('Export Journal Entries', '/?tab=detail&dialog=journal'),
  action('Export ARO Rollforward', '/?tab=detail&dialog=rollforward'),
];

const COMPANY_ADMIN_COMMANDS = [
  action('Add Well', '/?dialog=new', 'create new'),
  action('Import Spreadsheet', '/?tab=wells&view=import', 'upload xlsx excel wells balances columns'),
  action('Mass Upload Wells', '/?dialog=upload', 'import csv balances'),
  action('Calculate a Layer', '/?tab=calculate', 'post aro'),
  action('Revise Estimates', '/?tab=calculate&dialog=revise', 'change cost'),
  action('Post Accretion', '/?tab=accretion#post', 'calculate expense'),
  action('Close a Month', '/?tab=accretion#months', 'books period'),
  action('Settle Wells', '/?dialog=settle', 'plug pay spend'),
  action('Sell Wells', '/?dialog=sell', 'divest'),
];

const SETTINGS = [
  setting('Light Theme', 'light', 'mode appearance color'),
  setting('Dark Theme', 'dark', 'mode appearance color night'),
  setting('System Theme', 'system', 'mode appearance color'),
  setting('Collapse or Expand Sidebar', 'sidebar', 'navigation'),
  setting('Keyboard Shortcuts', 'shortcuts', 'help keys ?'),
  setting('Logout', 'leave', 'sign out log out', '/api/logout'),
];
