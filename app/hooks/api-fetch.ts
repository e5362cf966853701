import { signInAddress } from './sign-in-address';
import { toast } from './toast';
import { isAnythingUnsaved } from './unload-warning';

export type ApiRequest = {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  body?: unknown;
  /** Sent as it is, in place of a JSON body; its type is the content's. */
  file?: Blob;
  /** Asks not to wait for work that goes on after the answer. */
  respondAsync?: boolean;
  /** The company the page was rendered with. The server refuses when another has been selected meanwhile. */
  companyId?: string | null;
  idempotencyKey?: string;
  /** The version of what a PUT replaces; the server refuses when there is a newer one. */
  ifVersion?: number;
  /** `reviewed` of the preview that the person saw; the server refuses when anything else would be posted by now. */
  reviewed?: string | undefined;
  signal?: AbortSignal;
};

/** For someone who stays on the page to keep what they entered. */
const LOG_IN_BESIDE = 'Log in in a new tab, come back to this one, and try again.';
const LOGIN_DELAY_MS = 500;
/** A browser that leaves has left by then. */
const LEAVING_MS = 2000;

/** A call that was answered with a failure. The message is the status, a colon, a space and the answer's text. */
export class ApiError extends Error {
  readonly status: number;
  /** What the server says to the person, if it said anything. */
  readonly serverMessage: string | null;
  /** Messages by the name of the field they concern. */
  readonly fieldErrors: Record<string, string[]>;
  /** Says of a 409 that the request was carried out before. */
  readonly code: string | null;

  constructor(status: number, statusText: string, body: string) {
    super(`${status}: ${body || statusText}`);
    this.name = 'ApiError';
    const { message, errors, code } = parseAnswer(body);
    this.status = status;
    this.serverMessage = message ?? null;
    this.fieldErrors = errors ?? {};
    this.code = code ?? null;
  }
}

/** A failure whose message is meant for the person. */
export class MessageError extends Error {
  override readonly name: string = 'MessageError';
}

/** The server could not be reached. */
export class NetworkError extends MessageError {
  override readonly name = 'NetworkError';
  constructor() {
    super('Can’t reach the server. Check your connection and try again.');
  }
}

/**
 * Calls the API and gives its JSON answer, with the response for who needs its headers.
 * @throws ApiError for an answer that is not OK, NetworkError for none
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

/** As apiResponse, but gives the JSON alone; undefined where there is no body. */
export async function apiFetch<T = unknown>(path: string, request: ApiRequest = {}): Promise<T> {
  const response = await apiResponse(path, request);
  return (response.status === 204 ? undefined : await response.json()) as T;
}

/** What to tell the person: that they are logged out, the server's own words, or that it could not be reached, or the given fallback. */
export function failureText(error: unknown, fallback: string): string {
  if (isUnauthorized(error)) return `You are logged out. ${LOG_IN_BESIDE}`;
  if (error instanceof ApiError) return error.serverMessage ?? fallback;
  return error instanceof MessageError ? error.message : fallback;
}

/** Whether the call may have been carried out although it failed: its answer was lost, or came from a server in trouble. */
export function isUncertain(error: unknown): boolean {
  return error instanceof NetworkError || (error instanceof ApiError && error.status >= 500);
}

/** Whether the call was carried out the first time it was made, and only its answer is lost. */
export function isAlreadyProcessed(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'already-processed';
}

/** Whether the books moved on since what was sent was looked at: nothing was posted, and another preview says what would be by now. */
export function isOvertaken(error: unknown): boolean {
  return error instanceof ApiError && error.status === 409 && !isAlreadyProcessed(error);
}

/** Whether someone else changed it since it was read to be edited: nothing was saved. */
export function isStale(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status === 412;
}

/** Whether the server looked at what was asked and won't have it: asking the same again changes nothing. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status < 500 && error.status !== 429;
}

export function isUnauthorized(error: unknown): boolean {
  return error instanceof ApiError && /^401: .*Unauthorized/s.test(error.message);
}

/** The browser is on its way to sign-in. Further refused calls must not make it ask again whether to leave. */
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
    // The first wait lasts as long as the browser's question, the second is for the page that is on its way after all.
    setTimeout(() => setTimeout(stay, LEAVING_MS), 0);
    window.location.assign(signInAddress(pathname + search));
  }, LOGIN_DELAY_MS);
}

/** The browser asked before it left. Who stayed can still save what they entered, once they are signed in again. */
function stay() {
  isLeaving = false;
  if (!isAnythingUnsaved()) return;
  toast({
    title: 'You Are Logged Out',
    description: `Your entries are still here. ${LOG_IN_BESIDE}`,
    action: { label: 'Log In', to: signInAddress('/'), opensTab: true },
    variant: 'destructive',
  });
}

function parseAnswer(body: string): { message?: string; errors?: Record<string, string[]>; code?: string } {
  try {
    const answer: unknown = JSON.parse(body);
    return typeof answer === 'object' && answer !== null ? answer : {};
  } catch {
    return {};
  }
}

/** What is wrong with which field; nothing where the error says none. */
export function fieldErrorsOf(error: unknown): Record<string, string[]> {
  return error instanceof ApiError ? error.fieldErrors : {};
}
