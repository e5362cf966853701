/** A call of the application, who may make it, and the world that it needs: what every table of calls is made of. */

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
  /** A file that supports the posting, where a call needs one. */
  evidenceId: string;
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
  /** What the company must have for the call: an upload, accretion posted to a month-end, also before a layer was added, a closed month, a prepared month, a month-end run over two months, a rate table, an export of the journal, a token, an invitation, an import profile, or evidence. */
  needs?:
    | 'upload'
    | 'posted month'
    | 'missed month'
    | 'closed month'
    | 'prepared month'
    | 'caught-up month'
    | 'rate table'
    | 'export'
    | 'token'
    | 'invitation'
    | 'profile'
    | 'evidence';
  /**
   * What a member of another company gets, as admin there, when the call names something of this company. Calls that name
   * nothing work on the caller's own company and succeed.
   */
  foreign?: number;
};

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
