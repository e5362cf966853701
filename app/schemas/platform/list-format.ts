import { z } from 'zod';

/** `?format=csv` answers the lines of a CSV file in place of JSON. */
export const listFormat = z.enum(['json', 'csv', ''], 'Format must be json or csv').optional();
