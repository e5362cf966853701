import { type CsvRow, csvOf, upload } from '../mass-upload';
import { type Day, lengthOfLife, presentValue, rateOfBp } from './arithmetic';
import {
  type Act,
  attempt,
  type Books,
  balanceOf,
  beginAct,
  book,
  layersOf,
  liveWells,
  NO_AMOUNTS,
  Refusal,
  type Status,
  type Well,
  wellOf,
} from './books';
import { comparedEstimate, estimateLeftOf } from './estimates';
import { requireOwned } from './interests';
import { newWell, type Operation } from './operations';
import {
  isMeasuredOnDay,
  lifeOf,
  recognize,
  requireNothingSettledAfter,
  requireOrder,
  type Terms,
} from './recognition';
import { money } from './reports';

/** A row of a file: a well, and its layer unless the row has none. */
export type UploadRow = {
  code: string;
  field: string;
  activeDate: Day;
  status: Status;
  layer: UploadedLayer | null;
};

export type UploadedLayer = {
  terms: Terms;
  calculationDate: Day;
  /** Value at recognition, only with a balance; null if calculated. */
  valueCents: bigint | null;
  /** Carrying amount as of the upload's day; null for an ordinary layer. */
  balanceCents: bigint | null;
};

/** The day on which the tests deliver uploads. */
const DELIVERED_ON: Day = '2026-01-15';
const FIRST_ROW = 2;

/**
 * State shared by the rows of a file: its day, each well's number of measurements on its own day, and the wells that must not fall below
 * zero.
 */
type File = { asOf: Day; rounds: Map<string, number>; strict: ReadonlySet<string> };

/**
 * Processes a file as one act. Each row succeeds or fails as a whole. Balances may be of either sign, but if the imported ones leave a
 * well below zero, every row that takes more from it than it carries by then is refused.
 * @param isChecked true when the file was checked as a whole while the day of its balances was still open
 * @returns the refused rows, numbered as in a spreadsheet
 * @throws Refusal 409 for the whole file if the day of its balances is closed
 */
function importRows(
  books: Books,
  rows: readonly UploadRow[],
  { asOf, isChecked }: { asOf: Day; isChecked: boolean },
): string[] {
  if (!isChecked && rows.some(({ layer }) => layer?.balanceCents != null) && isClosed(books, asOf)) {
    throw new Refusal(409);
  }
  const before = structuredClone(books);
  const strict = new Set<string>();
  for (;;) {
    Object.assign(books, structuredClone(before));
    const act = beginAct(books);
    const file = { asOf, rounds: new Map<string, number>(), strict };
    const imported = rows.map((row) => attempt(act, () => importRow(act, row, file)));
    const negativeRows = rows.filter(
      ({ code, layer }, index) =>
        imported[index] && (layer?.balanceCents ?? 0n) < 0n && carryingOf(books, code) < 0n,
    );
    const codes = negativeRows.map(({ code }) => code).filter((code) => !strict.has(code));
    if (codes.length === 0) {
      return imported.flatMap((wasImported, index) => (wasImported ? [] : [String(index + FIRST_ROW)]));
    }
    for (const code of codes) strict.add(code);
  }
}

function isClosed({ closedThrough }: Books, day: Day): boolean {
  return closedThrough !== null && day <= closedThrough;
}

function carryingOf(books: Books, code: string): bigint {
  const well = liveWells(books).find((candidate) => candidate.code === code)!;
  return layersOf(books, well.id).reduce((sum, layer) => sum + balanceOf(books, layer), 0n);
}

function importRow(act: Act, { code, field, activeDate, status, layer }: UploadRow, file: File): void {
  const { asOf, rounds } = file;
  const { books } = act;
  const existing = liveWells(books).find((well) => well.code === code);
  const isAdditional = layer?.terms.layerType === 'additional';
  // A row adds a new well, or an additional layer to an existing one.
  if ((existing !== undefined) !== isAdditional) throw new Refusal(409);
  if (existing) requireSameWell(existing, { field, activeDate, status });
  const id = existing?.id ?? newWell(code);
  const isNewAndPlugged = existing === undefined && status === 'Plugged';
  if (!existing) {
    books.wells.push({
      id,
      code,
      field,
      activeDate,
      status,
      pluggedOn: isNewAndPlugged ? DELIVERED_ON : null,
      arrivedPlugged: isNewAndPlugged,
      retirementDate: null,
      interests: [],
      isDeleted: false,
    });
  }
  if (!layer) return;
  const day = layer.balanceCents === null ? layer.calculationDate : asOf;
  if (isClosed(books, day)) throw new Refusal(409);
  if (layer.balanceCents === null) recognizeRow(act, id, layer, rounds);
  else openRow(act, id, { ...layer, balanceCents: layer.balanceCents }, code, file);
  const importedWell = books.wells.find((well) => well.id === id)!;
  // A well imported as Plugged by this file was plugged on the day of its newest movement.
  if (id === newWell(code) && importedWell.status === 'Plugged') {
    const days = books.postings.filter(({ moves }) => moves.some(({ wellId }) => wellId === id));
    importedWell.pluggedOn = days
      .map((posting) => posting.day)
      .sort()
      .at(-1)!;
  }
}

/** Requires that a row adding a layer repeats the known fields of its well. */
function requireSameWell(well: Well, row: Pick<Well, 'field' | 'activeDate' | 'status'>): void {
  const isSame = well.field === row.field && well.activeDate === row.activeDate && well.status === row.status;
  if (!isSame) throw new Refusal(409);
}

/** An ordinary layer. A layer measured against an earlier row of the same file is booked in a later round. */
function recognizeRow(act: Act, wellId: string, layer: UploadedLayer, rounds: Map<string, number>): void {
  const { calculationDate, terms } = layer;
  const life = lifeOf({ retirementDate: null }, calculationDate, terms);
  // Rows build on the totals stated in earlier rows.
  const basis = 'stated';
  const compared = comparedEstimate(act.books, wellId, calculationDate, basis);
  const isOnItsDay = isMeasuredOnDay(act.books, wellId, { ...terms, compared }, life);
  const before = rounds.get(wellId);
  const round = before === undefined ? 0 : before + (isOnItsDay ? 1 : 0);
  recognize(act, wellId, calculationDate, terms, { round, basis });
  rounds.set(wellId, round);
}

/** An opening balance, booked as given. It accretes from its day. */
function openRow(
  act: Act,
  wellId: string,
  { terms, calculationDate, valueCents, balanceCents }: UploadedLayer & { balanceCents: bigint },
  code: string,
  { asOf, rounds, strict }: File,
): void {
  const { books } = act;
  const latest = layersOf(books, wellId).at(-1);
  requireOrder(terms, calculationDate, latest);
  if (asOf < calculationDate) throw new Refusal(400);
  requireOwned(wellOf(books, wellId), asOf);
  requireNothingSettledAfter(books, wellId, calculationDate);
  const carrying = strict.has(code) ? carryingOf(books, code) : null;
  if (carrying !== null && balanceCents < 0n && balanceCents < (carrying > 0n ? -carrying : 0n))
    throw new Refusal(400);
  const before = latest ? estimateLeftOf(books, latest) : 0n;
  const isAdded = terms.measurement === 'increment';
  // The balance that a decrease originally applied to is unknown, so there is no lower limit.
  const cost = terms.measurement === 'change' ? terms.costCents - before : terms.costCents;
  const rates = { discount: rateOfBp(terms.discountBp), inflation: rateOfBp(terms.inflationBp) };
  const life = lifeOf({ retirementDate: null }, calculationDate, terms);
  const value = valueCents ?? presentValue(cost, rates, lengthOfLife(life));
  const number = books.layers.filter((layer) => layer.wellId === wellId).length + 1;
  books.layers.push({
    ...life,
    ...rates,
    wellId,
    number,
    measurement: terms.measurement,
    costCents: terms.costCents,
    grossCents: null,
    estimateCents: isAdded ? before + terms.costCents : terms.costCents,
    repricedCents: null,
    valueCents: value,
    replaced: null,
  });
  const round = rounds.get(wellId) ?? 0;
  const header = { kind: 'opening' as const, day: asOf, isCompanyWide: false, reverses: null };
  const amounts = { ...NO_AMOUNTS, cents: balanceCents, arcCents: value };
  book(act, `main ${round}`, header, { ...amounts, wellId, number, kind: 'opening' });
  rounds.set(wellId, round);
}

/** Uploads a file, with the processing that the queue would do. */
export function uploading(rows: readonly UploadRow[], asOf: Day): Operation {
  const lines = rows.map(
    ({ code, status, layer }) => `${code} ${status} ${layer ? describeLayer(layer) : ''}`,
  );
  return {
    name: `upload as of ${asOf}: ${lines.join('; ')}`,
    apply: (books) => ({ status: 200, refused: importRows(books, rows, { asOf, isChecked: false }).sort() }),
    applyLate: (books) => ({
      status: 200,
      refused: importRows(books, rows, { asOf, isChecked: true }).sort(),
    }),
    send: async (client, _, companyId) => {
      const { status, rejected } = await upload(client, companyId, csvOf(rows.map(toCsvRow)), { asOf });
      return Response.json({ status, rejected }, { status: status === 'done' ? 200 : 409 });
    },
    refusedIn: (body) => (body as { rejected: { row: number }[] }).rejected.map(({ row }) => String(row)),
    hasPreview: false,
  };
}

function describeLayer({ terms, calculationDate, valueCents, balanceCents }: UploadedLayer): string {
  const { measurement, layerType, costCents } = terms;
  return `${measurement ?? layerType} of ${money(costCents)} on ${calculationDate}, value ${valueCents ?? 'calculated'}, balance ${balanceCents ?? 'none'}`;
}

function toCsvRow({ code, field, activeDate, status, layer }: UploadRow): CsvRow {
  const well = { wellCode: code, wellName: `Well ${code}`, wellStatus: status, field, activeDate };
  if (!layer) return well;
  const { terms, calculationDate, valueCents, balanceCents } = layer;
  return {
    ...well,
    layerType: terms.layerType,
    discountRate: money(BigInt(terms.discountBp)),
    inflationRate: money(BigInt(terms.inflationBp)),
    pAndACost: money(terms.costCents),
    wellLifespan: String(terms.lifespanYears),
    calculationDate,
    ...(valueCents !== null && { aroValue: money(valueCents) }),
    ...(balanceCents !== null && { currentAroValue: money(balanceCents) }),
    ...(terms.measurement && { measurement: terms.measurement }),
  };
}
