import { signInAddress } from './sign-in-address';
import { toast } from './toast';
import { isAnythingUnsaved } from './unload-warning';

export type ApiRequest = {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  body?: unknown;
  /** Raw body sent instead of JSON. Its content type comes from the blob. */
  file?: Blob;
  /** Asks the server to respond before background work finishes (`Prefer: respond-async`). */
  respondAsync?: boolean;
  /** The company the page was rendered with. The server rejects the request if another one has been selected since. */
  companyId?: string | null;
  idempotencyKey?: string;
  /** Version that a PUT replaces. The server rejects the request if a newer version exists. */
  ifVersion?: number;
  /** `reviewed` value of the preview the user saw. The server rejects the request if posting would now produce anything else. */
  reviewed?: string | undefined;
  signal?: AbortSignal;
};

/** Instructions for a user who stays on the page to keep unsaved entries. */
const LOG_IN_AGAIN_IN_NEW_TAB = 'Log in again in a new tab, then return here and try again.';
const LOGIN_DELAY_MS = 500;
/** Time by which a browser that is navigating away has left the page. */
const NAVIGATION_TIMEOUT_MS = 2000;

/** An error response. The message is the status, a colon, a space and the response body, or the status text if the body is empty. */
export class ApiError extends Error {
  readonly status: number;
  /** The server's user-facing message, if any. */
  readonly serverMessage: string | null;
  /** Messages keyed by field name. */
  readonly fieldErrors: Record<string, string[]>;
  /** Distinguishes 409s: `already-processed` means that an earlier attempt of this request succeeded. */
  readonly code: string | null;

  constructor(status: number, statusText: string, body: string) {
    super(`${status}: ${body || statusText}`);
    this.name = 'ApiError';
    const { message, errors, code } = parseErrorBody(body);
    this.status = status;
    this.serverMessage = message ?? null;
    this.fieldErrors = errors ?? {};
    this.code = code ?? null;
  }
}

/** An error whose message can be shown to the user. */
export class MessageError extends Error {
  override readonly name: string = 'MessageError';
}

export class NetworkError extends MessageError {
  override readonly name = 'NetworkError';
  constructor() {
    super('Can’t reach the server. Check your connection and try again.');
  }
}

/**
 * Calls the API and returns the raw response, for callers that need its headers or stream.
 * @throws ApiError for a non-OK response, NetworkError when the server can’t be reached
 */
export async function apiResponse(path: string, request: ApiRequest = {}): Promise<Response> {
  const headers = new Headers({ Accept: 'application/json' });
  if (request.body !== undefined) headers.set('Content-Type', 'application/json');
  if (request.respondAsync) headers.set('Prefer', 'respond-async');
  if (request.companyId) headers.set('X-Company-Id', request.companyId);
  if (request.idempotencyKey) headers.set('Idempotency-Key', request.idempotencyKey);
  if (request.ifVersion !== undefined) headers.set('If-Match', `"${request.ifVersion}"`);
  const { reviewed } = request;
  const address = reviewed ? `${path}${path.includes('?') ? '&' : '?'}reviewed=${reviewed}` : path;
  const response = await fetch(address, {
    method: request.method ?? 'GET',
    headers,
    credentials: 'include',
    body: request.file ?? (request.body === undefined ? undefined : JSON.stringify(request.body)),
    signal: request.signal,
  }).catch((error) => {
    throw error instanceof TypeError ? new NetworkError() : error;
  });
  if (!response.ok) {
    const error = new ApiError(response.status, response.statusText, await response.text());
    if (isUnauthorized(error)) logInAgain();
    throw error;
  }
  return response;
}

/** Like apiResponse, but returns the parsed JSON, or undefined for a 204. */
export async function apiFetch<T = unknown>(path: string, request: ApiRequest = {}): Promise<T> {
  const response = await apiResponse(path, request);
  return (response.status === 204 ? undefined : await response.json()) as T;
}

/** Text to show the user: a logged-out notice, the server's message, the network error, or the given fallback. */
export function failureText(error: unknown, fallback: string): string {
  if (isUnauthorized(error)) return `You are logged out. ${LOG_IN_AGAIN_IN_NEW_TAB}`;
  if (error instanceof ApiError) return error.serverMessage ?? fallback;
  return error instanceof MessageError ? error.message : fallback;
}

/** True when a failed request may still have taken effect: its response was lost, or the server returned a 5xx. */
export function isUncertain(error: unknown): boolean {
  return error instanceof NetworkError || (error instanceof ApiError && error.status >= 500);
}

/** True when an earlier attempt of this request took effect and only its response was lost. */
export function isAlreadyProcessed(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'already-processed';
}

/** True when the books changed after the user reviewed the request. Nothing was posted, and a new preview is needed. */
export function isConflict(error: unknown): boolean {
  return error instanceof ApiError && error.status === 409 && !isAlreadyProcessed(error);
}

/** True when someone else changed the record since it was loaded for editing. Nothing was saved. */
export function isStale(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status === 412;
}

/** True when the server rejected the request itself, so an unchanged retry would fail too. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status < 500 && error.status !== 429;
}

export function isUnauthorized(error: unknown): boolean {
  return error instanceof ApiError && /^401: .*Unauthorized/s.test(error.message);
}

/** True while the browser navigates to sign-in, so further 401s don't reopen its leave-page prompt. */
let isLeaving = false;

function logInAgain() {
  toast({
    title: 'Unauthorized',
    description: 'You are logged out. Logging in again...',
    variant: 'destructive',
  });
  if (isLeaving) return;
  isLeaving = true;
  setTimeout(() => {
    const { pathname, search } = window.location;
    // The outer timer pauses while the browser's leave-page prompt is open. The inner one allows for a navigation that went ahead.
    setTimeout(() => setTimeout(showLoggedOutNotice, NAVIGATION_TIMEOUT_MS), 0);
    window.location.assign(signInAddress(pathname + search));
  }, LOGIN_DELAY_MS);
}

/** The user declined to leave. They can still save their entries after signing in again. */
function showLoggedOutNotice() {
  isLeaving = false;
  if (!isAnythingUnsaved()) return;
  toast({
    title: 'You Are Logged Out',
    description: `Your entries are still here. ${LOG_IN_AGAIN_IN_NEW_TAB}`,
    action: { label: 'Log In', to: signInAddress('/'), opensTab: true },
    variant: 'destructive',
  });
}

function parseErrorBody(body: string): {
  message?: string;
  errors?: Record<string, string[]>;
  code?: string;
} {
  try {
    const parsed: unknown = JSON.parse(body);
    return typeof parsed === 'object' && parsed !== null ? parsed : {};
  } catch {
    return {};
  }
}

/** Error messages by field. Empty when the error has none. */
export function getFieldErrors(error: unknown): Record<string, string[]> {
  return error instanceof ApiError ? error.fieldErrors : {};
}
