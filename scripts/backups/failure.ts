/** The error's message and its cause. A failed request has the reason only in the cause. */
export function failureText(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error && cause.message ? `${message}: ${cause.message}` : message;
}
