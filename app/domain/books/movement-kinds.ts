/**
 * Effects a posting can have on one layer. To add a kind of movement, start with its entry here: the code it is stored under,
 * its disclosure column, its causes in the ARC rollforward, and its journal entry.
 * Source: the ledger's table of kinds; ASC 410-20-25-5 and 410-20-35-3 to 35-8.
 */
export const MOVEMENT_KINDS = {
  /** An opening balance at a cutover date. No journal entry: the general ledger already has it. */
  opening: {
    code: 1,
    isRecognition: true,
    column: 'opening',
    arcCauses: ['beginningCost', 'beginningAccumulated'],
    reversedArcCauses: ['retired', 'accumulatedRetired'],
    voucher: null,
    offset: 'opening',
    isByTerms: false,
  },
  /** A new obligation: the initial layer, or an additional one for an added cost. */
  incurred: {
    code: 2,
    isRecognition: true,
    column: 'incurred',
    arcCauses: ['additions'],
    voucher: 'L',
    offset: 'settlement',
    isByTerms: false,
  },
  /** Like `incurred`, for a well, or an interest in one, that was bought. */
  acquired: {
    code: 3,
    isRecognition: true,
    column: 'acquired',
    arcCauses: ['additions'],
    voucher: 'L',
    offset: 'settlement',
    isByTerms: false,
  },
  /** A change in estimate, up or down. */
  revised: {
    code: 4,
    isRecognition: true,
    column: 'revisions',
    arcCauses: ['revisions'],
    voucher: 'L',
    offset: 'settlement',
    isByTerms: false,
  },
  /** The passage of time over one period. */
  accreted: {
    code: 5,
    isRecognition: false,
    column: 'accretion',
    arcCauses: [],
    voucher: 'A',
    offset: 'expense',
    isByTerms: false,
  },
  /** Part of the asset retirement cost charged to expense. */
  depreciated: {
    code: 6,
    isRecognition: false,
    column: null,
    arcCauses: ['depreciation'],
    voucher: 'D',
    offset: 'depreciation',
    isByTerms: false,
  },
  /** Money spent on plugging, and the part of the obligation it discharged. */
  settled: {
    code: 7,
    isRecognition: false,
    column: 'settled',
    arcCauses: [],
    voucher: 'S',
    offset: 'settlement',
    isByTerms: true,
  },
  /** Asset retirement cost remaining at the final settlement. */
  retired: {
    code: 8,
    isRecognition: false,
    column: null,
    arcCauses: ['retired', 'accumulatedRetired'],
    voucher: 'S',
    offset: 'settlement',
    isByTerms: true,
  },
  /** The obligation and the asset of a well, or of an interest in it, that was sold. */
  divested: {
    code: 9,
    isRecognition: false,
    column: 'divested',
    arcCauses: ['divested', 'accumulatedRetired'],
    voucher: 'V',
    offset: 'disposal',
    isByTerms: true,
  },
} as const satisfies Record<string, MovementRule>;

/**
 * Accounts in journal entries: those of the four amounts, and those that take their offset.
 * `opening` appears only in the trial balance.
 */
export type Account =
  | 'asset'
  | 'accumulated'
  | 'liability'
  | 'clearing'
  | 'expense'
  | 'depreciation'
  | 'settlement'
  | 'disposal'
  | 'pool'
  | 'opening';

/**
 * Disclosure columns in order, and how the rollforward treats each. `change` counts as an addition when positive and as a
 * reduction when negative; `reduction` is always a reduction, whatever its sign.
 * Source: ASC 410-20-50-1(c), the components of the reconciliation.
 */
export const DISCLOSURE_COLUMNS = {
  opening: 'beginning',
  incurred: 'change',
  acquired: 'change',
  revisions: 'change',
  accretion: 'accretion',
  settled: 'reduction',
  divested: 'reduction',
} as const satisfies Record<string, RollforwardColumn>;
export type DisclosureColumn = keyof typeof DISCLOSURE_COLUMNS;
/** Columns that make up the change from the disclosure's beginning to its ending. */
export const DISCLOSURE_CHANGES = Object.keys(DISCLOSURE_COLUMNS) as DisclosureColumn[];
export type RollforwardColumn = 'beginning' | 'change' | 'accretion' | 'reduction';

/** Components of a well's asset retirement cost and accumulated depreciation around a report's dates, in order. */
export const ARC_CAUSES = [
  'beginningCost',
  'additions',
  'revisions',
  'retired',
  'divested',
  'beginningAccumulated',
  'depreciation',
  'accumulatedRetired',
] as const;
export type ArcCause = (typeof ARC_CAUSES)[number];

/** Voucher letters, in the order in which a file lists the vouchers of one day. */
export const VOUCHER_LETTERS = ['L', 'A', 'D', 'S', 'V'] as const;
export type VoucherLetter = (typeof VOUCHER_LETTERS)[number];

type MovementRule = {
  code: number;
  /** True when the movement recognizes its layer. A layer whose recognition is reversed has no balance. */
  isRecognition: boolean;
  /** Disclosure column; null when the movement does not change the liability. */
  column: DisclosureColumn | null;
  /** Causes in the ARC rollforward, for cost and accumulated depreciation; empty when it changes neither. */
  arcCauses: readonly ArcCause[];
  /** Causes of its reversal, if different: an opening balance starts the books, while its reversal reduces them. */
  reversedArcCauses?: readonly ArcCause[];
  /** Voucher letter; null when nothing is journaled. */
  voucher: VoucherLetter | null;
  /** Account for its offset, asset + cash − liability, unless its posting's terms override it. */
  offset: Account;
  /** True when the posting's terms can override the offset account. */
  isByTerms: boolean;
};

export type MovementKind = keyof typeof MOVEMENT_KINDS;

/** Kinds of postings, as shown in lists of postings. */
export const POSTING_KINDS = [
  'calculation',
  'accretion',
  'depreciation',
  'settlement',
  'sale',
  'opening',
  'reversal',
] as const;
export type PostingKind = (typeof POSTING_KINDS)[number];

export const POSTING_SOURCES = ['user', 'month-end', 'import'] as const;
export type PostingSource = (typeof POSTING_SOURCES)[number];

const KIND_OF_CODE = new Map(
  Object.entries(MOVEMENT_KINDS).map(([kind, { code }]) => [code as number, kind as MovementKind]),
);

/** Code a kind is stored under. */
export function codeOfKind(kind: MovementKind): number {
  return MOVEMENT_KINDS[kind].code;
}

/** Kind stored under a code. @throws RangeError when no kind has the code */
export function kindOfCode(code: number): MovementKind {
  const kind = KIND_OF_CODE.get(code);
  if (kind === undefined) throw new RangeError(`No kind of movement has the code ${code}`);
  return kind;
}

/** Codes of the kinds that a predicate selects, for SQL. */
export function codesWhere(isMatch: (rule: MovementRule) => boolean): number[] {
  return Object.values(MOVEMENT_KINDS)
    .filter((rule) => isMatch(rule))
    .map(({ code }) => code);
}

/** Kinds that a predicate selects, in table order. */
function kindsWhere(isMatch: (rule: MovementRule) => boolean): MovementKind[] {
  return Object.entries(MOVEMENT_KINDS)
    .filter(([, rule]) => isMatch(rule))
    .map(([kind]) => kind as MovementKind);
}

/** How the rollforward treats a kind; null when the kind does not change the liability. */
export function rollforwardOf({ column }: Pick<MovementRule, 'column'>): RollforwardColumn | null {
  return column && DISCLOSURE_COLUMNS[column];
}

/** Kinds that the rollforward treats in any of the given ways. */
export function kindsIn(...columns: readonly RollforwardColumn[]): MovementKind[] {
  return kindsWhere((rule) => columns.some((column) => column === rollforwardOf(rule)));
}

/** Kinds behind a cause of the ARC rollforward: those that have the cause when posted, and those that have it when reversed. */
export function kindsOfArcCause(cause: ArcCause): { posted: MovementKind[]; reversed: MovementKind[] } {
  return {
    posted: kindsWhere(({ arcCauses }) => arcCauses.includes(cause)),
    reversed: kindsWhere(({ arcCauses, reversedArcCauses = arcCauses }) => reversedArcCauses.includes(cause)),
  };
}

/** Kinds behind a column of the disclosure. */
export function kindsOfDisclosure(column: DisclosureColumn): MovementKind[] {
  return kindsWhere((rule) => rule.column === column);
}

/** Kinds behind a column of the rollforward. */
export function kindsOfRollforward(column: 'additions' | 'accretion' | 'reductions'): MovementKind[] {
  if (column === 'additions') return kindsIn('change');
  // The reversal of an opening balance is a reduction.
  return column === 'accretion' ? kindsIn('accretion') : kindsIn('change', 'reduction', 'beginning');
}
