import type { CalendarDate } from '~/domain/calendar/calendar-date';
import type { WellInput } from '~/schemas/wells/well';
import { type BookedLayer, type BookedWell, NEVER_ACCRETES } from '~/services/books/well-books.server';

/** A well in the books that rows name. */
export type KnownWell = BookedWell &
  Pick<WellInput, 'customFields'> & {
    /** True when the well has changed since the review. */
    changedSinceReview: boolean;
  };

/** A well that rows may name, from the books or added by an earlier row, with the act's effects on it so far. */
export type PlannedWell = KnownWell & {
  /** Act round of the well's newest row; null until the act touches the well. */
  round: number | null;
  /** Date of an opening balance that the act books; null if there is none. */
  openedOn: CalendarDate | null;
  /** True when the act has reversed accretion after a row's date and posted it again. */
  isReplayed: boolean;
  /** Latest date on which the act moves the well's balance; null if it doesn't. */
  movedOn: CalendarDate | null;
};

/** A well in the books, or a new one, before the act has changed it. */
export function toPlannedWell(well: KnownWell): PlannedWell {
  return { ...well, round: null, openedOn: null, isReplayed: false, movedOn: null };
}

/** A well that a row adds, still without a layer. */
export function createPlannedWell(
  input: WellInput,
  { id, wellCodeKey, ledgerId }: Pick<BookedWell, 'id' | 'wellCodeKey' | 'ledgerId'>,
): PlannedWell {
  return toPlannedWell({
    id,
    ledgerId,
    wellCode: input.wellCode,
    wellCodeKey,
    wellName: input.wellName,
    wellStatus: input.wellStatus,
    field: input.field,
    activeDate: input.activeDate,
    customFields: input.customFields,
    changedSinceReview: false,
    retirementDate: input.retirementDate ?? null,
    version: 1,
    pluggedOn: input.wellStatus === 'Plugged' ? NEVER_ACCRETES : null,
    storedPluggedOn: null,
    layers: [],
    layerCount: 0,
    lastPostingId: 0,
    interests: (input.workingInterests ?? []).map((interest) => ({ ...interest, posting: null })),
    soldOn: null,
    settledOn: null,
    finalSettlement: null,
    later: [],
  });
}

/** The well after a row adds a layer that moves its balance on `movedOn`, for the rows that follow. */
export function applyLayer(
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
