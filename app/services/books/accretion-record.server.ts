import type { Act } from '~/domain/books/act';
import type { PostingSource } from '~/domain/books/movement-kinds';
import { formatCents, sumCents } from '~/domain/money/money';
import type { AccretionInput } from '~/schemas/books/accretion';
import type { PostOptions } from './post.server';

type FinishedAct = ReturnType<Act['finish']>;

/** The accretion and the depreciation of an act: the movements, how many layers they are of, and what they expense, in cents. */
export function expensesOf({ postings }: Pick<FinishedAct, 'postings'>) {
  return {
    accretion: expensed(postings.filter(({ kind }) => kind === 'accretion')),
    depreciation: expensed(postings.filter(({ kind }) => kind === 'depreciation')),
  };
}

function expensed(postings: FinishedAct['postings']) {
  const movements = postings.flatMap(({ movements }) => movements);
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
  { accretion, depreciation: depreciated }: ReturnType<typeof expensesOf>,
  {
    source,
    wellId,
    ...period
  }: { source: PostingSource; wellId: string | null; eachPeriod?: true } & {
    [Key in 'periodType' | 'periodEnd']: AccretionInput[Key] | null;
  },
): Pick<PostOptions, 'source' | 'input' | 'audit'> {
  return {
    source,
    input: { ...period, wellId },
    audit: {
      action: 'accretion.posted',
      newValues: {
        ...period,
        method,
        layers: accretion.layers,
        totalAccretion: formatCents(accretion.totalCents),
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
