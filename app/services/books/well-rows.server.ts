import { type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { well } from '#db/schema';
import type { Act } from '~/domain/books/act';
import { type Cents, formatCents } from '~/domain/money/money';
import { trimBlanks } from '~/domain/wells/clean-text';
import { foldText } from '~/domain/wells/fold-text';
import { AppError } from '~/errors';
import type { RowMode, RowRefusal } from '~/schemas/books/well-rows';
import { planOrRefusal } from './plan-layer.server';
import type { BookedWell } from './well-books.server';

type UncheckedRow = { wellCode?: unknown };

/** Up to this many wells are looked up by code; beyond that, reading all of the company's wells is faster. */
const MAX_CODES = 5_000;

/** SQL condition for the wells that rows name; undefined to read all of the company's. */
export function wellsNamed(rows: readonly UncheckedRow[]): SQL | undefined {
  const codes = new Set(rows.map(codeKeyOf));
  if (codes.size > MAX_CODES) return undefined;
  return sql`${well.wellCodeKey} in (select value from json_each(${JSON.stringify([...codes])}))`;
}

/** A valid row with its well. */
export type MatchedRow<Row> = { row: number; bookedWell: BookedWell; values: Row };

/**
 * Validates each row and finds its well. A row is refused for a bad cell, for a well that is not the company's, and for a well
 * that an earlier row names. Rows that are left out don't count as naming a well.
 * @param isLeftOut called for each valid row, in row order
 * @param labels names of the cells, for messages that don't name them
 */
export function matchRows<Row extends { wellCode: string }>(
  rows: readonly UncheckedRow[],
  {
    schema,
    labels,
    wells,
    isLeftOut = () => false,
  }: {
    schema: z.ZodType<Row>;
    labels: Record<string, string>;
    wells: readonly BookedWell[];
    isLeftOut?: (row: MatchedRow<Row>) => boolean;
  },
): { matched: MatchedRow<Row>[]; refusals: RowRefusal[] } {
  const byCode = new Map(wells.map((bookedWell) => [bookedWell.wellCodeKey, bookedWell]));
  const seenCodes = new Set<string>();
  const matched: MatchedRow<Row>[] = [];
  const refusals: RowRefusal[] = [];
  for (const [index, uncheckedRow] of rows.entries()) {
    const row = index + 1;
    const code = codeKeyOf(uncheckedRow);
    const bookedWell = byCode.get(code);
    const refuse = (message: string) =>
      refusals.push({
        row,
        wellCode: cellText(uncheckedRow.wellCode),
        wellId: bookedWell?.id ?? null,
        message,
      });
    // Some programs export an all-digit code as a number.
    const parsed = schema.safeParse({ ...uncheckedRow, wellCode: cellText(uncheckedRow.wellCode) });
    if (!parsed.success) refuse(problemOf(parsed.error, labels));
    else if (!bookedWell) refuse('No well has this code');
    else if (isLeftOut({ row, bookedWell, values: parsed.data })) continue;
    else if (seenCodes.has(code)) refuse('An earlier row has the same well');
    else matched.push({ row, bookedWell, values: parsed.data });
    seenCodes.add(code);
  }
  return { matched, refusals };
}

/**
 * Plans rows in order, each as part of the act. A refused row leaves nothing in the act and is added to `refusals`, which end up
 * in row order.
 * @param plan receives how many rows were accepted before this one
 * @returns the accepted rows, each with its plan
 */
export function planRows<Row, Plan extends object>(
  act: Act,
  { matched, refusals }: { matched: readonly MatchedRow<Row>[]; refusals: RowRefusal[] },
  plan: (row: MatchedRow<Row>, accepted: number) => Plan,
): (MatchedRow<Row> & Plan)[] {
  const accepted: (MatchedRow<Row> & Plan)[] = [];
  for (const matchedRow of matched) {
    const { row, bookedWell } = matchedRow;
    const planned = planOrRefusal(() => act.attempt(() => plan(matchedRow, accepted.length)));
    if (typeof planned !== 'string') accepted.push({ ...matchedRow, ...planned });
    else refusals.push({ row, wellCode: bookedWell.wellCode, wellId: bookedWell.id, message: planned });
  }
  refusals.sort((a, b) => a.row - b.row);
  return accepted;
}

/** Maximum refused rows named in an error response; the preview has all of them. */
const MAX_NAMED_ROWS = 100;

/**
 * Refuses to post when the refused rows rule out the requested mode.
 * @throws AppError conflict, with the messages by row
 */
export function requireRows(mode: RowMode, accepted: number, refusals: readonly RowRefusal[]): void {
  const [first] = refusals;
  if (!first || (mode === 'accepted' && accepted > 0)) return;
  const totalRows = accepted + refusals.length;
  const count = `${refusals.length} of ${totalRows} ${totalRows === 1 ? 'row' : 'rows'} ${refusals.length === 1 ? 'has an error' : 'have errors'}`;
  const fields = refusals
    .slice(0, MAX_NAMED_ROWS)
    .map(({ row, message }): [string, string[]] => [`rows.${row}`, [message]]);
  throw new AppError(
    'conflict',
    `${count}. Nothing was posted. Row ${first.row}: ${first.message}`,
    Object.fromEntries(fields),
  );
}

/** A row's well code, normalized for comparison. */
export function codeKeyOf({ wellCode }: UncheckedRow): string {
  return foldText(cellText(wellCode));
}

function cellText(cell: unknown): string {
  return typeof cell === 'string' || typeof cell === 'number' ? trimBlanks(String(cell)) : '';
}

function problemOf(error: z.ZodError, labels: Record<string, string>): string {
  const [{ message, path } = { message: 'The row can’t be read', path: [] }] = error.issues;
  const label = labels[String(path[0])];
  if (!label) return message;
  return message
    .replace(/^Must /, `${label} must `)
    .replace(/^Use (.+) or fewer$/, `${label} can’t exceed $1`);
}

/** Sums of the positive amounts, of the negative ones, and of both, in currency units with two decimals. Exact. */
export function signedTotals(amounts: readonly Cents[]): { up: string; down: string; net: string } {
  let [up, down] = [0n, 0n];
  for (const cents of amounts) {
    if (cents > 0) up += BigInt(cents);
    else down += BigInt(cents);
  }
  return { up: formatCents(up), down: formatCents(down), net: formatCents(up + down) };
}
