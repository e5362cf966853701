/**
 * Number of lines at the top of a file or pasted table to search for column titles. Users and ledgers put the company,
 * the table's name and its date above them.
 */
export const TITLE_LINES = 25;
