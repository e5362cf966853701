/**
 * What a posting does to one layer. Adding a kind of movement starts with its line here: the number it is stored under,
 * the column of the disclosure it belongs to, what it is in the ARC rollforward, and the journal entry it makes.
 * Source: the ledger's table of kinds; ASC 410-20-25-5 and 410-20-35-3 to 35-8.
 */
export const MOVEMENT_KINDS = {
  /** A balance brought in at a cutover date. No journal entry: the general ledger has it already. */
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
  /** The same, of a well or of an interest in one that was bought. */
  acquired: {
    code: 3,
    isRecognition: true,
    column: 'acquired',
    arcCauses: ['additions'],
    voucher: 'L',
    offset: 'settlement',
    isByTerms: false,
  },
  /** A change of the estimate, up or down. */
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
  /** A part of the asset retirement cost becomes expense. */
  depreciated: {
    code: 6,
    isRecognition: false,
    column: null,
    arcCauses: ['depreciation'],
    voucher: 'D',
    offset: 'depreciation',
    isByTerms: false,
  },
  /** Money spent on plugging, and the part of the obligation that it discharged. */
  settled: {
    code: 7,
    isRecognition: false,
    column: 'settled',
    arcCauses: [],
    voucher: 'S',
    offset: 'settlement',
    isByTerms: true,
  },
  /** The asset retirement cost that is left at the final settlement. */
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
 * The accounts that a journal entry moves: those of the four amounts, and those that take their offset.
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
 * The disclosure's columns, in their order, and what the rollforward does with each. `change` counts as an addition when
 * positive and as a reduction when negative; `reduction` is one whatever its sign.
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
/** What changes the liability from the disclosure's beginning to its ending. */
export const DISCLOSURE_CHANGES = Object.keys(DISCLOSURE_COLUMNS) as DisclosureColumn[];
export type RollforwardColumn = 'beginning' | 'change' | 'accretion' | 'reduction';

/** What changed a well's asset retirement cost and its accumulated depreciation around a report's dates, in their order. */
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

/** The letters of vouchers, in the order that a file has those of one day. */
export const VOUCHER_LETTERS = ['L', 'A', 'D', 'S', 'V'] as const;
export type VoucherLetter = (typeof VOUCHER_LETTERS)[number];

type MovementRule = {
  code: number;
  /** Whether it brings its layer into the books: a layer whose recognition is reversed has no balance. */
  isRecognition: boolean;
  /** The disclosure's column; null where it moves no liability. */
  column: DisclosureColumn | null;
  /** Its causes in the ARC rollforward, for cost and accumulated depreciation; none where it moves neither. */
  arcCauses: readonly ArcCause[];
  /** Those of its reversal, where they are others: a balance brought in begins the books, and its reversal reduces them. */
  reversedArcCauses?: readonly ArcCause[];
  /** The letter of its voucher; null where nothing is journaled. */
  voucher: VoucherLetter | null;
  /** The account that takes its offset, asset + cash − liability, unless its posting says otherwise. */
  offset: Account;
  /** Whether its posting's terms say otherwise. */
  isByTerms: boolean;
};

export type MovementKind = keyof typeof MOVEMENT_KINDS;

/** What an act is, as people see it in lists of postings. */
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

/** The number a kind is stored under. */
export function codeOfKind(kind: MovementKind): number {
  return MOVEMENT_KINDS[kind].code;
}

/** The kind stored under a number. Throws RangeError for a number that no kind has. */
export function kindOfCode(code: number): MovementKind {
  const kind = KIND_OF_CODE.get(code);
  if (kind === undefined) throw new RangeError(`No kind of movement has the code ${code}`);
  return kind;
}

/** The numbers of the kinds that a rule picks, for SQL. */
export function codesWhere(isPicked: (rule: MovementRule) => boolean): number[] {
  return Object.values(MOVEMENT_KINDS)
    .filter((rule) => isPicked(rule))
    .map(({ code }) => code);
}

/** The kinds that a rule picks, in the order of the table. */
function kindsWhere(isPicked: (rule: MovementRule) => boolean): MovementKind[] {
  return Object.entries(MOVEMENT_KINDS)
    .filter(([, rule]) => isPicked(rule))
    .map(([kind]) => kind as MovementKind);
}

/** What the rollforward does with a kind; null where it moves no liability. */
export function rollforwardOf({ column }: Pick<MovementRule, 'column'>): RollforwardColumn | null {
  return column && DISCLOSURE_COLUMNS[column];
}

/** The kinds that the rollforward treats alike. */
export function kindsIn(...columns: readonly RollforwardColumn[]): MovementKind[] {
  return kindsWhere((rule) => columns.some((column) => column === rollforwardOf(rule)));
}

/** The kinds behind a cause of the ARC rollforward: those that have it when they are posted, and those whose reversals have it. */
export function kindsOfArcCause(cause: ArcCause): { posted: MovementKind[]; reversed: MovementKind[] } {
  return {
    posted: kindsWhere(({ arcCauses }) => arcCauses.includes(cause)),
    reversed: kindsWhere(({ arcCauses, reversedArcCauses = arcCauses }) => reversedArcCauses.includes(cause)),
  };
}

/** The kinds behind a column of the disclosure. */
export function kindsOfDisclosure(column: DisclosureColumn): MovementKind[] {
  return kindsWhere((rule) => rule.column === column);
}

/** The kinds behind a column of the rollforward. */
export function kindsOfRollforward(column: 'additions' | 'accretion' | 'reductions'): MovementKind[] {
  if (column === 'additions') return kindsIn('change');
  // What reverses a balance brought in is a reduction.
  return column === 'accretion' ? kindsIn('accretion') : kindsIn('change', 'reduction', 'beginning');
}
