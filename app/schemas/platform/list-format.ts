import { z } from 'zod';

/** `?format=csv` returns the lines of a CSV file instead of JSON. */
export const listFormat = z.enum(['json', 'csv', ''], 'Format must be json or csv').optional();
