/** What went wrong, with why: of a request that failed, the error itself says only that. */
export function failureText(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error && cause.message ? `${message}: ${cause.message}` : message;
}
