import fc from 'fast-check';
import { expect } from 'vitest';
import type { BooksCheckView } from '~/schemas/books/period';
import type { AccretionView, AroSummary, LayerView, RollforwardView } from '~/schemas/platform/views';
import type { DisclosureView, TrialBalanceView } from '~/schemas/reports/report-views';
import type { Client, SignedIn } from '../worker';
import { addDays, type Day } from './arithmetic';
import { type Books, balanceOn, liveWells } from './books';
import { anyDraw, type Draw } from './commands';
import { adopt, type Ledger, readLedger } from './ledger';
import { answerOf, type Operation, type Outcome, outcomeOf } from './operations';
import {
  accretionRecords,
  disclosure,
  journal,
  layerFacts,
  money,
  type Range,
  rollforward,
  summary,
  withoutZeros,
} from './reports';

/** The product: a company of the sequence's own, and an administrator of it. */
export type World = { client: SignedIn; companyId: string };
/** The model, and what was done so far, in words. */
export type Model = { books: Books; log: string[] };

export type Command = fc.AsyncCommand<Model, World>;

/** A step of a sequence: what it does, and the dates of the reports that are then compared. */
abstract class Step implements Command {
  private done = 'not run';

  constructor(private readonly range: Range) {}

  check(): boolean {
    return true;
  }

  async run(model: Model, world: World): Promise<void> {
    const steps = this.draw(model.books);
    this.done = steps.map(({ name }) => name).join(' / ');
    model.log.push(this.done);
    const before = contentOf(model.books);
    model.books = await this.take(steps, model.books, world);
    // What a refusal left alone needs no second look.
    if (contentOf(model.books) !== before) await compareReports(model.books, world, this.range);
  }

  toString(): string {
    return this.done;
  }

  protected abstract draw(books: Books): Operation[];
  /** Sends the operations. @returns the books as they are then */
  protected abstract take(operations: Operation[], books: Books, world: World): Promise<Books>;
}

/** Everything that reports are made of. */
function contentOf({ wells, postings, closedThrough }: Books): string {
  return JSON.stringify([wells, postings.map(({ id }) => id), closedThrough]);
}

class Single extends Step {
  constructor(
    range: Range,
    private readonly drawn: Draw,
    private readonly isPreviewed: boolean,
  ) {
    super(range);
  }

  protected draw(books: Books): Operation[] {
    return [this.drawn(books)];
  }

  protected async take([operation]: Operation[], books: Books, { client, companyId }: World): Promise<Books> {
    const expected = outcomeOf(operation!, books);
    if (this.isPreviewed && operation!.hasPreview) {
      const preview = await operation!.send(client, '?preview=true', companyId);
      const text = await preview.text();
      const isRefused = expected.outcome.status >= 400;
      expect(preview.status, text).toBe(isRefused ? expected.outcome.status : 200);
      if (!isRefused) expect(JSON.parse(text).totals.liability).toBe(money(added(books, expected.books)));
      adopt(books, await readLedger(companyId));
    }
    const answer = await answerOf(operation!, await operation!.send(client, '', companyId));
    expect(answer).toEqual(expected.outcome);
    return adopt(expected.books, await readLedger(companyId));
  }
}

/** How much liability the new books have more than the old ones. */
function added(before: Books, after: Books): bigint {
  const moves = after.postings.slice(before.postings.length).flatMap((posting) => posting.moves);
  return moves.reduce((sum, { cents }) => sum + cents, 0n);
}

/**
 * Two calls at once: what comes of them must be what comes of one after the other, in either order. A close or a reopening
 * may also give way, as if it had never been.
 */
class Race extends Step {
  constructor(
    range: Range,
    private readonly drawn: [Draw, Draw],
  ) {
    super(range);
  }

  protected draw(books: Books): Operation[] {
    return this.drawn.map((draw) => draw(books));
  }

  protected async take(operations: Operation[], books: Books, { client, companyId }: World): Promise<Books> {
    const send = async (operation: Operation) =>
      answerOf(operation, await operation.send(client, '', companyId));
    const [first, second] = operations as [Operation, Operation];
    // Files take turns, and a file whose turn comes later waits for the queue.
    const isInTurn = first.applyLate !== undefined && second.applyLate !== undefined;
    const answers = isInTurn
      ? [await send(first), await send(second)]
      : await Promise.all([send(first), send(second)]);
    const ledger = await readLedger(companyId);
    const problems: string[] = [];
    for (const possible of possibilities(operations, books)) {
      try {
        return adoptAfter(possible, answers, ledger);
      } catch (error) {
        problems.push(`${possible.name}: ${(error as Error).message}`);
      }
    }
    throw new Error(`Nothing explains what two calls at once did.\n${problems.join('\n')}`);
  }
}

type Possibility = { name: string; outcomes: Outcome[]; books: Books };

function* possibilities([first, second]: Operation[], before: Books): Generator<Possibility> {
  for (const order of [
    [first!, second!],
    [second!, first!],
  ] as const) {
    const one = outcomeOf(order[0], before);
    const other = outcomeOf(order[1], one.books);
    const inPlace = <T>(outcomes: [T, T]) => (order[0] === first ? outcomes : outcomes.toReversed());
    const name = `"${order[0].name}" first`;
    yield { name, outcomes: inPlace([one.outcome, other.outcome]), books: other.books };
    const { applyLate, mayGiveWay } = order[1];
    if (applyLate) {
      const late = outcomeOf({ apply: applyLate }, one.books);
      yield { name: `${name} in between`, outcomes: inPlace([one.outcome, late.outcome]), books: late.books };
    }
    if (!mayGiveWay) continue;
    yield { name: `${name} and alone`, outcomes: inPlace([one.outcome, GAVE_WAY]), books: one.books };
  }
}

const GAVE_WAY: Outcome = { status: 409, refused: [] };

function adoptAfter({ outcomes, books }: Possibility, answers: Outcome[], ledger: Ledger): Books {
  const [model, product] = [JSON.stringify(outcomes), JSON.stringify(answers)];
  if (model !== product) throw new Error(`the model answers ${model}, the product ${product}`);
  return adopt(books, ledger);
}

export const anyRange: fc.Arbitrary<Range> = fc
  .tuple(fc.nat(500), fc.integer({ min: 1, max: 400 }))
  .map(([from, days]) => ({ begin: addDays('2022-12-15', from), end: addDays('2022-12-15', from + days) }));

export const anyCommand: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .tuple(anyRange, anyDraw, fc.constantFrom(false, false, false, true))
      .map(([range, draw, isPreviewed]) => new Single(range, draw, isPreviewed)),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(anyRange, fc.tuple(anyDraw, anyDraw)).map(([range, draws]) => new Race(range, draws)),
  },
);

/** Takes a step that does not belong to the random ones, such as the first. */
export async function takeStep(draw: Draw, model: Model, world: World): Promise<void> {
  const operation = draw(model.books);
  model.log.push(operation.name);
  const expected = outcomeOf(operation, model.books);
  expect(await answerOf(operation, await operation.send(world.client, '', world.companyId))).toEqual(
    expected.outcome,
  );
  model.books = adopt(expected.books, await readLedger(world.companyId));
}

async function read<T>(client: Client, path: string): Promise<T> {
  const response = await client.get(path);
  const text = await response.text();
  expect(response.status, `${path}: ${text}`).toBe(200);
  return JSON.parse(text);
}

/** Compares the product's reports with the model's sums, to the cent. */
async function compareReports(books: Books, { client }: World, range: Range): Promise<void> {
  const dates = `beginDate=${range.begin}&endDate=${range.end}`;
  const [check, layers, totals, rows, entries, disclosed, accounts] = await Promise.all([
    read<BooksCheckView>(client, '/api/books/check'),
    read<LayerView[]>(client, '/api/aro-layers'),
    read<AroSummary>(client, '/api/reports/aro-summary'),
    read<RollforwardView[]>(client, `/api/reports/aro-rollforward?${dates}`),
    read<Record<string, string>[]>(client, `/api/reports/journal-entries?${dates}`),
    read<DisclosureView[]>(client, `/api/reports/disclosure?${dates}&by=well`),
    read<TrialBalanceView[]>(client, `/api/reports/trial-balance?${dates}`),
  ]);
  expect(check.differences).toEqual([]);
  expect(factsOf(layers)).toEqual(layerFacts(books));
  expect(totals).toEqual(summary(books));
  const balances = rows.map(({ wellCode, wellName: _, field: __, ...amounts }) => [wellCode, amounts]);
  expect(Object.fromEntries(balances)).toEqual(rollforward(books, range));
  expect(journalSums(entries)).toEqual(journal(books, range));
  expect(Object.fromEntries(disclosed.map(({ group, wellId: _, ...amounts }) => [group, amounts]))).toEqual(
    disclosure(books, range),
  );
  const cents = (amount: string) => BigInt(amount.replace('.', ''));
  const sum = (amount: (row: TrialBalanceView) => bigint) =>
    accounts.reduce((before, row) => before + amount(row), 0n);
  expect(
    [
      sum(({ beginning }) => cents(beginning)),
      sum(({ ending }) => cents(ending)),
      sum(({ debits, credits }) => cents(debits) - cents(credits)),
    ],
    'what the trial balance does not balance by',
  ).toEqual([0n, 0n, 0n]);
}

/** Compares everything there is to read at the end of a sequence. */
export async function compareAll(books: Books, world: World, range: Range): Promise<void> {
  await compareReports(books, world, range);
  await compareAccretion(books, world);
  await compareBalances(books, world, range.end);
}

/** Compares the accretion records, which say more of each posting than balances do. */
async function compareAccretion(books: Books, { client }: World): Promise<void> {
  const records = await read<AccretionView[]>(client, '/api/accretion');
  const found = records.map(
    ({ postingId, aroLayer: { well, layerNumber }, periodEnd, beginningAro, accretionExpense }) =>
      `${postingId} ${well.wellCode} L${layerNumber} ${periodEnd}: ${beginningAro} + ${accretionExpense}`,
  );
  expect(found.sort()).toEqual(accretionRecords(books));
}

/** Compares what the layers of one well carried at the end of a day. */
async function compareBalances(books: Books, { client }: World, day: Day): Promise<void> {
  const well = liveWells(books).at(-1);
  if (!well) return;
  const layers = await read<LayerView[]>(client, `/api/wells/${well.id}/aro-layers?asOf=${day}`);
  const found = layers.map(({ layerNumber, currentAroValue }) => [layerNumber, currentAroValue]);
  const expected = books.layers
    .filter(({ wellId }) => wellId === well.id)
    .map((layer) => [layer.number, money(balanceOn(books, layer, day))]);
  expect(found, `balances of ${well.code} on ${day}`).toEqual(expected);
}

function factsOf(layers: LayerView[]): ReturnType<typeof layerFacts> {
  const facts = layers.map((layer) => {
    const { layerNumber, layerType, calculationDate, aroValue, currentAroValue, totalEstimate, status } =
      layer;
    const accretedThrough = status === 'historical' ? null : layer.accretedThrough;
    return [
      `${layer.well.wellCode} L${layerNumber}`,
      {
        layerNumber,
        layerType,
        calculationDate,
        aroValue,
        currentAroValue,
        totalEstimate,
        status,
        accretedThrough,
      },
    ] as const;
  });
  return Object.fromEntries(facts);
}

/** The journal's rows by day, well and main account, each voucher of which must balance. */
function journalSums(entries: Record<string, string>[]): Record<string, string> {
  const sums = new Map<string, bigint>();
  const vouchers = new Map<string, bigint>();
  for (const { journalDate, well, mainAccount, netValue, voucherNumber } of entries) {
    const key = `${journalDate} ${well} ${mainAccount}`;
    const cents = BigInt(netValue!.replace('.', ''));
    sums.set(key, (sums.get(key) ?? 0n) + cents);
    vouchers.set(voucherNumber!, (vouchers.get(voucherNumber!) ?? 0n) + cents);
  }
  expect(withoutZeros(vouchers), 'vouchers that do not balance').toEqual({});
  return withoutZeros(sums);
}
