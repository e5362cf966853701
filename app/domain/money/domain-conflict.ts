import { DomainError } from './domain-error';

/** Valid input that conflicts with the current books: calls return 409 instead of 400. */
export class DomainConflict extends DomainError {}
