import fc from 'fast-check';
import { expect } from 'vitest';
import type { SignedIn } from '../worker';
import { addDays } from './arithmetic';
import { type Books, sumOf } from './books';
import { anyDraw, type Draw } from './commands';
import { compareSome } from './compare';
import { adopt, type Ledger, readLedger } from './ledger';
import { type Operation, type Outcome, outcomeOf, readOutcome } from './operations';
import { money, type Range } from './reports';

/** The product: a dedicated company for the sequence, and its administrator. */
export type World = { client: SignedIn; companyId: string };
/** The model, and a text log of what was done so far. */
export type Model = { books: Books; log: string[] };

export type Command = fc.AsyncCommand<Model, World>;

/** A step of a sequence: its operations, and the date range of the reports compared afterward. */
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
    // After a refusal without changes there is nothing to compare.
    if (contentOf(model.books) !== before)
      await compareSome(model.books, world, this.range, model.log.length);
  }

  toString(): string {
    return this.done;
  }

  protected abstract draw(books: Books): Operation[];
  /** Sends the operations. @returns the resulting books */
  protected abstract take(operations: Operation[], books: Books, world: World): Promise<Books>;
}

/** Everything that reports are computed from. */
function contentOf({ settings, wells, postings, closedThrough }: Books): string {
  const parts = [settings, wells, postings.map(({ id }) => id), closedThrough];
  return JSON.stringify(parts, (_, value) => (typeof value === 'bigint' ? String(value) : value));
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
      if (!isRefused) expect(JSON.parse(text).totals).toMatchObject(sumAdded(books, expected.books));
      adopt(books, await readLedger(companyId));
    }
    const actual = await readOutcome(operation!, await operation!.send(client, '', companyId));
    expect(actual).toEqual(expected.outcome);
    return adopt(expected.books, await readLedger(companyId));
  }
}

/** Amounts added by the new books. */
function sumAdded(before: Books, after: Books) {
  const sum = sumOf(after.postings.slice(before.postings.length).flatMap(({ moves }) => moves));
  const { cents, arcCents, accumulatedCents, cashCents } = sum;
  return { liability: money(cents), asset: money(arcCents + accumulatedCents), cash: money(cashCents) };
}

/**
 * Two concurrent requests: the outcome must equal running them one after the other, in either order. A close or reopening may also give
 * way, as if it had never been sent.
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
      readOutcome(operation, await operation.send(client, '', companyId));
    const [first, second] = operations as [Operation, Operation];
    // Files are processed in turn, and a file that has to wait is delayed by the queue.
    const isSequential = first.applyLate !== undefined && second.applyLate !== undefined;
    const responses = isSequential
      ? [await send(first), await send(second)]
      : await Promise.all([send(first), send(second)]);
    const ledger = await readLedger(companyId);
    const problems: string[] = [];
    for (const possibility of listPossibilities(operations, books)) {
      try {
        return adoptAfter(possibility, responses, ledger);
      } catch (error) {
        problems.push(`${possibility.name}: ${(error as Error).message}`);
      }
    }
    throw new Error(`Nothing explains what two calls at once did.\n${problems.join('\n')}`);
  }
}

type Possibility = { name: string; outcomes: Outcome[]; books: Books };

function* listPossibilities([first, second]: Operation[], before: Books): Generator<Possibility> {
  for (const order of [
    [first!, second!],
    [second!, first!],
  ] as const) {
    const earlier = outcomeOf(order[0], before);
    const later = outcomeOf(order[1], earlier.books);
    const inOriginalOrder = <T>(outcomes: [T, T]) => (order[0] === first ? outcomes : outcomes.toReversed());
    const name = `"${order[0].name}" first`;
    yield { name, outcomes: inOriginalOrder([earlier.outcome, later.outcome]), books: later.books };
    const { applyLate, mayGiveWay } = order[1];
    if (applyLate) {
      const late = outcomeOf({ apply: applyLate }, earlier.books);
      yield {
        name: `${name} in between`,
        outcomes: inOriginalOrder([earlier.outcome, late.outcome]),
        books: late.books,
      };
    }
    if (!mayGiveWay || (mayGiveWay === 'to settings' && !order[0].changesSettings)) continue;
    yield {
      name: `${name} and alone`,
      outcomes: inOriginalOrder([earlier.outcome, GAVE_WAY]),
      books: earlier.books,
    };
  }
}

const GAVE_WAY: Outcome = { status: 409, refused: [] };

function adoptAfter({ outcomes, books }: Possibility, responses: Outcome[], ledger: Ledger): Books {
  const [model, product] = [JSON.stringify(outcomes), JSON.stringify(responses)];
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

/** Takes a step outside the random ones, such as the first. */
export async function runStep(draw: Draw, model: Model, world: World): Promise<void> {
  const operation = draw(model.books);
  model.log.push(operation.name);
  const expected = outcomeOf(operation, model.books);
  expect(await readOutcome(operation, await operation.send(world.client, '', world.companyId))).toEqual(
    expected.outcome,
  );
  model.books = adopt(expected.books, await readLedger(world.companyId));
}
