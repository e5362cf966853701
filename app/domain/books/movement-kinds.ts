/**
 * What a posting does to one layer. Adding a kind of movement starts with its line here: the number it is stored under,
 * the column of the rollforward it belongs to, and the journal entry it makes.
 * Source: the ledger's table of kinds; ASC 410-20-25-5 and 410-20-35-3 to 35-8.
 */
export const MOVEMENT_KINDS = {
  /** A balance brought in at a cutover date. No journal entry: the general ledger has it already. */
  opening: { code: 1, isRecognition: true, column: 'beginning', entry: null },
  /** A new obligation: the initial layer, or an additional one for an added cost. */
  incurred: { code: 2, isRecognition: true, column: 'change', entry: { voucher: 'L', against: 'asset' } },
  /** A change of the estimate, up or down. */
  revised: { code: 4, isRecognition: true, column: 'change', entry: { voucher: 'L', against: 'asset' } },
  /** The passage of time over one period. */
  accreted: {
    code: 5,
    isRecognition: false,
    column: 'accretion',
    entry: { voucher: 'A', against: 'expense' },
  },
} as const satisfies Record<string, MovementRule>;

type MovementRule = {
  code: number;
  /** Whether it brings its layer into the books: a layer whose recognition is reversed has no balance. */
  isRecognition: boolean;
  /** `change` counts as an addition when positive and as a reduction when negative. */
  column: 'beginning' | 'change' | 'accretion';
  /** The account opposite the liability, and the letter of its voucher; null where nothing is journaled. */
  entry: { voucher: 'L' | 'A'; against: 'asset' | 'expense' } | null;
};

export type MovementKind = keyof typeof MOVEMENT_KINDS;

/** What an act is, as people see it in lists of postings. */
export const POSTING_KINDS = ['calculation', 'accretion', 'opening', 'reversal'] as const;
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
