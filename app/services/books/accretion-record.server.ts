import type { Act } from '~/domain/books/act';
import type { PostingSource } from '~/domain/books/movement-kinds';
import { formatCents, sumCents } from '~/domain/money/money';
import type { AccretionInput } from '~/schemas/books/accretion';
import type { PostOptions } from './post.server';

type FinishedAct = ReturnType<Act['finish']>;

/** Splits an act's accretion and depreciation: the movements, the number of layers, and the total expense in cents. */
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

/** Source, input, and audit entry of an accretion posting, whether company-wide, for one well, or for periods that a well missed. */
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
