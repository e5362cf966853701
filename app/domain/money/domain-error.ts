/**
 * A figure or date that violates the accounting rules. The message is suitable for users.
 *
 * `field` is the invalid input's name in the API (`pAndACost`), or null if no single input is at fault.
 */
export class DomainError extends Error {
  override readonly name = 'DomainError';

  constructor(
    readonly field: string | null,
    message: string,
  ) {
    super(message);
  }
}
