import type { Act } from '~/domain/books/act';
import { formatInterest, type InterestChange } from '~/domain/books/working-interest';
import type { CalendarDate } from '~/domain/calendar/calendar-date';
import { type CustomFieldTemplate, createCustomFieldCheck } from '~/domain/wells/custom-field';
import { AppError } from '~/errors';
import { compileSavedPattern } from '~/schemas/wells/pattern';
import type { WellInput } from '~/schemas/wells/well';
import { planWellChange } from '~/services/books/update-well.server';
import type { PlannedWell } from './planned-well.server';

/** A well field that a row changes, as text; null when empty. Custom fields are `custom.` plus their name. */
export type FieldChange = { field: string; from: string | null; to: string | null };

/** A well in the books that a row changes. */
export type ChangedWell = {
  row: number;
  /** The well before the row. Its version must still be current when the change is written. */
  before: PlannedWell;
  /** The complete well after the change, including its plugging date. */
  updated: WellInput;
  /** True when the well becomes Plugged, or stops being Plugged. */
  changesPlugging: boolean;
  interests: InterestChange[] | null;
  changes: FieldChange[];
};

export type ChangeOptions = {
  /** Today's date: the plugging date when a row plugs a well without giving one. */
  today: CalendarDate;
  closedThrough: CalendarDate | null;
  customFields: CustomFieldTemplate[];
};

type RowToChange = {
  row: number;
  input: WellInput;
  /** Throws if the row may not plug or unplug the well, which also removes the plugging's postings from the act. */
  requirePluggingAllowed: () => void;
};

const CHANGED =
  'Someone changed this well after you reviewed it. The well wasn’t updated. Choose the file again to see its new values.';

/** @throws AppError conflict when the well has changed since the review */
export function requireReviewedVersion(well: Pick<PlannedWell, 'version'>, reviewed: number | null): void {
  if (reviewed !== null && reviewed !== well.version) throw new AppError('conflict', CHANGED);
}

/**
 * Plans a row's changes to a well in the books, by the same rules as a manual edit. Blank cells keep current values: custom
 * fields and interests are merged with the well's. The code keeps its spelling.
 * @returns null for a row that changes nothing
 * @throws AppError and DomainConflict as updateWell
 */
export function createWellChanger({ today, closedThrough, customFields }: ChangeOptions) {
  const now = new Date(today);
  const check = createCustomFieldCheck(customFields, { compilePattern: compileSavedPattern });

  return (
    act: Act,
    well: PlannedWell,
    { row, input: rowInput, requirePluggingAllowed }: RowToChange,
  ): ChangedWell | null => {
    const values = { ...well.customFields, ...rowInput.customFields };
    const checked = check(values);
    const [fieldErrors] = Object.values(checked.errors);
    if (fieldErrors) throw new AppError('invalid', fieldErrors[0]!);
    const input: WellInput = {
      ...rowInput,
      wellCode: well.wellCode,
      retirementDate: rowInput.retirementDate ?? well.retirementDate,
      workingInterests: mergeInterests(well.interests, rowInput.workingInterests),
      customFields: checked.values,
    };
    const { pluggedOn, changesPlugging, interests } = act.attempt(() => {
      const planned = planWellChange(act, well, input, { now, closedThrough });
      if (planned.changesPlugging) requirePluggingAllowed();
      return planned;
    });
    const updated = { ...input, pluggedOn };
    const changes = listChanges(well, updated, interests);
    return changes.length === 0 ? null : { row, before: well, updated, changesPlugging, interests, changes };
  };
}

/** Merges a row's interests into the well's, replacing one that begins on the same day. Undefined if the row has none. */
function mergeInterests(
  current: readonly InterestChange[],
  added: WellInput['workingInterests'],
): WellInput['workingInterests'] {
  if (!added?.length) return undefined;
  const days = new Set(added.map(({ from }) => from));
  const unchanged = current
    .filter(({ from }) => !days.has(from))
    .map(({ from, percent }) => ({ from, percent }));
  return [...unchanged, ...added];
}

/** Fields compared as plain values. Excludes the code, which never changes, and composite fields. */
type PlainField = Exclude<keyof WellInput, 'wellCode' | 'pluggedOn' | 'workingInterests' | 'customFields'>;
export const PLAIN_FIELDS = Object.keys({
  wellName: true,
  wellStatus: true,
  field: true,
  activeDate: true,
  retirementDate: true,
} satisfies Record<PlainField, true>) as PlainField[];

function listChanges(
  well: PlannedWell,
  updated: WellInput,
  interests: InterestChange[] | null,
): FieldChange[] {
  const pluggedOn = well.wellStatus === 'Plugged' ? well.storedPluggedOn : null;
  const names = new Set([
    ...Object.keys(well.customFields ?? {}),
    ...Object.keys(updated.customFields ?? {}),
  ]);
  const pairs: [string, unknown, unknown][] = [
    ...PLAIN_FIELDS.map((field): [string, unknown, unknown] => [field, well[field], updated[field]]),
    ['pluggedOn', pluggedOn, updated.pluggedOn],
    ['workingInterests', formatInterests(well.interests), formatInterests(interests ?? well.interests)],
    ...[...names].map((name): [string, unknown, unknown] => [
      `custom.${name}`,
      customValue(well.customFields, name),
      customValue(updated.customFields, name),
    ]),
  ];
  return pairs
    .map(([field, from, to]) => ({ field, from: toComparableText(from), to: toComparableText(to) }))
    .filter(({ from, to }) => from !== to);
}

function customValue(values: WellInput['customFields'], name: string): unknown {
  return values && Object.hasOwn(values, name) ? values[name] : null;
}

/** A value in comparable form: blank is null, and a value stored before its field changed type reads as it would in a file. */
export function toComparableText(value: unknown): string | null {
  return value === null || value === undefined || value === '' ? null : String(value);
}

/** Interests as one text, oldest first: `50.00% from 2020-01-01`. */
export function formatInterests(interests: readonly Pick<InterestChange, 'from' | 'percent'>[]): string {
  return [...interests]
    .sort((a, b) => (a.from < b.from ? -1 : 1))
    .map(({ from, percent }) => `${formatInterest(percent)}% from ${from}`)
    .join('; ');
}

/** The well after a change, for the rows that follow. */
export function applyChange(
  well: PlannedWell,
  { updated, changesPlugging, interests }: ChangedWell,
): PlannedWell {
  const { workingInterests: _, pluggedOn = null, retirementDate = null, ...fields } = updated;
  const layers = changesPlugging ? well.layers.map((layer) => ({ ...layer, pluggedOn })) : well.layers;
  return {
    ...well,
    ...fields,
    layers,
    retirementDate,
    interests: interests ?? well.interests,
    ...(changesPlugging && { pluggedOn, storedPluggedOn: pluggedOn }),
  };
}
