import type { CompanyMembership, PageUser } from '~/hooks/use-root-data';
import { wellAddress } from '~/hooks/well-address';
import type { WellSummary } from '~/schemas/platform/views';

/** Something to do or somewhere to go. The router goes to `to`. */
export type Command = {
  id: string;
  group: 'Go to' | 'Actions' | 'Wells';
  label: string;
  hint?: string;
  to: string;
};

/** What the person may do, in the order of the screens. */
export function commandsFor(user: PageUser, company: CompanyMembership | null): Command[] {
  const isCompanyAdmin = company?.role === 'admin';
  return [
    ...(company ? COMPANY_COMMANDS : []),
    ...(isCompanyAdmin ? COMPANY_ADMIN_COMMANDS : []),
    go('Account Settings', '/settings'),
    ...(user.isAdmin ? [go('Admin Panel', '/admin')] : []),
  ].sort((a, b) => GROUPS.indexOf(a.group) - GROUPS.indexOf(b.group));
}

/** A well leads to its page. */
export function wellCommand({ id, wellCode, wellName }: WellSummary): Command {
  return { id, group: 'Wells', label: wellCode, hint: wellName, to: wellAddress(id) };
}

/** Whether each word that was typed is somewhere in the command's name. */
export function fits(command: Command, typed: string): boolean {
  const name = command.label.toLowerCase();
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => name.includes(word));
}

const GROUPS: Command['group'][] = ['Go to', 'Actions', 'Wells'];

function go(label: string, to: string): Command {
  return { id: to, group: 'Go to', label, to };
}

function act(label: string, to: string): Command {
  return { id: to, group: 'Actions', label, to };
}

const COMPANY_COMMANDS = [
  go('Wells', '/'),
  go('Custom Fields', '/?view=fields'),
  go('Calculate ARO', '/?tab=calculate'),
  go('Accretion', '/?tab=accretion'),
  go('ARO Detail', '/?tab=detail'),
  act('Export Journal Entries', '/?tab=detail&dialog=journal'),
  act('Export ARO Rollforward', '/?tab=detail&dialog=rollforward'),
  act('Open ARO Rollforward', '/?tab=detail&dialog=aro-rollforward'),
  act('Open Disclosure', '/?tab=detail&dialog=disclosure'),
  act('Open ARC Rollforward', '/?tab=detail&dialog=arc-rollforward'),
  act('Open Maturities', '/?tab=detail&dialog=maturities'),
  act('Open Trial Balance', '/?tab=detail&dialog=trial-balance'),
  act('Open Balances', '/?tab=detail&dialog=balances'),
];

const COMPANY_ADMIN_COMMANDS = [
  go('Company Settings', '/?tab=company'),
  go('Audit Log', '/?tab=company&view=audit'),
  go('Members', '/?tab=company&view=members'),
  go('API Tokens', '/?tab=company&view=tokens'),
  go('Books Check', '/?tab=company&view=books'),
  act('Add Well', '/?dialog=new'),
  act('Mass Upload Wells', '/?dialog=upload'),
];
