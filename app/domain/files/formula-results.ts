import type { WorkbookCell, WorkbookFormula, WorkbookSheet } from './workbook';

type Value = number | string | boolean | null;
/** A range is a list of its values in row order. */
type Operand = Value | readonly Value[];

const NUMBER = /\d+(?:\.\d+)?(?:E[-+]?\d+)?/y;
const TEXT = /"((?:[^"]|"")*)"/y;
const REFERENCE = /(?:'((?:[^']|'')+)'!)?\$?([A-Z]+)\$?(\d+)(?::\$?([A-Z]+)\$?(\d+))?/y;
const NAME = /[A-Z]+(?=\()/y;

/**
 * Computes a workbook's formulas the way spreadsheets do: in double precision, with empty cells as zero and text
 * ignored in sums. Supports sums, differences, products, quotients and powers; ROUND (half away from zero), SUM,
 * SUMPRODUCT, MIN, MAX, ABS and EXACT.
 * @returns the result of each formula cell
 * @throws SyntaxError for a formula with anything else
 */
export function formulaResults(sheets: readonly WorkbookSheet[]): ReadonlyMap<WorkbookFormula, number> {
  const results = new Map<WorkbookFormula, number>();
  const byName = new Map(sheets.map((sheet) => [sheet.name, sheet]));
  const read = (cell: WorkbookCell | undefined, currentSheet: WorkbookSheet): Value => {
    if (!cell) return null;
    if ('text' in cell) return cell.text;
    if ('date' in cell) return cell.date;
    if ('instant' in cell) return cell.instant;
    if ('figure' in cell) return Number(cell.figure) / (cell.format === 'percent' ? 100 : 1);
    const cached = results.get(cell);
    if (cached !== undefined) return cached;
    const result = numberOf(new Formula(cell.formula.slice(1), rangeReader(currentSheet)).value());
    results.set(cell, result);
    return result;
  };
  const rangeReader =
    (currentSheet: WorkbookSheet) => (sheetName: string | null, from: Corner, to: Corner) => {
      const sheet = sheetName === null ? currentSheet : byName.get(sheetName);
      if (!sheet) throw new SyntaxError(`No sheet is named "${sheetName}"`);
      const values: Value[] = [];
      for (let row = from.row; row <= to.row; row++) {
        for (let column = from.column; column <= to.column; column++) {
          values.push(read(sheet.rows[row]?.[column], sheet));
        }
      }
      return values;
    };
  // Top to bottom, so each running balance finds the one above it already computed, however long the list.
  for (const sheet of sheets) {
    for (const cells of sheet.rows) for (const cell of cells) read(cell, sheet);
  }
  return results;
}

type Corner = { row: number; column: number };
type ReadRange = (sheetName: string | null, from: Corner, to: Corner) => Value[];

/** Recursive-descent evaluator: each method consumes the construct it is named after. */
class Formula {
  #at = 0;

  constructor(
    readonly text: string,
    readonly readRange: ReadRange,
  ) {}

  value(): Operand {
    const value = this.#sum();
    if (this.#at < this.text.length) throw this.#unreadable();
    return value;
  }

  #sum(): Operand {
    let left = this.#product();
    for (;;) {
      if (this.#accept('+')) left = calculate(left, this.#product(), (a, b) => a + b);
      else if (this.#accept('-')) left = calculate(left, this.#product(), (a, b) => a - b);
      else return left;
    }
  }

  #product(): Operand {
    let left = this.#power();
    for (;;) {
      if (this.#accept('*')) left = calculate(left, this.#power(), (a, b) => a * b);
      else if (this.#accept('/')) left = calculate(left, this.#power(), (a, b) => a / b);
      else return left;
    }
  }

  #power(): Operand {
    let left = this.#operand();
    while (this.#accept('^')) left = calculate(left, this.#operand(), (a, b) => a ** b);
    return left;
  }

  #operand(): Operand {
    // In spreadsheets, unary minus binds tighter than exponentiation.
    if (this.#accept('-')) return calculate(0, this.#operand(), (_, b) => -b);
    if (this.#accept('(')) return this.#closeParenthesis(this.#sum());
    const text = this.#match(TEXT);
    if (text) return text[1]!.replaceAll('""', '"');
    const name = this.#match(NAME);
    if (name) return this.#call(name[0]);
    const reference = this.#match(REFERENCE);
    if (reference) return this.#cells(reference);
    const number = this.#match(NUMBER);
    if (number) return Number(number[0]);
    throw this.#unreadable();
  }

  #cells([, sheetName, column, row, lastColumn, lastRow]: RegExpExecArray): Operand {
    const from = cornerOf(column!, row!);
    const to = lastColumn ? cornerOf(lastColumn, lastRow!) : from;
    const values = this.readRange(sheetName?.replaceAll("''", "'") ?? null, from, to);
    return lastColumn ? values : values[0]!;
  }

  #call(name: string): Operand {
    this.#accept('(');
    const args = [this.#sum()];
    while (this.#accept(',')) args.push(this.#sum());
    this.#closeParenthesis(null);
    const compute = FUNCTIONS[name];
    if (!compute) throw this.#unreadable();
    return compute(...args);
  }

  #closeParenthesis(inside: Operand): Operand {
    if (!this.#accept(')')) throw this.#unreadable();
    return inside;
  }

  #accept(sign: string): boolean {
    if (this.text[this.#at] !== sign) return false;
    this.#at += 1;
    return true;
  }

  #match(token: RegExp): RegExpExecArray | null {
    token.lastIndex = this.#at;
    const match = token.exec(this.text);
    if (match) this.#at = token.lastIndex;
    return match;
  }

  #unreadable(): SyntaxError {
    return new SyntaxError(`Cannot compute ${this.text} from character ${this.#at + 1} on`);
  }
}

const FUNCTIONS: Record<string, (...args: Operand[]) => Operand> = {
  ROUND: (value, digits) => roundLikeSpreadsheet(numberOf(value!), numberOf(digits!)),
  SUM: (...args) => sumOf(args),
  SUMPRODUCT: (range, ...others) => {
    if (others.length > 0) throw new SyntaxError('SUMPRODUCT takes one product');
    return sumOf([range!]);
  },
  MIN: (...args) => reduceNumbers(args, Math.min),
  MAX: (...args) => reduceNumbers(args, Math.max),
  ABS: (value) => Math.abs(numberOf(value!)),
  EXACT: (a, b) => mapOperands(a!, b!, (left, right) => textOf(left) === textOf(right)),
};

/** Rounds like a spreadsheet: half away from zero, after reducing the scaled number to 15 significant digits. */
function roundLikeSpreadsheet(value: number, digits: number): number {
  const scaled = Number((Math.abs(value) * 10 ** digits).toPrecision(15));
  return (Math.sign(value) * Math.round(scaled)) / 10 ** digits || 0;
}

function calculate(left: Operand, right: Operand, compute: (a: number, b: number) => number): Operand {
  return mapOperands(left, right, (a, b) => compute(numberOf(a), numberOf(b)));
}

/** Computes element by element; a single value pairs with every value of a range. */
function mapOperands(left: Operand, right: Operand, compute: (a: Value, b: Value) => Value): Operand {
  if (!isRange(left) && !isRange(right)) return compute(left, right);
  const count = isRange(left) ? left.length : (right as readonly Value[]).length;
  const at = (side: Operand, index: number) => (isRange(side) ? side[index]! : side);
  return Array.from({ length: count }, (_, index) => compute(at(left, index), at(right, index)));
}

function isRange(operand: Operand): operand is readonly Value[] {
  return Array.isArray(operand);
}

function numbersOf(args: readonly Operand[]): number[] {
  return args.flat().filter((value): value is number => typeof value === 'number');
}

function sumOf(args: readonly Operand[]): number {
  return numbersOf(args).reduce((sum, number) => sum + number, 0);
}

function reduceNumbers(args: readonly Operand[], choose: (a: number, b: number) => number): number {
  const numbers = numbersOf(args);
  return numbers.length === 0 ? 0 : numbers.reduce((a, b) => choose(a, b));
}

function numberOf(value: Operand): number {
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return Number(value);
  throw new SyntaxError(`Cannot compute with ${JSON.stringify(value)}`);
}

function textOf(value: Value): string {
  return value === null ? '' : String(value);
}

/** Converts a cell reference to zero-based row and column. */
function cornerOf(letters: string, row: string): Corner {
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return { row: Number(row) - 1, column: column - 1 };
}
