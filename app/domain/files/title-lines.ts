/**
 * Lines of a file or a pasted table among which its titles are looked for: above them, people and ledgers write the company, what the
 * table is, and its date.
 */
export const TITLE_LINES = 25;
