import { DomainError } from './domain-error';

/** Valid input that conflicts with the current books: the API returns 409 instead of 400. */
export class DomainConflict extends DomainError {}
