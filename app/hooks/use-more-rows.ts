import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { apiResponse } from './api-fetch';
import { useCompany } from './use-root-data';

const PAGE_SIZE = 200;
/** Most rows per request, for lists without their own limit. */
const MAX_PAGE_SIZE = 5000;

/** Rows fetched after the page's own, with the first rows and the list they belong to. */
type Tail<Row> = { first: Row[]; list: string; rows: Row[]; cursor: string | null };

type MoreRows<Row> = {
  /** Rows loaded with the page. Their identity changes when the page reloads. */
  first: Row[];
  nextCursor: string | null;
  /** API path of the list, with its filters and order but without `limit` and `cursor`. */
  list: string;
  rowId: (row: Row) => string | number;
  /** Most rows per request for this list. */
  maxPageSize?: number;
};

/**
 * Rows of a list: the page's own, then those fetched as the user scrolls. When the page reloads after a change, the later rows stay on
 * screen until they have been fetched again too, so the list doesn't jump.
 */
export function useMoreRows<Row>({
  first,
  nextCursor,
  list,
  rowId,
  maxPageSize = MAX_PAGE_SIZE,
}: MoreRows<Row>) {
  const companyId = useCompany()?.id ?? null;
  const [stored, setStored] = useState<Tail<Row> | null>(null);
  const [more, setMore] = useState<'loading' | 'failed' | null>(null);
  const request = useRef<AbortController | null>(null);
  const latestRowId = useRef(rowId);
  latestRowId.current = rowId;

  const tail = stored?.list === list ? stored : null;
  const isFresh = tail === null || tail.first === first;

  const fetchRows = useCallback(
    async (cursor: string, limit: number, before: Row[]) => {
      request.current?.abort();
      const abortController = new AbortController();
      request.current = abortController;
      setMore('loading');
      try {
        const page = await fetchPage<Row>({ list, limit, cursor, companyId, signal: abortController.signal });
        if (abortController.signal.aborted) return;
        setStored({ first, list, rows: [...before, ...page.rows], cursor: page.nextCursor });
        setMore(null);
      } catch {
        if (!abortController.signal.aborted) setMore('failed');
      } finally {
        if (request.current === abortController) request.current = null;
      }
    },
    [companyId, first, list],
  );

  // The page reloaded, so the rows after it must reload too.
  useEffect(() => {
    if (isFresh) return;
    if (nextCursor) void fetchRows(nextCursor, Math.min(tail.rows.length, maxPageSize), []);
    else setStored(null);
  }, [isFresh, tail, nextCursor, maxPageSize, fetchRows]);

  // When the list changes or unmounts, cancel the pending request.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the list changes
  useEffect(() => {
    return () => {
      request.current?.abort();
      request.current = null;
      setMore(null);
    };
  }, [list]);

  const cursor = tail && isFresh ? tail.cursor : nextCursor;
  const rows = useMemo(() => appendNewRows(first, tail?.rows ?? [], latestRowId.current), [first, tail]);
  /** Fetches the next rows, or all missing ones when the scrollbar is dragged far. */
  const loadUpTo = useCallback(
    (upTo: number) => {
      if (request.current || !cursor) return;
      const limit = Math.min(Math.max(upTo - rows.length, 0) + PAGE_SIZE, maxPageSize);
      void fetchRows(cursor, limit, tail && isFresh ? tail.rows : []);
    },
    [cursor, isFresh, tail, rows.length, maxPageSize, fetchRows],
  );
  const loadMore = useCallback(() => loadUpTo(0), [loadUpTo]);
  return { rows, more, loadMore, loadUpTo, hasMore: cursor !== null };
}

/**
 * Fetches every row of a list, page by page, for exports.
 * @throws ApiError, NetworkError
 */
export async function fetchAllRows<Row>(
  list: string,
  companyId: string | null,
  pageSize = MAX_PAGE_SIZE,
): Promise<Row[]> {
  return (await fetchRowsUpTo<Row>(list, companyId, Number.POSITIVE_INFINITY, pageSize)) ?? [];
}

/**
 * Like fetchAllRows, but returns null when the list has more than `most` rows.
 * @throws ApiError, NetworkError
 */
export async function fetchRowsUpTo<Row>(
  list: string,
  companyId: string | null,
  maxRows: number,
  pageSize = MAX_PAGE_SIZE,
): Promise<Row[] | null> {
  const requestNext = (cursor: string | null) =>
    requestPage<Row>({ list, limit: pageSize, cursor, companyId });
  const rows: Row[] = [];
  let page: RowPage<Row> | null = await requestNext(null);
  while (page) {
    // Request the next page while this page's rows are being read.
    const next: Promise<RowPage<Row>> | null = page.nextCursor ? requestNext(page.nextCursor) : null;
    const [pageRows, following]: [Row[], RowPage<Row> | null] = await Promise.all([page.rows(), next]);
    for (const row of pageRows) rows.push(row);
    if (rows.length > maxRows) return null;
    page = following;
  }
  return rows;
}

type PageRequest = {
  list: string;
  limit: number;
  cursor: string | null;
  companyId: string | null;
  signal?: AbortSignal;
};

async function fetchPage<Row>(request: PageRequest): Promise<{ rows: Row[]; nextCursor: string | null }> {
  const { rows, nextCursor } = await requestPage<Row>(request);
  return { rows: await rows(), nextCursor };
}

/** A page whose response has started. Its next cursor is known before its rows arrive. */
type RowPage<Row> = { rows: () => Promise<Row[]>; nextCursor: string | null };

async function requestPage<Row>({
  list,
  limit,
  cursor,
  companyId,
  signal,
}: PageRequest): Promise<RowPage<Row>> {
  const [path, query] = list.split('?');
  const params = new URLSearchParams(query);
  params.set('limit', String(limit));
  if (cursor) params.set('cursor', cursor);
  const response = await apiResponse(`${path}?${params}`, { companyId, signal });
  return { rows: () => response.json(), nextCursor: getNextCursor(response) };
}

/** While the later rows are stale, a row may be in both parts. The page's own copy wins. */
function appendNewRows<Row>(first: Row[], later: Row[], rowId: (row: Row) => string | number): Row[] {
  if (later.length === 0) return first;
  const ids = new Set(first.map(rowId));
  return [...first, ...later.filter((row) => !ids.has(rowId(row)))];
}

function getNextCursor(response: Response): string | null {
  const next = response.headers.get('Link')?.match(/<([^>]*)>;\s*rel="next"/)?.[1];
  return next ? new URL(next, window.location.origin).searchParams.get('cursor') : null;
}
