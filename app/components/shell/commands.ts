import { wellAddress } from '~/hooks/well-address';
import type { Membership, UserView } from '~/schemas/people/user';
import type { WellSummary } from '~/schemas/wells/well-views';
import { navItemsFor } from './groups';

/**
 * An action or a destination. The router navigates to `to`, unless `does` sets the theme, toggles the sidebar, shows the shortcuts,
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
  does?: 'light' | 'dark' | 'system' | 'sidebar' | 'shortcuts' | 'leave';
};

/** Commands available to the user, in the order of the screens. */
export function commandsFor(user: UserView, company: Membership | null): Command[] {
  const places = (['Company', 'Account'] as const).flatMap((group) =>
    navItemsFor(group, user, company)
      .filter(({ document }) => !document)
      .map(({ label, to, keywords }) => go(label === 'Settings' ? 'Company Settings' : label, to, keywords)),
  );
  return [
    ...(company ? COMPANY_COMMANDS : []),
    ...places,
    ...(company
      ? navItemsFor('Reports', user, company).map(({ label, to, keywords }) =>
          act(`Open ${label}`, to, keywords),
        )
      : []),
    ...(company?.role === 'admin' ? COMPANY_ADMIN_COMMANDS : []),
    ...SETTINGS,
  ].sort((a, b) => GROUPS.indexOf(a.group) - GROUPS.indexOf(b.group));
}

/** Links a field to its wells. */
export function fieldCommand(field: string): Command {
  const to = `/?field=${encodeURIComponent(field)}`;
  return { id: to, group: 'Fields', label: field, hint: 'Wells in this field', to };
}

/** Links a well to its page. */
export function wellCommand({ id, wellCode, wellName }: WellSummary): Command {
  return { id, group: 'Wells', label: wellCode, hint: wellName, to: wellAddress(id) };
}

/** True when every typed word occurs in the command's name or keywords. */
export function fits(command: Command, typed: string): boolean {
  const name = `${command.label} ${command.keywords ?? ''}`.toLowerCase();
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => name.includes(word));
}

const GROUPS: Command['group'][] = ['Go to', 'Actions', 'Settings', 'Fields', 'Wells'];

function go(label: string, to: string, keywords?: string): Command {
  return { id: to, group: 'Go to', label, to, keywords };
}

function act(label: string, to: string, keywords?: string): Command {
  return { id: to, group: 'Actions', label, to, keywords };
}

function set(label: string, does: Command['does'], keywords: string, to = ''): Command {
  return { id: label, group: 'Settings', label, to, does, keywords };
}

const COMPANY_COMMANDS = [
  go('Wells', '/'),
  go('Custom Fields', '/?view=fields'),
  go('Calculate ARO', '/?tab=calculate'),
  go('Accretion', '/?tab=accretion'),
  go('ARO Detail', '/?tab=detail'),
  go('Months', '/?tab=accretion#months', 'close reopen periods month-end'),
  go('Worklist', '/?tab=detail&overview=open#worklist', 'wells that need attention overdue'),
  act('Export Journal Entries', '/?tab=detail&dialog=journal'),
  act('Export ARO Rollforward', '/?tab=detail&dialog=rollforward'),
];

const COMPANY_ADMIN_COMMANDS = [
  act('Add Well', '/?dialog=new', 'create new'),
  act('Import Spreadsheet', '/?tab=wells&view=import', 'upload xlsx excel wells balances columns'),
  act('Mass Upload Wells', '/?dialog=upload', 'import csv balances'),
  act('Calculate a Layer', '/?tab=calculate', 'post aro'),
  act('Revise Estimates', '/?tab=calculate&dialog=revise', 'change cost'),
  act('Post Accretion', '/?tab=accretion#post', 'calculate expense'),
  act('Close a Month', '/?tab=accretion#months', 'books period'),
  act('Settle Wells', '/?dialog=settle', 'plug pay spend'),
  act('Sell Wells', '/?dialog=sell', 'divest'),
];

const SETTINGS = [
  set('Light Theme', 'light', 'mode appearance color'),
  set('Dark Theme', 'dark', 'mode appearance color night'),
  set('System Theme', 'system', 'mode appearance color'),
  set('Collapse or Expand Sidebar', 'sidebar', 'navigation'),
  set('Keyboard Shortcuts', 'shortcuts', 'help keys ?'),
  set('Logout', 'leave', 'sign out log out', '/api/logout'),
];
