type LogEntry = {
  level: 'error' | 'warn' | 'info';
  requestId?: string;
  /** The thrown value. Only its innermost cause is logged. */
  error?: unknown;
  [detail: string]: unknown;
};

/**
 * Logs one line of JSON. For an error, logs only the innermost cause: Drizzle's own message repeats the statement with its
 * values, which must never be logged.
 */
export function log({ level, error, ...details }: LogEntry): void {
  const cause = error === undefined ? {} : { error: describe(error) };
  console[level](JSON.stringify({ level, ...details, ...cause }));
}

function describe(error: unknown): string {
  let cause = error;
  while (cause instanceof Error && cause.cause instanceof Error) cause = cause.cause;
  if (!(cause instanceof Error)) return String(cause);
  // A wrapped error's stack shows where it was wrapped, not where it was thrown.
  return cause === error ? (cause.stack ?? cause.message) : cause.message;
}
