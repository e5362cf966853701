/** Access control: one table for the tests, which try every cell, and for docs/authorization.md, which is generated from it. */

import type { Call, Permission } from './calls/call';
import { COMPANY_CALLS } from './calls/company-calls';
import { ACCOUNT_CALLS, PEOPLE_CALLS } from './calls/people-calls';

/** Guard that a route declares for a permission. */
export const GUARDS: Record<Exclude<Permission, 'anyone'>, string> = {
  account: 'requireAccount',
  person: 'requireUser',
  'system admin': 'requireSystemAdmin',
  member: 'requireCompany',
  'member in person': 'requireMember',
  writer: 'requireCompanyWriter',
  'company admin': 'requireCompanyAdmin',
};

/** Path parameters that identify a company, or something it owns. */
const OF_A_COMPANY =
  /:(companyId|wellId|layerId|postingId|jobId|exportId|tokenId|profileId|reportId|evidenceId|token)\b/;

/** Member requests whose path identifies a company or something it owns, but which lack a status for outsiders. */
export function unnamedForeigners(calls: Call[]): string[] {
  return calls
    .filter(({ may, path, foreign }) => may !== 'system admin' && OF_A_COMPANY.test(path) && !foreign)
    .map(({ method, path }) => `${method} ${path}`);
}

export const CALLS: Call[] = [...ACCOUNT_CALLS, ...COMPANY_CALLS, ...PEOPLE_CALLS];

/** Kinds of callers that every request is tried with. */
export const CALLERS = {
  signedOut: 'Signed out',
  viewer: 'Viewer',
  companyAdmin: 'Company admin',
  outsider: 'Admin of another company',
  systemAdmin: 'System admin without membership',
  removed: 'Removed from the company',
  deleted: 'Marked for deletion',
  erased: 'Deleted account',
  readToken: 'Token that reads',
  writeToken: 'Token that writes',
} as const;
export type Caller = keyof typeof CALLERS;

/** Expected status for the caller. */
export function expectedStatus(call: Call, caller: Caller): number {
  if (call.may === 'anyone') return call.success;
  // The session of a deleted account belongs to no one.
  if (caller === 'signedOut' || caller === 'erased') return 401;
  // A token belongs to its company, not to a user.
  if (caller === 'readToken' || caller === 'writeToken') {
    const may = call.may === 'member' || (call.may === 'writer' && caller === 'writeToken');
    return may ? call.success : 403;
  }
  if (call.may === 'account') return call.success;
  if (caller === 'deleted') return 403;
  switch (call.may) {
    case 'person':
      // System administrators and former members are as foreign to the company as members of another one.
      return caller === 'outsider' || caller === 'systemAdmin' || caller === 'removed'
        ? (call.foreign ?? call.success)
        : call.success;
    case 'system admin':
      return caller === 'systemAdmin' ? call.success : 403;
    case 'member':
    case 'member in person':
    case 'writer':
    case 'company admin':
      if (caller === 'systemAdmin' || caller === 'removed') return 400;
      if (caller === 'viewer' && !call.may.startsWith('member')) return 403;
      return caller === 'outsider' ? (call.foreign ?? call.success) : call.success;
  }
}

/** The table as docs/authorization.md. */
export function authorizationDocument(): string {
  const callers = Object.keys(CALLERS) as Caller[];
  const cell = (status: number) => (status < 300 ? `**${status}**` : String(status));
  const lines = [
    '# Who may call what',
    '',
    'Generated from `tests/support/authorization.ts` by `npm run docs`; `tests/worker/platform/authorization.test.ts` tries every cell. A',
    'call that names another company’s data gets the same response as for data that doesn’t exist. 400 means "No company selected": neither',
    'a system administrator nor a former member is a member of the company.',
    '',
    '*Who may*: an account is anyone signed in, a person anyone signed in whose account isn’t marked for deletion. Members are viewers,',
    'company admins and tokens; a member in person is one without a token. Writers are company admins and tokens that may write. Company',
    'admins and system admins act in person.',
    '',
    `| Call | Who may | ${callers.map((caller) => CALLERS[caller]).join(' | ')} |`,
    `|---|---|${callers.map(() => '---|').join('')}`,
    ...CALLS.map(
      (call) =>
        `| ${call.method} ${call.path} | ${call.may} | ${callers.map((caller) => cell(expectedStatus(call, caller))).join(' | ')} |`,
    ),
  ];
  return `${lines.join('\n')}\n`;
}
