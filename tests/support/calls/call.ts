/** A request to the application, its permission, and the data it needs: the basis of every table of requests. */

/**
 * Permission for a request. Each includes those below it, except that a system administrator is not thereby a member. Writers are company
 * admins, and tokens with write access.
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

/** Ids that a request may need: things in the company of the calling viewer and admin, and people. */
export type World = {
  companyId: string;
  /** A company without members or data. */
  emptyCompanyId: string;
  wellId: string;
  /** A well of the company without layers. */
  bareWellId: string;
  layerId: string;
  /** The posting that recognized the layer. */
  postingId: string;
  /** A journal export, if the request needs one. */
  exportId: string;
  /** A token of the company. */
  tokenId: string;
  /** An import profile of the company, if the request needs one. */
  profileId: string;
  /** A file attached to the posting, if the request needs one. */
  evidenceId: string;
  /** A preparation of the month, and a report kept by its close, if the request needs one. */
  preparationId: string;
  reportId: string;
  /** A pending invitation to the company. */
  invitationId: string;
  /** A member of the company, and someone with no membership. */
  memberId: string;
  strangerId: string;
  /** An address that the company's admin has uploaded a file to, one not used yet, and a finished upload. */
  uploadURL: string;
  freeToken: string;
  jobId: string;
};

export type Call = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** With the route's names for dynamic segments. */
  path: string;
  may: Permission;
  success: number;
  /** Query string, including the question mark. */
  query?: string;
  params?: (world: World) => Record<string, string>;
  body?: (world: World) => unknown;
  /** A CSV file instead of a JSON body. */
  file?: string;
  /**
   * State that the company must be in: an upload, accretion posted to a month-end, the same with a layer added afterward, a closed month,
   * a prepared month, a month-end run over two months, a rate table, a journal export, a token, an invitation, an import profile, or
   * evidence.
   */
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
   * Status for an admin of another company, if the request identifies this company or something it owns. Other requests work on the
   * caller's own company and succeed.
   */
  foreign?: number;
};

/** Month-end posted or closed for requests that need one: the month of the layers in the test data. */
export const WORLD_MONTH = '2020-01-31';
/** The month-end whose run posts two months together. */
export const CAUGHT_UP_MONTH = '2020-02-29';

/** Rate table for companies that need one. */
export const WORLD_TABLE = {
  effectiveOn: '2020-01-01',
  discountRates: [
    { years: '10', rate: '7.60' },
    { years: '20', rate: '8.00' },
  ],
  inflationRate: '2.50',
};

/** Export for companies that need one. */
export const WORLD_EXPORT = { beginDate: '2020-01-01', endDate: '2020-12-31', layout: 'netsuite' };

/** Import profile for companies that need one. */
export const WORLD_PROFILE = {
  name: 'Old spreadsheet',
  mapping: { columns: [{ title: 'API', to: 'wellCode' }], defaults: { field: 'Unassigned' } },
};
