import { z } from 'zod';
import { groupThousands } from '~/domain/money/group-thousands';
import { count, id, moneyText } from '~/schemas/platform/answer';
import { line } from '~/schemas/platform/text';

/** Maximum rows per request: several times as many wells as the largest company revises. */
export const MAX_ROWS = 50_000;
/** About 300 characters per row. */
export const MAX_ROWS_BODY_BYTES = 16 * 1_048_576;

/** `all`: posts every row, or none if any is refused. `accepted`: posts the rows that aren't refused. */
const ROW_MODES = ['all', 'accepted'] as const;
export type RowMode = (typeof ROW_MODES)[number];

/** Memo for rows without one of their own. */
export const memoOfRows = line('Memo must be text', 500)
  .nullish()
  .transform((memo) => memo || null);

export const rowMode = z.enum(ROW_MODES, 'Mode must be all or accepted');

/** Rows as sent. Each is validated separately, so a bad cell rejects only its own row. */
export function looseRows<Name extends string>(names: readonly Name[], max = MAX_ROWS) {
  const cell = z.union([z.string().max(1000), z.number(), z.boolean(), z.null()]).optional();
  const row = z.object(Object.fromEntries(names.map((name) => [name, cell])) as Record<Name, typeof cell>);
  return z
    .array(row, 'Rows must be a list')
    .min(1, 'At least one row is required')
    .max(max, `At most ${groupThousands(max)} rows at a time`);
}

export const RowRefusal = z.object({
  row: count.min(1).meta({ description: 'Position of the row in the request, from 1' }),
  wellCode: z.string(),
  wellId: id.nullable().meta({ description: 'Null if no well has this code' }),
  message: z.string(),
});
export type RowRefusal = z.infer<typeof RowRefusal>;

/** Totals of a request's rows. */
export const gainsAndLosses = {
  gains: moneyText,
  losses: moneyText.meta({ description: 'Total of losses; negative' }),
  net: moneyText,
};
