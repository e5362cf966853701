import type { PluggedState } from '~/domain/books/plugging';
import type { Statement } from '~/services/platform/commit.server';
import type { CompanyAdminContext } from '~/services/platform/context.server';
import type { BookedWell } from './well-books.server';
import { writeWells } from './write-wells.server';

/** A well's status and plugging day as they are stored. */
export function pluggedStateOf({ wellStatus, storedPluggedOn }: BookedWell): PluggedState {
  return { wellStatus, pluggedOn: wellStatus === 'Plugged' ? storedPluggedOn : null };
}

/** Gives wells the status and plugging day that an act decided. As writeWells. */
export function writePluggedStates(
  ctx: CompanyAdminContext,
  wells: readonly { ledgerId: number; state: PluggedState }[],
): Statement[] {
  return writeWells(ctx, wells, {
    well_status: ({ state }) => state.wellStatus,
    plugged_on: ({ state }) => state.pluggedOn,
  });
}
