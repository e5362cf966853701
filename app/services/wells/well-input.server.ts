import { and, eq, getTableColumns, isNull, type SQL, sql } from 'drizzle-orm';
import { isUniqueViolation } from '#db/client';
import { jsonObject } from '#db/json-array';
import { company, well } from '#db/schema';
import { formatInterest, type InterestChange } from '~/domain/books/working-interest';
import { type CustomFieldValue, createCustomFieldCheck } from '~/domain/wells/custom-field';
import { foldText } from '~/domain/wells/fold-text';
import { AppError } from '~/errors';
import { compileSavedPattern } from '~/schemas/wells/pattern';
import type { WellInput } from '~/schemas/wells/well';
import { NO_INTEREST } from '~/schemas/wells/working-interest';
import type { CompanyRows } from '~/services/people/change-company.server';

/**
 * The stored columns of what a person gave, with the keys derived from it. Custom fields are left out, because they must
 * be checked first.
 * @param input with the plugging day that follows from its status and from what is posted, not just the one given
 */
export function wellColumns({
  customFields: _,
  workingInterests: __,
  pluggedOn = null,
  ...input
}: WellInput) {
  return {
    ...input,
    pluggedOn,
    wellCodeKey: foldText(input.wellCode),
    searchKey: `${foldText(input.wellCode)}\n${foldText(input.wellName)}`,
  };
}

/** The columns of a well that its input does not decide alone. */
const OTHER_COLUMNS = [
  ...(['id', 'companyId', 'ledgerId', 'customFields', 'arrivedPlugged', 'version'] as const),
  ...(['deletedAt', 'createdAt', 'updatedAt'] as const),
];
type InputColumn = Exclude<keyof typeof well.$inferSelect, (typeof OTHER_COLUMNS)[number]>;
type InputRow = { columns: Record<InputColumn, string | null> };

const INPUT_COLUMNS = Object.entries(getTableColumns(well))
  .filter(([key]) => !OTHER_COLUMNS.some((other) => other === key))
  .map(([key, { name }]) => ({ key: key as InputColumn, name: sql.identifier(name) }));

/** Reads what `wellColumns` made of each row's input, for `bulkRows`, so that what writes many wells leaves no column out. */
export const INPUT_READERS = Object.fromEntries(
  INPUT_COLUMNS.map(({ key }) => [key, ({ columns }: InputRow) => columns[key]]),
) as Record<InputColumn, (row: InputRow) => string | null>;

/** The columns of INPUT_READERS as an insert names and selects them. */
export function insertedInput(column: Record<InputColumn, SQL>) {
  const listed = (part: (of: (typeof INPUT_COLUMNS)[number]) => SQL) =>
    sql.join(INPUT_COLUMNS.map(part), sql`, `);
  return { names: listed(({ name }) => sql`${name}`), values: listed(({ key }) => column[key]) };
}

/** The columns of INPUT_READERS as an update sets them. The code stays, and so its index does. */
export function updatedInput(column: Record<InputColumn, SQL>): SQL {
  const changing = INPUT_COLUMNS.filter(({ key }) => key !== 'wellCode' && key !== 'wellCodeKey');
  return sql.join(
    changing.map(({ key, name }) => sql`${name} = ${column[key]}`),
    sql`, `,
  );
}

/**
 * Interests that a person entered.
 * @param known those the well has: a sale may have left nothing, and then that stays
 * @throws AppError invalid for an interest of zero that no sale left
 */
export function enteredInterests(
  interests: WellInput['workingInterests'] = [],
  known: readonly InterestChange[] = [],
): InterestChange[] {
  return interests.map(({ from, percent }, index) => {
    const isLeft = known.some((one) => one.from === from && one.percent === percent);
    if (percent > 0 || isLeft) return { from, percent, posting: null };
    throw new AppError('invalid', NO_INTEREST, `workingInterests.${index}.percent`);
  });
}

/**
 * Checks values against the company's custom fields.
 * @param company the company as companyQuery read it
 * @returns what to store, and the condition that the company's fields are still the same
 * @throws AppError invalid, with messages by `customFields.` and the field's name
 */
export function checkedCustomFields([row]: CompanyRows['company'], given: Record<string, unknown>) {
  const check = createCustomFieldCheck(row?.customFieldTemplates ?? [], {
    compilePattern: compileSavedPattern,
  });
  const { values, errors } = check(given);
  const [first] = Object.values(errors);
  if (first) {
    const fields = Object.entries(errors).map(([name, messages]) => [`customFields.${name}`, messages]);
    throw new AppError('invalid', first[0]!, Object.fromEntries(fields));
  }
  return {
    values,
    isStillSo: and(
      eq(company.id, row?.id ?? ''),
      isNull(company.deletedAt),
      eq(company.version, row?.version ?? -1),
    ),
  };
}

/** A well as the audit log keeps it before a change: its row, and the interests that were read with this version of it. */
export function wellBefore(interests: SQL): SQL {
  return jsonObject({ ...getTableColumns(well), workingInterests: sql`json(${interests})` });
}

/** Working interests as the audit log keeps them: percent as people write it. */
export function auditedInterests(interests: readonly Pick<InterestChange, 'from' | 'percent'>[]) {
  return interests.map(({ from, percent }) => ({ from, percent: formatInterest(percent) }));
}

/** The input as the audit log keeps it: with the custom fields as they are stored, where any were given. */
export function withCheckedFields(
  { workingInterests, ...input }: WellInput,
  values: Record<string, CustomFieldValue> | undefined,
) {
  return {
    ...input,
    ...(workingInterests && { workingInterests: auditedInterests(workingInterests) }),
    ...(input.customFields && { customFields: values }),
  };
}

/** Runs a write and reports a code that another well of the company has. @throws AppError conflict */
export async function refusingDuplicateCode<T>(wellCode: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!isUniqueViolation(error, 'well.well_code_key')) throw error;
    throw new AppError('conflict', `Well code "${wellCode}" already exists`, 'wellCode');
  }
}
