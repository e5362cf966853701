import { isSameInterest } from '~/domain/books/working-interest';
import { shorten } from '~/domain/wells/shorten';
import { AppError } from '~/errors';
import type { WellInput } from '~/schemas/wells/well';
import { formatInterests, PLAIN_FIELDS, toComparableText } from './plan-well-change.server';
import type { PlannedWell } from './planned-well.server';

/** Limit for messages: every row of a file may repeat the text, and a custom field may have thousands of characters. */
const MAX_SHOWN_TEXT = 100;

/** Interests of a row that its well doesn't have. */
export function findNewInterests({ workingInterests = [] }: WellInput, { interests }: PlannedWell) {
  return workingInterests.filter((added) => !interests.some((interest) => isSameInterest(interest, added)));
}

/**
 * Requires a row that adds a layer to repeat its well's columns. If they differ, it may mean another well.
 * @param acceptsInterests true to accept an interest from another date as an additional one
 * @throws AppError conflict
 */
export function requireSameWell(input: WellInput, well: PlannedWell, acceptsInterests: boolean): void {
  const problems = listDifferences(input, well, acceptsInterests);
  if (problems.length > 0) throw new AppError('conflict', problems.join('; '));
}

/** True when a row's well columns match its well, so the row changes nothing about the well. */
export function isSameWell(input: WellInput, well: PlannedWell): boolean {
  return listDifferences(input, well, false).length === 0;
}

function listDifferences(input: WellInput, well: PlannedWell, acceptsInterests: boolean): string[] {
  // The retirement date belongs to the layer, and columns that the row leaves out keep their values.
  const columns = PLAIN_FIELDS.filter(
    (field) => field !== 'retirementDate' && input[field] !== undefined,
  ).map((field) => [field, input[field], well[field]] as const);
  const customFields = Object.entries(input.customFields ?? {}).map(
    ([name, value]) => [name, value, well.customFields?.[name]] as const,
  );
  const days = new Set(well.interests.map(({ from }) => from));
  const interests = findNewInterests(input, well)
    .filter(({ from }) => !acceptsInterests || days.has(from))
    .map(
      (interest) =>
        ['workingInterest', formatInterests([interest]), formatInterests(well.interests)] as const,
    );
  return [...columns, ...customFields, ...interests]
    .map(
      ([name, inFile, inBooks]) =>
        [name, toComparableText(inFile) ?? '', toComparableText(inBooks) ?? ''] as const,
    )
    .filter(([, inFile, inBooks]) => inFile !== inBooks)
    .map(([name, ...texts]) => {
      const [inFile, inBooks] = texts.map((text) => shorten(text, MAX_SHOWN_TEXT));
      return `${name} is "${inFile}" in the file but "${inBooks}" on the existing well`;
    });
}
