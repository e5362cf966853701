import type { CalendarDate } from '~/domain/calendar/calendar-date';
import type { WellInput } from '~/schemas/wells/well';
import { type BookedLayer, type BookedWell, NOT_AT_ALL } from '~/services/books/well-books.server';

/** A well in the books that rows name. */
export type KnownWell = BookedWell &
  Pick<WellInput, 'customFields'> & {
    /** Whether it is no longer as it was reviewed. */
    isMovedOn: boolean;
  };

/** A well that rows may name: one in the books, or one that an earlier row adds; with what the act has done to it so far. */
export type PlannedWell = KnownWell & {
  /** The act's round in which its newest row is booked; null while the act has not touched it. */
  round: number | null;
  /** The day of a balance that the act brings in; null while it has not. */
  openedOn: CalendarDate | null;
  /** Whether the act has reversed the accretion beyond a row's day and posts it again. */
  isReplayed: boolean;
  /** The newest day on which the act moves it; null while it does not. */
  movedOn: CalendarDate | null;
};

/** A well in the books, or a new one, before the act has done anything to it. */
export function untouched(well: KnownWell): PlannedWell {
  return { ...well, round: null, openedOn: null, isReplayed: false, movedOn: null };
}

/** A well that a row adds, without a layer. */
export function newWell(
  given: WellInput,
  { id, wellCodeKey, ledgerId }: Pick<BookedWell, 'id' | 'wellCodeKey' | 'ledgerId'>,
): PlannedWell {
  return untouched({
    id,
    ledgerId,
    wellCode: given.wellCode,
    wellCodeKey,
    wellName: given.wellName,
    wellStatus: given.wellStatus,
    field: given.field,
    activeDate: given.activeDate,
    customFields: given.customFields,
    isMovedOn: false,
    retirementDate: given.retirementDate ?? null,
    version: 1,
    pluggedOn: given.wellStatus === 'Plugged' ? NOT_AT_ALL : null,
    storedPluggedOn: null,
    layers: [],
    layerCount: 0,
    lastPostingId: 0,
    interests: (given.workingInterests ?? []).map((one) => ({ ...one, posting: null })),
    soldOn: null,
    settledOn: null,
    finalSettlement: null,
    later: [],
  });
}

/** The well with a layer that a row gives it, which moves it on a day, for the rows that follow. */
export function afterLayer(
  well: PlannedWell,
  layer: BookedLayer,
  movedOn: CalendarDate,
  change: Partial<PlannedWell>,
): PlannedWell {
  return {
    ...well,
    layers: [...well.layers, layer],
    layerCount: well.layerCount + 1,
    retirementDate: layer.retirementDate ?? well.retirementDate,
    movedOn: well.movedOn !== null && well.movedOn > movedOn ? well.movedOn : movedOn,
    ...change,
  };
}
