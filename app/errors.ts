/** Why a use case refused. server/error-response.server.ts maps each to its HTTP status; nothing else does. */
export type AppErrorCode =
  | 'invalid'
  | 'unauthorized'
  | 'forbidden'
  | 'not-found'
  | 'method-not-allowed'
  | 'conflict'
  | 'already-processed'
  | 'stale'
  | 'too-large'
  | 'unsupported-media-type'
  | 'unprocessable'
  | 'too-many-requests';

/** Messages by the name of the field they concern. */
export type FieldErrors = Record<string, string[]>;

/** A refusal with a message for the person who asked. Never holds SQL, values or stack of anything else. */
export class AppError extends Error {
  readonly fields: FieldErrors | undefined;

  /** @param at the input that is to blame, as the calls spell it; or a message for each input, where they differ from the whole */
  constructor(
    readonly code: AppErrorCode,
    message: string,
    at?: string | FieldErrors,
  ) {
    super(message);
    this.name = 'AppError';
    this.fields = typeof at === 'string' ? { [at]: [message] } : at;
  }
}
