/** Why a use case refused. Only server/error-response.server.ts maps codes to HTTP statuses. */
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

/** Messages keyed by field name. */
export type FieldErrors = Record<string, string[]>;

/** A refusal with a message for the user. Never contains SQL, values or the stack of another error. */
export class AppError extends Error {
  readonly fields: FieldErrors | undefined;

  /** @param fields the input at fault, by its API name, or a message per input if those differ from the main message */
  constructor(
    readonly code: AppErrorCode,
    message: string,
    fields?: string | FieldErrors,
  ) {
    super(message);
    this.name = 'AppError';
    this.fields = typeof fields === 'string' ? { [fields]: [message] } : fields;
  }
}
