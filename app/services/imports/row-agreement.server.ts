import { shortened } from '~/domain/wells/shortened';
import { AppError } from '~/errors';
import type { WellInput } from '~/schemas/wells/well';
import { interestsText, PLAIN_FIELDS, textOf } from './plan-well-change.server';
import type { PlannedWell } from './planned-well.server';

/** Limit for messages: every row of a file may repeat the text, and a custom field may have thousands of characters. */
const MAX_SHOWN_TEXT = 100;

/** Interests of a row that its well doesn't have. */
export function otherInterests({ workingInterests = [] }: WellInput, { interests }: PlannedWell) {
  return workingInterests.filter(
    ({ from, percent }) => !interests.some((one) => one.from === from && one.percent === percent),
  );
}

/**
 * Requires a row that adds a layer to repeat its well's columns. If they differ, it may mean another well.
 * @param takesInterests true to accept an interest from another date as an additional one
 * @throws AppError conflict
 */
export function requireSame(given: WellInput, known: PlannedWell, takesInterests: boolean): void {
  const problems = differences(given, known, takesInterests);
  if (problems.length > 0) throw new AppError('conflict', problems.join('; '));
}

/** True when a row's well columns match its well, so the row changes nothing about the well. */
export function isSame(given: WellInput, known: PlannedWell): boolean {
  return differences(given, known, false).length === 0;
}

function differences(given: WellInput, known: PlannedWell, takesInterests: boolean): string[] {
  // The retirement date belongs to the layer, and columns that the row leaves out keep their values.
  const columns = PLAIN_FIELDS.filter(
    (field) => field !== 'retirementDate' && given[field] !== undefined,
  ).map((field) => [field, given[field], known[field]] as const);
  const customFields = Object.entries(given.customFields ?? {}).map(
    ([name, value]) => [name, value, known.customFields?.[name]] as const,
  );
  const days = new Set(known.interests.map(({ from }) => from));
  const interests = otherInterests(given, known)
    .filter(({ from }) => !takesInterests || days.has(from))
    .map((one) => ['workingInterest', interestsText([one]), interestsText(known.interests)] as const);
  return [...columns, ...customFields, ...interests]
    .map(([name, here, there]) => [name, textOf(here) ?? '', textOf(there) ?? ''] as const)
    .filter(([, here, there]) => here !== there)
    .map(([name, ...texts]) => {
      const [here, there] = texts.map((text) => shortened(text, MAX_SHOWN_TEXT));
      return `${name} is "${here}" in the file but "${there}" on the existing well`;
    });
}
