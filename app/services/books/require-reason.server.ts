import { AppError } from '~/errors';

/**
 * Refuses an act that needs a reason and has none.
 * @param problem result of missingReason
 * @param field API name of the input for the reason
 * @throws AppError invalid
 */
export function requireReason(problem: string | null, field: 'memo' | 'reason'): void {
  if (problem !== null) throw new AppError('invalid', problem, field);
}
