import { useEffect, useMemo, useState } from 'react';
import { createAccretionCalculator } from '~/domain/books/accretion';
import { addCatchUp, type CatchUp, catchUpOf } from '~/domain/books/catch-up';
import { createPresentValue } from '~/domain/books/present-value';
import type { CalendarDate } from '~/domain/calendar/calendar-date';
import { parseMoney } from '~/domain/money/money';
import { foldCode } from '~/domain/wells/fold-text';
import { useApi } from '~/hooks/use-api';
import { MAX_PREVIEWED_CODES, type UploadPreviewView } from '~/schemas/imports/mass-upload';
import type { AdditionalCost } from '~/schemas/imports/well-csv';
import { type Estimates, type FileLayer, ordinaryLayers } from './file-layers';
import type { RowChecks } from './use-row-checks';

/** Layers looked at in one turn. */
const TURN_LAYERS = 2_000;

export type UploadBooks = Pick<UploadPreviewView, 'closedThrough' | 'accretionMethod' | 'reviewed'> & {
  estimates: Estimates;
};

/**
 * What a preview takes from the books: closed periods, and the estimates of the wells that layers name. A file without layers
 * needs none of it, and nothing is asked.
 * @param of which layers: an initial one needs no estimate, but a well that has one is there already
 */
export function useUploadBooks({ layers, isDone }: RowChecks, of: 'all' | 'additional') {
  const api = useApi();
  const [attempt, setAttempt] = useState(0);
  const [answer, setAnswer] = useState<{
    layers: readonly FileLayer[];
    books: UploadBooks | null;
    error: unknown;
  } | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks again
  useEffect(() => {
    if (!isDone || layers.length === 0) return;
    const abort = new AbortController();
    const ask = async () => {
      const codes = new Set(
        layers
          .filter(({ layer }) => of === 'all' || layer.layerType === 'additional')
          .map(({ wellCode }) => foldCode(wellCode)),
      );
      const estimates = new Map<string, number>();
      let reviewed: string | null = null;
      for (let rest = [...codes]; ; rest = rest.slice(MAX_PREVIEWED_CODES)) {
        const view = await api<UploadPreviewView>('/api/wells/mass-upload/preview', {
          method: 'POST',
          body: { wellCodes: rest.slice(0, MAX_PREVIEWED_CODES) },
          signal: abort.signal,
        });
        reviewed ??= view.reviewed;
        for (const { wellCode, totalEstimate } of view.wells) {
          const parsed = parseMoney(totalEstimate);
          if (parsed.ok) estimates.set(foldCode(wellCode), parsed.cents);
        }
        if (rest.length <= MAX_PREVIEWED_CODES) return { ...view, estimates, reviewed };
      }
    };
    setAnswer(null);
    ask().then(
      (books) => !abort.signal.aborted && setAnswer({ layers, books, error: null }),
      (error) => !abort.signal.aborted && setAnswer({ layers, books: null, error }),
    );
    return () => abort.abort();
  }, [api, layers, isDone, of, attempt]);

  const current = answer?.layers === layers ? answer : null;
  return {
    books: current?.books ?? null,
    error: current?.error ?? null,
    retry: () => setAttempt((before) => before + 1),
  };
}

/** The accretion that a file's layers without a current value will catch up with, about; null while it is worked out. */
export function useCatchUp(
  { layers, isDone }: RowChecks,
  books: UploadBooks | null,
  { additionalCost, through }: { additionalCost: AdditionalCost | null; through: CalendarDate },
): CatchUp | null {
  const subject = useMemo(
    () => (isDone && books ? { layers, books, additionalCost, through } : null),
    [layers, isDone, books, additionalCost, through],
  );
  const [found, setFound] = useState<{ subject: typeof subject; catchUp: CatchUp | null } | null>(null);

  useEffect(() => {
    if (!subject) return;
    const { estimates, accretionMethod } = subject.books;
    const calculator = createAccretionCalculator(accretionMethod);
    const ordinary = ordinaryLayers(subject.layers, {
      estimates,
      additionalCost: subject.additionalCost,
      valuation: createPresentValue(),
    });
    let catchUp: CatchUp | null = null;
    let timer: ReturnType<typeof setTimeout>;
    const takeTurn = () => {
      for (let taken = 0; taken < TURN_LAYERS; taken += 1) {
        const { value: layer, done } = ordinary.next();
        if (done) {
          setFound({ subject, catchUp });
          return;
        }
        if (layer) catchUp = addCatchUp(catchUp, catchUpOf([layer], subject.through, calculator));
      }
      timer = setTimeout(takeTurn);
    };
    takeTurn();
    return () => clearTimeout(timer);
  }, [subject]);

  return found?.subject === subject ? (found?.catchUp ?? null) : null;
}
