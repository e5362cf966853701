/**
 * A figure or a date that the accounting rules refuse. The message is fit for a user's eyes.
 *
 * `field` is the name of the input that is to blame as the calls spell it (`pAndACost`), or null when no single
 * input is.
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
