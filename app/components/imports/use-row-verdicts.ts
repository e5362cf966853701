import { useEffect, useRef, useState } from 'react';
import { readWellCsvHeader } from '~/domain/files/well-csv';
import { formatCents, parseCents } from '~/domain/money/money';
import { foldCode } from '~/domain/wells/fold-text';
import { useApi } from '~/hooks/use-api';
import {
  type CatchUpView,
  type FilledRowView,
  MAX_CHECKED_ROWS,
  type RepeatedLayerView,
  type RowCheckInput,
  type RowCheckView,
  type WellUpdateView,
} from '~/schemas/imports/mass-upload';
import type { UploadTerms } from './stored-upload';
import type { MappedRows } from './use-mapped-rows';

/** A row refused before anything is written, with the reason. */
export type Refusal = { row: number; wellCode: string; error: string };

export type GroupTotals = {
  field: string;
  wellStatus: string;
  wells: number;
  layers: number;
  liability: bigint;
  arcCost: bigint;
  arcAccumulated: bigint;
};

export type Verdicts = {
  refusals: Refusal[];
  groups: GroupTotals[];
  catchUp: CatchUpView | null;
  /** Changes to existing wells, and rows whose values those wells already have. */
  updates: WellUpdateView[];
  unchanged: number[];
  /** Book values for fields that rows leave blank. */
  filled: FilledRowView[];
  /** Rows whose layers appear to be posted already. */
  repeated: RepeatedLayerView[];
  /** Accretion posted because wells are plugged, in cents. */
  pluggingAccretion: bigint;
  /** State of the books when the first of these rows was checked; null before that. */
  reviewed: string | null;
  checked: number;
  isDone: boolean;
};

/** A response, and its place in the order of requests. */
type CheckResponse = { view: RowCheckView; order: number };

/** How to handle rows whose well already exists. */
export type ExistingWellsChoice = 'refuse' | 'update';

/** Rows in an upload's columns; rows with problems aren't sent. */
export type RowsToCheck = Pick<MappedRows, 'titles' | 'rows'>;

const NONE: readonly RepeatedLayerView[] = [];

/** A request body is limited to a megabyte, and a character may take three bytes. */
const MAX_CHARACTERS = 300_000;

/**
 * Has the server check a file's rows as it would on upload, without writing anything. Rows of a well are checked together, and
 * unchanged chunks aren't sent again. Null until there is something to check.
 */
export function useRowVerdicts(
  mapped: RowsToCheck | null,
  terms: UploadTerms | null,
  {
    existing,
    skipPosted,
    wellsInBooks = false,
  }: { existing: ExistingWellsChoice; skipPosted: boolean; wellsInBooks?: boolean },
) {
  const api = useApi();
  const cache = useRef(new Map<string, CheckResponse>());
  const requestCount = useRef(0);
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<{
    source: unknown;
    existing: ExistingWellsChoice;
    skipPosted: boolean;
    verdicts: Verdicts;
    error: unknown;
  } | null>(null);

  const [posted, setPosted] = useState<{
    source: unknown;
    existing: ExistingWellsChoice;
    rows: readonly RepeatedLayerView[];
  } | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt sends the request again
  useEffect(() => {
    if (!mapped || !terms) return;
    const abort = new AbortController();
    const verdicts = createVerdicts(mapped);
    const publish = (error: unknown = null) => {
      if (!abort.signal.aborted)
        setState({ source: mapped, existing, skipPosted, verdicts: { ...verdicts }, error });
    };
    const checkChunks = async () => {
      publish();
      const usedResponses = new Map<string, CheckResponse>();
      let oldest = Number.POSITIVE_INFINITY;
      for (const rows of chunksOf(mapped)) {
        const body: RowCheckInput = {
          titles: mapped.titles,
          rows,
          ...terms,
          existing,
          skipPosted,
          ...(wellsInBooks && { wellsInBooks }),
        };
        const key = JSON.stringify(body);
        const response = cache.current.get(key) ?? {
          order: requestCount.current++,
          view: await api<RowCheckView>('/api/wells/mass-upload/check', {
            method: 'POST',
            body,
            signal: abort.signal,
          }),
        };
        usedResponses.set(key, response);
        cache.current.set(key, response);
        addView(verdicts, response.view, rows.length);
        // Use the state of the earliest response, because later ones may or may not reflect changes made after it.
        if (response.order < oldest) verdicts.reviewed = response.view.reviewed;
        oldest = Math.min(oldest, response.order);
        publish();
      }
      cache.current = usedResponses;
      verdicts.isDone = true;
      if (!abort.signal.aborted) setPosted({ source: mapped, existing, rows: verdicts.repeated });
      verdicts.refusals.sort((a, b) => a.row - b.row);
      verdicts.updates.sort((a, b) => a.row - b.row);
      verdicts.repeated.sort((a, b) => a.row - b.row);
      publish();
    };
    // Debounced, because corrections come in quick succession.
    const timer = setTimeout(() => checkChunks().catch(publish), 150);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [
    api,
    mapped,
    terms?.asOf,
    terms?.additionalCost,
    terms === null,
    existing,
    skipPosted,
    wellsInBooks,
    attempt,
  ]);

  const isSameCheck =
    state?.source === mapped && state.existing === existing && state.skipPosted === skipPosted;
  const current = mapped && terms && isSameCheck ? state : null;
  return {
    verdicts: current?.verdicts ?? null,
    /** Rows already posted, also while the other rows are being rechecked without them. */
    repeated: mapped && posted?.source === mapped && posted.existing === existing ? posted.rows : NONE,
    error: current?.error ?? null,
    retry: () => setAttempt((before) => before + 1),
  };
}

function createVerdicts({ rows, titles }: RowsToCheck): Verdicts {
  const codeAt = codeColumn(titles);
  const refusals = rows
    .filter(({ problems }) => problems.length > 0)
    .map(({ row, cells, problems }) => ({
      row,
      wellCode: cells[codeAt] ?? '',
      error: problems.map(({ message }) => message).join('; '),
    }));
  return {
    refusals,
    groups: [],
    catchUp: null,
    updates: [],
    unchanged: [],
    filled: [],
    repeated: [],
    pluggingAccretion: 0n,
    reviewed: null,
    checked: refusals.length,
    isDone: false,
  };
}

function codeColumn(titles: readonly string[]): number {
  return readWellCsvHeader(titles).positions.wellCode ?? 0;
}

/** Groups rows by well, so rows that depend on each other are checked together. Wells are in order of first appearance. */
function* chunksOf({ rows, titles }: RowsToCheck): Generator<RowCheckInput['rows']> {
  const codeAt = codeColumn(titles);
  const wells = new Map<string, RowCheckInput['rows']>();
  for (const { row, cells, problems } of rows) {
    if (problems.length > 0) continue;
    const code = foldCode(cells[codeAt] ?? '');
    const wellRows = wells.get(code);
    if (wellRows) wellRows.push({ row, cells });
    else wells.set(code, [{ row, cells }]);
  }
  let chunk: RowCheckInput['rows'] = [];
  let characters = 0;
  for (const wellRows of wells.values()) {
    for (let start = 0; start < wellRows.length; start += MAX_CHECKED_ROWS) {
      const part = wellRows.slice(start, start + MAX_CHECKED_ROWS);
      const length = part.reduce((sum, { cells }) => sum + cells.join('').length + 4 * cells.length, 0);
      if (chunk.length + part.length > MAX_CHECKED_ROWS || characters + length > MAX_CHARACTERS) {
        if (chunk.length > 0) yield chunk;
        chunk = [];
        characters = 0;
      }
      chunk.push(...part);
      characters += length;
    }
  }
  if (chunk.length > 0) yield chunk;
}

function addView(verdicts: Verdicts, view: RowCheckView, rows: number): void {
  const { errors, groups, catchUp } = view;
  verdicts.checked += rows;
  verdicts.refusals = [...verdicts.refusals, ...errors];
  verdicts.updates = [...verdicts.updates, ...view.updates];
  verdicts.unchanged = [...verdicts.unchanged, ...view.unchanged];
  verdicts.filled = [...verdicts.filled, ...view.filled];
  verdicts.repeated = [...verdicts.repeated, ...view.repeated];
  verdicts.pluggingAccretion += parseCents(view.pluggingAccretion);
  const merged = new Map(verdicts.groups.map((group) => [`${group.field}\n${group.wellStatus}`, group]));
  for (const { field, wellStatus, wells, layers, liability, arcCost, arcAccumulated } of groups) {
    const key = `${field}\n${wellStatus}`;
    const before = merged.get(key);
    merged.set(key, {
      field,
      wellStatus,
      wells: wells + (before?.wells ?? 0),
      layers: layers + (before?.layers ?? 0),
      liability: parseCents(liability) + (before?.liability ?? 0n),
      arcCost: parseCents(arcCost) + (before?.arcCost ?? 0n),
      arcAccumulated: parseCents(arcAccumulated) + (before?.arcAccumulated ?? 0n),
    });
  }
  verdicts.groups = [...merged.values()].sort(
    (a, b) => a.field.localeCompare(b.field) || a.wellStatus.localeCompare(b.wellStatus),
  );
  verdicts.catchUp = addCatchUps(verdicts.catchUp, catchUp);
}

function addCatchUps(a: CatchUpView | null, b: CatchUpView | null): CatchUpView | null {
  if (!a || !b) return a ?? b;
  return {
    layers: a.layers + b.layers,
    from: a.from < b.from ? a.from : b.from,
    through: a.through,
    amount: formatCents(parseCents(a.amount) + parseCents(b.amount)),
  };
}
