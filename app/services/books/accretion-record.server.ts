import type { Act } from '~/domain/books/act';
import type { PostingSource } from '~/domain/books/movement-kinds';
import { formatCents, sumCents } from '~/domain/money/money';
import type { AccretionInput } from '~/schemas/books/accretion';
import type { PostOptions } from './post.server';

type FinishedAct = ReturnType<Act['finish']>;

/** An act's accretion, or its depreciation: the movements, how many layers they are of, and what they expense, in cents. */
export function expensedBy({ postings }: FinishedAct, wanted: 'accretion' | 'depreciation') {
  const movements = postings.filter(({ kind }) => kind === wanted).flatMap(({ movements }) => movements);
  const expenses = movements.map(
    ({ liabilityCents, arcAccumulatedCents }) => liabilityCents - arcAccumulatedCents,
  );
  return {
    movements,
    layers: new Set(movements.map(({ layerId }) => layerId)).size,
    totalCents: sumCents(expenses),
  };
}

/** What is kept of a posting of accretion, whether it is the company's, one well's, or what a well missed. */
export function accretionRecord(
  { method, depreciation }: Pick<Act, 'method' | 'depreciation'>,
  finished: FinishedAct,
  {
    source,
    wellId,
    ...period
  }: { source: PostingSource; wellId: string | null } & {
    [Key in 'periodType' | 'periodEnd']: AccretionInput[Key] | null;
  },
): Pick<PostOptions, 'source' | 'input' | 'audit'> {
  const accreted = expensedBy(finished, 'accretion');
  const depreciated = expensedBy(finished, 'depreciation');
  return {
    source,
    input: { ...period, wellId },
    audit: {
      action: 'accretion.posted',
      newValues: {
        ...period,
        method,
        layers: accreted.layers,
        totalAccretion: formatCents(accreted.totalCents),
        ...(depreciated.layers > 0 && {
          depreciation: depreciation?.method,
          depreciatedLayers: depreciated.layers,
          totalDepreciation: formatCents(depreciated.totalCents),
        }),
        source,
        ...(wellId !== null && { wellId }),
      },
    },
  };
}
