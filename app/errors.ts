/** Why a use case refused. server/error-response.server.ts maps each to its HTTP status; nothing else does. */
export type AppErrorCode =
  | 'invalid'
  | 'unauthorized'
  | 'forbidden'
  | 'not-found'
  | 'method-not-allowed'
  | 'conflict'
  | 'stale'
  | 'too-large'
  | 'unsupported-media-type'
  | 'unprocessable'
  | 'too-many-requests';

/** Messages by the name of the field they concern. */
export type FieldErrors = Record<string, string[]>;

/** A refusal with a message for the person who asked. Never holds SQL, values or stack of anything else. */
export class AppError extends Error {
  constructor(
    readonly code: AppErrorCode,
    message: string,
    readonly fields?: FieldErrors,
  ) {
    super(message);
    this.name = 'AppError';
  }
}
