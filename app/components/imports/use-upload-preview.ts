import { useEffect, useState } from 'react';
import { createAccretionCalculator } from '~/domain/books/accretion';
import { addCatchUp, type CatchUp, computeCatchUp } from '~/domain/books/catch-up';
import { createPresentValue } from '~/domain/books/present-value';
import type { AdditionalCost } from '~/domain/books/uploaded-layer';
import type { CalendarDate } from '~/domain/calendar/calendar-date';
import { parseMoney } from '~/domain/money/money';
import { foldCode } from '~/domain/wells/fold-text';
import { useApi } from '~/hooks/use-api';
import { useSlicedWork } from '~/hooks/use-sliced-work';
import { MAX_PREVIEWED_CODES, type UploadPreviewView } from '~/schemas/imports/mass-upload';
import {
  type Estimates,
  type FileLayer,
  findSuspectValues,
  ordinaryLayers,
  type SuspectValueRow,
} from './file-layers';
import type { RowChecks } from './use-row-checks';

export type UploadBooks = Pick<UploadPreviewView, 'closedThrough' | 'accretionMethod' | 'reviewed'> & {
  estimates: Estimates;
};

/**
 * Data from the books for a preview: closed periods, and the estimates of wells with layers in the file. Sends no request for a
 * file without layers, which doesn't need them.
 * @param scope which layers to look up: an initial layer needs no estimate, but a well that has one already exists
 */
export function useUploadBooks({ layers, isDone }: RowChecks, scope: 'all' | 'additional') {
  const api = useApi();
  const [attempt, setAttempt] = useState(0);
  const [response, setResponse] = useState<{
    layers: readonly FileLayer[];
    books: UploadBooks | null;
    error: unknown;
  } | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt sends the request again
  useEffect(() => {
    if (!isDone || layers.length === 0) return;
    const abort = new AbortController();
    const fetchBooks = async () => {
      const codes = new Set(
        layers
          .filter(({ layer }) => scope === 'all' || layer.layerType === 'additional')
          .map(({ wellCode }) => foldCode(wellCode)),
      );
      const estimates = new Map<string, number>();
      let reviewed: string | null = null;
      for (let remainingCodes = [...codes]; ; remainingCodes = remainingCodes.slice(MAX_PREVIEWED_CODES)) {
        const view = await api<UploadPreviewView>('/api/wells/mass-upload/preview', {
          method: 'POST',
          body: { wellCodes: remainingCodes.slice(0, MAX_PREVIEWED_CODES) },
          signal: abort.signal,
        });
        reviewed ??= view.reviewed;
        for (const { wellCode, totalEstimate } of view.wells) {
          const parsed = parseMoney(totalEstimate);
          if (parsed.ok) estimates.set(foldCode(wellCode), parsed.cents);
        }
        if (remainingCodes.length <= MAX_PREVIEWED_CODES) return { ...view, estimates, reviewed };
      }
    };
    setResponse(null);
    fetchBooks().then(
      (books) => !abort.signal.aborted && setResponse({ layers, books, error: null }),
      (error) => !abort.signal.aborted && setResponse({ layers, books: null, error }),
    );
    return () => abort.abort();
  }, [api, layers, isDone, scope, attempt]);

  const current = response?.layers === layers ? response : null;
  return {
    books: current?.books ?? null,
    error: current?.error ?? null,
    retry: () => setAttempt((before) => before + 1),
  };
}

/** Approximate accretion that a file's layers without a current value will catch up on; null while it is being computed. */
export function useCatchUp(
  { layers, isDone }: RowChecks,
  books: UploadBooks | null,
  { additionalCost, through }: { additionalCost: AdditionalCost | null; through: CalendarDate },
): CatchUp | null {
  const work = isDone && books ? () => computeFileCatchUp(layers, books, additionalCost, through) : null;
  const { value, isCurrent } = useSlicedWork(work, [layers, books, additionalCost, through]);
  return isCurrent ? value : null;
}

/** Rows of a file with values that look wrong; empty while they are being checked. */
export function useSuspectValues(
  { layers, isDone }: RowChecks,
  books: UploadBooks | null,
  { additionalCost, asOf }: { additionalCost: AdditionalCost | null; asOf: CalendarDate | null },
): readonly SuspectValueRow[] {
  const work = isDone && books ? () => collectSuspectValues(layers, books, additionalCost, asOf) : null;
  const { value, isCurrent } = useSlicedWork(work, [layers, books, additionalCost, asOf]);
  return (isCurrent && value) || NO_ROWS;
}

const NO_ROWS: readonly SuspectValueRow[] = [];

function* collectSuspectValues(
  layers: readonly FileLayer[],
  { estimates, accretionMethod }: UploadBooks,
  additionalCost: AdditionalCost | null,
  asOf: CalendarDate | null,
): Generator<void, SuspectValueRow[]> {
  const rows: SuspectValueRow[] = [];
  const calculator = createAccretionCalculator(accretionMethod);
  const terms = { estimates, additionalCost, asOf, valuation: createPresentValue(), calculator };
  for (const row of findSuspectValues(layers, terms)) {
    yield;
    if (row) rows.push(row);
  }
  return rows;
}

function* computeFileCatchUp(
  layers: readonly FileLayer[],
  { estimates, accretionMethod }: UploadBooks,
  additionalCost: AdditionalCost | null,
  through: CalendarDate,
): Generator<void, CatchUp | null> {
  const calculator = createAccretionCalculator(accretionMethod);
  let catchUp: CatchUp | null = null;
  const valuation = createPresentValue();
  for (const layer of ordinaryLayers(layers, { estimates, additionalCost, valuation })) {
    yield;
    if (layer) catchUp = addCatchUp(catchUp, computeCatchUp([layer], through, calculator));
  }
  return catchUp;
}
