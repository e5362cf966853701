import { DomainError } from './domain-error';

/** What the books as they are forbid, where the input by itself would be fine: the calls answer 409 instead of 400. */
export class DomainConflict extends DomainError {}
