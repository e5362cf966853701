/**
 * Who may call what: one table for the tests, which try every cell, and for docs/authorization.md, which is made from it.
 */

/**
 * Who may make a call. Each includes those after it, but a system administrator is no member by that. Writers are company admins,
 * and tokens that write.
 */
export type Permission =
  | 'anyone'
  | 'account'
  | 'person'
  | 'system admin'
  | 'member'
  | 'member in person'
  | 'writer'
  | 'company admin';

/** The guard that a route declares for a permission. */
export const GUARDS: Record<Exclude<Permission, 'anyone'>, string> = {
  account: 'requireAccount',
  person: 'requireUser',
  'system admin': 'requireSystemAdmin',
  member: 'requireCompany',
  'member in person': 'requireMember',
  writer: 'requireCompanyWriter',
  'company admin': 'requireCompanyAdmin',
};

/** What a call may need to name: things of the company whose viewer and admin call it, and people. */
export type World = {
  companyId: string;
  /** A company of nobody, without data. */
  emptyCompanyId: string;
  wellId: string;
  /** A well of the company without layers. */
  bareWellId: string;
  layerId: string;
  /** The posting that recognized the layer. */
  postingId: string;
  /** An export of the journal, where a call needs one. */
  exportId: string;
  /** A token of the company. */
  tokenId: string;
  /** An import profile of the company, where a call needs one. */
  profileId: string;
  /** A preparation of the month, and a report that its close kept, where a call needs one. */
  preparationId: string;
  reportId: string;
  /** An invitation to the company that waits. */
  invitationId: string;
  /** A member of the company, and somebody who is in none. */
  memberId: string;
  strangerId: string;
  /** An address that the company's admin has sent a file to, one that is still free, and an upload that has ended. */
  uploadURL: string;
  freeToken: string;
  jobId: string;
};

export type Call = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** With the names of dynamic parts as in the route. */
  path: string;
  may: Permission;
  success: number;
  /** Query with its question mark. */
  query?: string;
  params?: (world: World) => Record<string, string>;
  body?: (world: World) => unknown;
  /** A CSV file in place of a body. */
  file?: string;
  /** What the company must have for the call: an upload, accretion posted to a month-end, a closed month, a prepared month, a month-end run over two months, a rate table, an export of the journal, a token, an invitation, or an import profile. */
  needs?:
    | 'upload'
    | 'posted month'
    | 'closed month'
    | 'prepared month'
    | 'caught-up month'
    | 'rate table'
    | 'export'
    | 'token'
    | 'invitation'
    | 'profile';
  /**
   * What a member of another company gets, as admin there, when the call names something of this company. Calls that name
   * nothing work on the caller's own company and succeed.
   */
  foreign?: number;
};

const well = {
  wellCode: 'NEW-1',
  wellName: 'New',
  wellStatus: 'Active',
  field: 'F',
  activeDate: '2024-01-01',
};
const terms = {
  layerType: 'initial',
  discountRate: '8',
  inflationRate: '2.5',
  pAndACost: '1000',
  wellLifespan: 10,
};
const revision = { date: '2024-01-31', rows: [{ wellCode: 'A-1', pAndACost: '900' }] };
const settlements = { rows: [{ wellCode: 'A-1', date: '2020-01-31', cost: '10' }] };
const sales = { date: '2020-01-31', shareSold: '10', wells: ['A-1'] };
const dates = '?beginDate=2024-01-01&endDate=2024-12-31';
const asOf = '?asOf=2024-12-31';

/** The month-end that is posted or closed where a call needs one: that of the layers in the world. */
export const WORLD_MONTH = '2020-01-31';
/** The month-end whose run posts two months at once. */
export const CAUGHT_UP_MONTH = '2020-02-29';

/** The rate table of companies that need one. */
export const WORLD_TABLE = {
  effectiveOn: '2020-01-01',
  discountRates: [
    { years: '10', rate: '7.60' },
    { years: '20', rate: '8.00' },
  ],
  inflationRate: '2.50',
};

/** The export of companies that need one. */
export const WORLD_EXPORT = { beginDate: '2020-01-01', endDate: '2020-12-31', layout: 'netsuite' };

/** The import profile of companies that need one. */
export const WORLD_PROFILE = {
  name: 'Old spreadsheet',
  mapping: { columns: [{ title: 'API', to: 'wellCode' }], defaults: { field: 'Unassigned' } },
};

const ofCompany = ({ companyId }: World) => ({ companyId });
const ofUpload = {
  may: 'member',
  success: 200,
  needs: 'upload',
  params: ({ jobId }: World) => ({ jobId }),
  foreign: 404,
} as const;

/** A document of the company that members read and company admins replace. */
function companyCalls(path: string, body: () => unknown): Call[] {
  const call = { path, success: 200, params: ofCompany, foreign: 404 };
  return [
    { ...call, method: 'GET', may: 'member' },
    { ...call, method: 'PUT', may: 'company admin', body },
  ];
}

/** Names in an address that are a company's own, or one of its things. */
const OF_A_COMPANY =
  /:(companyId|wellId|layerId|postingId|jobId|exportId|tokenId|profileId|reportId|token)\b/;

/** Calls for members that name something of a company, without a word on what others get. */
export function unnamedForeigners(calls: Call[]): string[] {
  return calls
    .filter(({ may, path, foreign }) => may !== 'system admin' && OF_A_COMPANY.test(path) && !foreign)
    .map(({ method, path }) => `${method} ${path}`);
}

export const CALLS: Call[] = [
  { method: 'GET', path: '/api/auth/user', may: 'account', success: 200 },
  { method: 'GET', path: '/api/companies/user', may: 'person', success: 200 },
  {
    method: 'POST',
    path: '/api/companies/select',
    may: 'person',
    success: 200,
    body: ({ companyId }) => ({ companyId }),
    foreign: 403,
  },

  { method: 'GET', path: '/api/wells', may: 'member', success: 200 },
  { method: 'POST', path: '/api/wells', may: 'writer', success: 201, body: () => well },
  { method: 'GET', path: '/api/wells/with-custom-fields', may: 'member', success: 200 },
  {
    method: 'GET',
    path: '/api/wells/:wellId',
    may: 'member',
    success: 200,
    params: ({ wellId }) => ({ wellId }),
    foreign: 404,
  },
  {
    method: 'PUT',
    path: '/api/wells/:wellId',
    may: 'writer',
    success: 200,
    params: ({ wellId }) => ({ wellId }),
    body: () => well,
    foreign: 404,
  },
  {
    method: 'DELETE',
    path: '/api/wells/:wellId',
    may: 'writer',
    success: 204,
    params: ({ wellId }) => ({ wellId }),
    foreign: 404,
  },
  {
    method: 'GET',
    path: '/api/wells/:wellId/aro-layers',
    may: 'member',
    success: 200,
    params: ({ wellId }) => ({ wellId }),
    foreign: 404,
  },

  { method: 'POST', path: '/api/objects/upload', may: 'writer', success: 200 },
  {
    method: 'PUT',
    path: '/api/objects/upload/:token',
    may: 'writer',
    success: 204,
    needs: 'upload',
    params: ({ freeToken }) => ({ token: freeToken }),
    file: 'wellCode',
    foreign: 403,
  },
  {
    method: 'POST',
    path: '/api/wells/mass-upload',
    may: 'writer',
    success: 200,
    needs: 'upload',
    body: ({ uploadURL }) => ({ uploadURL }),
    foreign: 403,
  },
  {
    method: 'POST',
    path: '/api/wells/mass-upload/preview',
    may: 'writer',
    success: 200,
    body: () => ({ wellCodes: ['A'] }),
  },
  {
    method: 'POST',
    path: '/api/wells/mass-upload/check',
    may: 'writer',
    success: 200,
    body: () => ({
      titles: ['wellCode', 'wellName', 'wellStatus', 'field', 'activeDate'],
      rows: [{ row: 2, cells: ['C-1', 'Checked', 'Active', 'F', '2024-01-01'] }],
    }),
  },
  { method: 'GET', path: '/api/import-profiles', may: 'member', success: 200 },
  {
    method: 'POST',
    path: '/api/import-profiles',
    may: 'writer',
    success: 201,
    body: () => ({ ...WORLD_PROFILE, name: 'New spreadsheet' }),
  },
  {
    method: 'PUT',
    path: '/api/import-profiles/:profileId',
    may: 'writer',
    success: 200,
    needs: 'profile',
    params: ({ profileId }) => ({ profileId }),
    body: () => ({ ...WORLD_PROFILE, name: 'Renamed' }),
    foreign: 404,
  },
  {
    method: 'DELETE',
    path: '/api/import-profiles/:profileId',
    may: 'writer',
    success: 204,
    needs: 'profile',
    params: ({ profileId }) => ({ profileId }),
    foreign: 404,
  },
  { method: 'GET', path: '/api/wells/mass-upload', may: 'member', success: 200 },
  { method: 'GET', path: '/api/wells/mass-upload/:jobId', ...ofUpload },
  { method: 'GET', path: '/api/wells/mass-upload/:jobId/rejected-rows', ...ofUpload },

  { method: 'GET', path: '/api/aro-layers', may: 'member', success: 200 },
  { method: 'GET', path: '/api/close-status', may: 'member', success: 200 },
  { method: 'GET', path: '/api/fields', may: 'member', success: 200, query: '?search=a' },
  { method: 'GET', path: '/api/worklist', may: 'member', success: 200, query: '?kind=overdue' },
  {
    method: 'POST',
    path: '/api/aro-layers/calculate',
    may: 'writer',
    success: 201,
    body: ({ bareWellId }) => ({ ...terms, wellId: bareWellId, calculationDate: '2024-01-01' }),
    foreign: 404,
  },
  {
    method: 'POST',
    path: '/api/aro-layers/calculate-all',
    may: 'writer',
    success: 200,
    body: () => ({ ...terms, scope: 'all', calculationDate: '2024-01-01' }),
  },
  { method: 'GET', path: '/api/accretion', may: 'member', success: 200 },
  {
    method: 'GET',
    path: '/api/accretion/preview',
    may: 'member',
    success: 200,
    query: '?periodType=monthly&periodEnd=2024-01-31',
  },
  {
    method: 'POST',
    path: '/api/accretion/calculate',
    may: 'writer',
    success: 200,
    body: () => ({ periodType: 'monthly', periodEnd: '2024-01-31' }),
  },
  { method: 'GET', path: '/api/accretion/month-ends', may: 'company admin', success: 200 },
  {
    method: 'POST',
    path: '/api/accretion/month-ends/:periodEnd/review',
    may: 'company admin',
    success: 200,
    needs: 'caught-up month',
    params: () => ({ periodEnd: CAUGHT_UP_MONTH }),
  },
  {
    method: 'POST',
    path: '/api/wells/:wellId/settlements',
    may: 'writer',
    success: 201,
    params: ({ wellId }) => ({ wellId }),
    body: () => ({ date: '2020-01-31', cost: '10' }),
    foreign: 404,
  },
  {
    method: 'POST',
    path: '/api/wells/:wellId/sales',
    may: 'writer',
    success: 201,
    params: ({ wellId }) => ({ wellId }),
    body: () => ({ date: '2020-01-31', interestSold: '10' }),
    foreign: 404,
  },
  {
    method: 'POST',
    path: '/api/settlements',
    may: 'writer',
    success: 201,
    body: () => ({ ...settlements, mode: 'all' }),
  },
  {
    method: 'POST',
    path: '/api/settlements/preview',
    may: 'writer',
    success: 200,
    body: () => settlements,
  },
  {
    method: 'POST',
    path: '/api/sales',
    may: 'writer',
    success: 201,
    body: () => ({ ...sales, mode: 'all' }),
  },
  {
    method: 'POST',
    path: '/api/sales/preview',
    may: 'writer',
    success: 200,
    body: () => sales,
  },
  {
    method: 'POST',
    path: '/api/revisions',
    may: 'writer',
    success: 201,
    body: () => ({ ...revision, mode: 'all' }),
  },
  {
    method: 'POST',
    path: '/api/revisions/preview',
    may: 'writer',
    success: 200,
    body: () => revision,
  },

  { method: 'GET', path: '/api/postings', may: 'member', success: 200 },
  {
    method: 'GET',
    path: '/api/postings/:postingId',
    may: 'member',
    success: 200,
    params: ({ postingId }) => ({ postingId }),
    foreign: 404,
  },
  {
    method: 'POST',
    path: '/api/postings/:postingId/reverse',
    may: 'writer',
    success: 201,
    params: ({ postingId }) => ({ postingId }),
    body: () => ({ reason: 'Wrong cost' }),
    foreign: 404,
  },
  { method: 'GET', path: '/api/periods', may: 'member', success: 200 },
  {
    method: 'POST',
    path: '/api/periods/close',
    may: 'company admin',
    success: 200,
    needs: 'posted month',
    body: () => ({ through: WORLD_MONTH }),
  },
  {
    method: 'POST',
    path: '/api/periods/reopen',
    may: 'company admin',
    success: 200,
    needs: 'closed month',
    body: () => ({ from: '2020-01-01', reason: 'Late invoice' }),
  },
  {
    method: 'GET',
    path: '/api/closes/:month',
    may: 'member',
    success: 200,
    params: () => ({ month: WORLD_MONTH.slice(0, 7) }),
  },
  {
    method: 'POST',
    path: '/api/closes/:month/prepare',
    may: 'company admin',
    success: 200,
    needs: 'posted month',
    params: () => ({ month: WORLD_MONTH.slice(0, 7) }),
    body: () => ({ note: 'Accruals checked' }),
  },
  {
    method: 'POST',
    path: '/api/closes/:month/approve',
    may: 'company admin',
    success: 200,
    needs: 'prepared month',
    params: () => ({ month: WORLD_MONTH.slice(0, 7) }),
    body: ({ preparationId }) => ({ preparation: preparationId }),
    // They have a preparation of their own, of which this is not the id.
    foreign: 409,
  },
  {
    method: 'PUT',
    path: '/api/closes/:month/tie-out',
    may: 'company admin',
    success: 200,
    needs: 'posted month',
    params: () => ({ month: WORLD_MONTH.slice(0, 7) }),
    body: () => ({
      accounts: [{ mainAccount: '2400', subAccount: '100', balance: '-1.00', explanation: 'Late' }],
    }),
  },
  {
    method: 'GET',
    path: '/api/closes/:month/reports/:reportId',
    may: 'member',
    success: 200,
    needs: 'closed month',
    params: ({ reportId }) => ({ month: WORLD_MONTH.slice(0, 7), reportId }),
    foreign: 404,
  },
  { method: 'GET', path: '/api/books/seal', may: 'member', success: 200 },
  { method: 'POST', path: '/api/books/verify', may: 'company admin', success: 200 },
  { method: 'GET', path: '/api/books/check', may: 'company admin', success: 200 },
  { method: 'GET', path: '/api/reports/overview', may: 'member', success: 200 },
  { method: 'GET', path: '/api/reports/aro-summary', may: 'member', success: 200 },
  { method: 'GET', path: '/api/reports/aro-rollforward', may: 'member', success: 200, query: dates },
  { method: 'GET', path: '/api/reports/journal-entries', may: 'member', success: 200, query: dates },
  { method: 'GET', path: '/api/reports/journal', may: 'member', success: 200, query: dates },
  { method: 'GET', path: '/api/journal-exports', may: 'member', success: 200 },
  {
    method: 'POST',
    path: '/api/journal-exports',
    may: 'member',
    success: 201,
    body: () => WORLD_EXPORT,
  },
  { method: 'GET', path: '/api/journal-exports/changes', may: 'member', success: 200, query: dates },
  {
    method: 'GET',
    path: '/api/journal-exports/:exportId/file',
    may: 'member',
    success: 200,
    needs: 'export',
    params: ({ exportId }) => ({ exportId }),
    foreign: 404,
  },
  { method: 'GET', path: '/api/reports/disclosure', may: 'member', success: 200, query: dates },
  { method: 'GET', path: '/api/reports/arc-rollforward', may: 'member', success: 200, query: dates },
  { method: 'GET', path: '/api/reports/trial-balance', may: 'member', success: 200, query: dates },
  { method: 'GET', path: '/api/reports/maturities', may: 'member', success: 200, query: asOf },
  { method: 'GET', path: '/api/reports/balances', may: 'member', success: 200, query: asOf },
  {
    method: 'GET',
    path: '/api/wells/:wellId/ledger',
    may: 'member',
    success: 200,
    params: ({ wellId }) => ({ wellId }),
    foreign: 404,
  },

  {
    method: 'POST',
    path: '/api/admin/companies',
    may: 'system admin',
    success: 201,
    body: () => ({ name: 'New', code: crypto.randomUUID().slice(0, 8) }),
  },
  {
    method: 'POST',
    path: '/api/admin/users/:userId/companies',
    may: 'system admin',
    success: 201,
    params: ({ strangerId }) => ({ userId: strangerId }),
    body: ({ companyId }) => ({ companyId, role: 'viewer' }),
  },
  { method: 'GET', path: '/api/admin/companies', may: 'system admin', success: 200 },
  {
    method: 'DELETE',
    path: '/api/admin/companies/:companyId',
    may: 'system admin',
    success: 204,
    params: ({ emptyCompanyId }) => ({ companyId: emptyCompanyId }),
  },
  { method: 'GET', path: '/api/admin/users', may: 'system admin', success: 200 },
  {
    method: 'DELETE',
    path: '/api/admin/users/:userId/companies/:companyId',
    may: 'system admin',
    success: 204,
    params: ({ memberId, companyId }) => ({ userId: memberId, companyId }),
  },
  {
    method: 'PUT',
    path: '/api/admin/users/:userId/companies/:companyId',
    may: 'system admin',
    success: 200,
    params: ({ memberId, companyId }) => ({ userId: memberId, companyId }),
    body: () => ({ role: 'admin' }),
  },
  { method: 'GET', path: '/api/admin/invitations', may: 'system admin', success: 200 },
  {
    method: 'POST',
    path: '/api/admin/invitations',
    may: 'system admin',
    success: 201,
    body: ({ companyId }) => ({ email: 'newcomer@example.com', companyId, role: 'viewer' }),
  },
  {
    method: 'DELETE',
    path: '/api/admin/invitations/:invitationId',
    may: 'system admin',
    success: 204,
    needs: 'invitation',
    params: ({ invitationId }) => ({ invitationId }),
  },
  {
    method: 'PUT',
    path: '/api/admin/users/:userId/admin',
    may: 'system admin',
    success: 200,
    params: ({ strangerId }) => ({ userId: strangerId }),
    body: () => ({ isAdmin: true }),
  },
  {
    method: 'DELETE',
    path: '/api/admin/users/:userId/sessions',
    may: 'system admin',
    success: 204,
    params: ({ strangerId }) => ({ userId: strangerId }),
  },
  { method: 'GET', path: '/api/admin/audit-logs', may: 'system admin', success: 200 },
  { method: 'GET', path: '/api/admin/wells', may: 'system admin', success: 200 },
  { method: 'GET', path: '/api/admin/aro-layers', may: 'system admin', success: 200 },
  { method: 'GET', path: '/api/admin/accretion-records', may: 'system admin', success: 200 },

  { method: 'GET', path: '/api/user/preferences', may: 'person', success: 200 },
  {
    method: 'POST',
    path: '/api/user/preferences',
    may: 'person',
    success: 201,
    body: () => ({ preferenceKey: 'currency', preferenceValue: 'NOK' }),
  },
  {
    method: 'PUT',
    path: '/api/user/preferences/:key',
    may: 'person',
    success: 200,
    params: () => ({ key: 'theme' }),
    body: () => ({ preferenceValue: 'light' }),
  },
  {
    method: 'DELETE',
    path: '/api/user/preferences/:key',
    may: 'person',
    success: 204,
    params: () => ({ key: 'theme' }),
  },
  { method: 'GET', path: '/api/user/sessions', may: 'account', success: 200 },
  { method: 'DELETE', path: '/api/user/sessions', may: 'account', success: 204 },
  {
    method: 'DELETE',
    path: '/api/user/sessions/:sessionId',
    may: 'account',
    success: 204,
    params: () => ({ sessionId: '0'.repeat(64) }),
  },
  { method: 'GET', path: '/api/user/deletion-status', may: 'account', success: 200 },
  { method: 'POST', path: '/api/user/soft-delete', may: 'account', success: 200 },
  { method: 'POST', path: '/api/user/anonymize', may: 'account', success: 200 },
  { method: 'DELETE', path: '/api/user/permanent', may: 'account', success: 204 },

  ...companyCalls('/api/companies/:companyId/custom-fields', () => ({ customFieldTemplates: [] })),
  ...companyCalls('/api/companies/:companyId/depletion-rates', () => ({
    rates: [{ field: 'North', month: '2024-01', percent: '1.25' }],
  })),
  ...companyCalls('/api/companies/:companyId/rate-tables', () => ({ tables: [WORLD_TABLE] })),
  {
    method: 'GET',
    path: '/api/companies/:companyId/rate-tables/lookup',
    may: 'member',
    success: 200,
    query: '?date=2024-01-31&wellLifespan=15',
    params: ofCompany,
    needs: 'rate table',
    foreign: 404,
  },
  {
    method: 'DELETE',
    path: '/api/companies/:companyId/rate-tables/:effectiveOn',
    may: 'company admin',
    success: 204,
    params: ({ companyId }) => ({ companyId, effectiveOn: WORLD_TABLE.effectiveOn }),
    needs: 'rate table',
    foreign: 404,
  },
  ...companyCalls('/api/companies/:companyId/settings', () => ({ accretionMethod: 'effective' })),
  {
    method: 'GET',
    path: '/api/companies/:companyId/members',
    may: 'company admin',
    success: 200,
    params: ofCompany,
    foreign: 404,
  },
  {
    method: 'GET',
    path: '/api/companies/:companyId/tokens',
    may: 'company admin',
    success: 200,
    params: ofCompany,
    foreign: 404,
  },
  {
    method: 'POST',
    path: '/api/companies/:companyId/tokens',
    may: 'company admin',
    success: 201,
    params: ofCompany,
    body: () => ({ name: 'Ledger feed', scope: 'read', expiresOn: new Date().toISOString().slice(0, 10) }),
    foreign: 404,
  },
  {
    method: 'DELETE',
    path: '/api/companies/:companyId/tokens/:tokenId',
    may: 'company admin',
    success: 204,
    needs: 'token',
    params: ({ companyId, tokenId }) => ({ companyId, tokenId }),
    foreign: 404,
  },
  { method: 'GET', path: '/api/audit-logs', may: 'member in person', success: 200 },
  {
    method: 'GET',
    path: '/api/aro-layers/:layerId/history',
    may: 'member',
    success: 200,
    params: ({ layerId }) => ({ layerId }),
    foreign: 404,
  },
];

/** The kinds of people whom every call is tried with. */
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

/** The status that the caller must get. */
export function expectedStatus(call: Call, caller: Caller): number {
  if (call.may === 'anyone') return call.success;
  // The session of a deleted account is nobody's.
  if (caller === 'signedOut' || caller === 'erased') return 401;
  // A token is of its company, and no person.
  if (caller === 'readToken' || caller === 'writeToken') {
    const may = call.may === 'member' || (call.may === 'writer' && caller === 'writeToken');
    return may ? call.success : 403;
  }
  if (call.may === 'account') return call.success;
  if (caller === 'deleted') return 403;
  switch (call.may) {
    case 'person':
      // System administrators and former members are as foreign to the company as somebody of another one.
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

/** docs/authorization.md as the table has it. */
export function authorizationDocument(): string {
  const callers = Object.keys(CALLERS) as Caller[];
  const cell = (status: number) => (status < 300 ? `**${status}**` : String(status));
  const lines = [
    '# Who may call what',
    '',
    'Made from `tests/support/authorization.ts` by `npm run docs`; every cell is tried by `tests/worker/platform/authorization.test.ts`.',
    'A call that names something of a company that is not the caller’s answers as if it were not there. 400 is "No company',
    'selected": system administration is no membership, and neither is a former one.',
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
