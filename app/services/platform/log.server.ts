type LogEntry = {
  level: 'error' | 'warn' | 'info';
  requestId?: string;
  /** What was thrown. Only its innermost cause is written. */
  error?: unknown;
  [detail: string]: unknown;
};

/**
 * Writes one line of JSON to the log. Of an error it keeps the innermost cause: Drizzle's own message repeats the
 * statement with its values, and those never go into a log.
 */
export function log({ level, error, ...details }: LogEntry): void {
  const cause = error === undefined ? {} : { error: describe(error) };
  console[level](JSON.stringify({ level, ...details, ...cause }));
}

function describe(error: unknown): string {
  let cause = error;
  while (cause instanceof Error && cause.cause instanceof Error) cause = cause.cause;
  if (!(cause instanceof Error)) return String(cause);
  // A wrapped error's stack shows where it was wrapped, not where it began.
  return cause === error ? (cause.stack ?? cause.message) : cause.message;
}
