import type { PluggedState } from '~/domain/books/plugging';
import type { Statement } from '~/services/platform/commit.server';
import type { CompanyAdminContext } from '~/services/platform/context.server';
import type { BookedWell } from './well-books.server';
import { writeWells } from './write-wells.server';

/** A well's stored status and plugging date. */
export function pluggedStateOf({ wellStatus, storedPluggedOn }: BookedWell): PluggedState {
  return { wellStatus, pluggedOn: wellStatus === 'Plugged' ? storedPluggedOn : null };
}

/** Writes the status and plugging date that an act decided for wells. Like writeWells. */
export function writePluggedStates(
  ctx: CompanyAdminContext,
  wells: readonly { ledgerId: number; state: PluggedState }[],
): Statement[] {
  return writeWells(ctx, wells, {
    well_status: ({ state }) => state.wellStatus,
    plugged_on: ({ state }) => state.pluggedOn,
  });
}
