import { AppError } from '~/errors';

/**
 * Refuses an act that needs a reason and has none.
 * @param problem what reasonNeeded found
 * @param field the input that takes the reason, as the call spells it
 * @throws AppError invalid
 */
export function requireReason(problem: string | null, field: 'memo' | 'reason'): void {
  if (problem !== null) throw new AppError('invalid', problem, field);
}
