import { and, eq, getTableColumns, isNull, type SQL, sql } from 'drizzle-orm';
import { isUniqueViolation } from '#db/client';
import { jsonObject } from '#db/json-array';
import { company, well } from '#db/schema';
import { formatInterest, type InterestChange, isSameInterest } from '~/domain/books/working-interest';
import { type CustomFieldValue, createCustomFieldCheck } from '~/domain/wells/custom-field';
import { foldText } from '~/domain/wells/fold-text';
import { AppError } from '~/errors';
import { compileSavedPattern } from '~/schemas/wells/pattern';
import type { WellInput } from '~/schemas/wells/well';
import { NO_INTEREST } from '~/schemas/wells/working-interest';
import type { CompanyRows } from '~/services/people/change-company.server';

/**
 * Stored columns for a well's input, with the keys derived from it. Leaves out custom fields, which must be checked first.
 * @param input with the plugging date that follows from the status and from what is posted, not just the one entered
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

/** Well columns that the input alone doesn't determine. */
const OTHER_COLUMNS = [
  ...(['id', 'companyId', 'ledgerId', 'customFields', 'arrivedPlugged', 'version'] as const),
  ...(['deletedAt', 'createdAt', 'updatedAt'] as const),
];
type InputColumn = Exclude<keyof typeof well.$inferSelect, (typeof OTHER_COLUMNS)[number]>;
type InputRow = { columns: Record<InputColumn, string | null> };

const INPUT_COLUMNS = Object.entries(getTableColumns(well))
  .filter(([key]) => !OTHER_COLUMNS.some((other) => other === key))
  .map(([key, { name }]) => ({ key: key as InputColumn, name: sql.identifier(name) }));

/** Reads each row's `wellColumns` for `bulkRows`, so that bulk writes can't leave out a column. */
export const INPUT_READERS = Object.fromEntries(
  INPUT_COLUMNS.map(({ key }) => [key, ({ columns }: InputRow) => columns[key]]),
) as Record<InputColumn, (row: InputRow) => string | null>;

/** The INPUT_READERS columns as the names and values of an insert. */
export function insertedInput(column: Record<InputColumn, SQL>) {
  const joinColumns = (toPart: (column: (typeof INPUT_COLUMNS)[number]) => SQL) =>
    sql.join(INPUT_COLUMNS.map(toPart), sql`, `);
  return { names: joinColumns(({ name }) => sql`${name}`), values: joinColumns(({ key }) => column[key]) };
}

/** The INPUT_READERS columns as the assignments of an update. Leaves out the code, so its index isn't touched. */
export function updatedInput(column: Record<InputColumn, SQL>): SQL {
  const updatedColumns = INPUT_COLUMNS.filter(({ key }) => key !== 'wellCode' && key !== 'wellCodeKey');
  return sql.join(
    updatedColumns.map(({ key, name }) => sql`${name} = ${column[key]}`),
    sql`, `,
  );
}

/**
 * Validates working interests that a user entered.
 * @param existing the well's current interests: if a sale left zero, zero is accepted
 * @throws AppError invalid for an interest of zero that wasn't left by a sale
 */
export function enteredInterests(
  interests: WellInput['workingInterests'] = [],
  existing: readonly InterestChange[] = [],
): InterestChange[] {
  return interests.map(({ from, percent }, index) => {
    const isUnchanged = existing.some((interest) => isSameInterest(interest, { from, percent }));
    if (percent > 0 || isUnchanged) return { from, percent, posting: null };
    throw new AppError('invalid', NO_INTEREST, `workingInterests.${index}.percent`);
  });
}

/**
 * Checks values against the company's custom fields.
 * @param company the company as read by companyQuery
 * @returns the values to store, and an SQL condition that the company's fields haven't changed since
 * @throws AppError invalid, with messages by `customFields.` and the field's name
 */
export function checkedCustomFields([row]: CompanyRows['company'], input: Record<string, unknown>) {
  const check = createCustomFieldCheck(row?.customFieldTemplates ?? [], {
    compilePattern: compileSavedPattern,
  });
  const { values, errors } = check(input);
  const [first] = Object.values(errors);
  if (first) {
    const fields = Object.entries(errors).map(([name, messages]) => [`customFields.${name}`, messages]);
    throw new AppError('invalid', first[0]!, Object.fromEntries(fields));
  }
  return {
    values,
    areFieldsUnchanged: and(
      eq(company.id, row?.id ?? ''),
      isNull(company.deletedAt),
      eq(company.version, row?.version ?? -1),
    ),
  };
}

/** A well's state before a change, for the audit log: its row, and the interests read with this version of it. */
export function wellBefore(interests: SQL): SQL {
  return jsonObject({ ...getTableColumns(well), workingInterests: sql`json(${interests})` });
}

/** Working interests for the audit log, with formatted percentages. */
export function auditedInterests(interests: readonly Pick<InterestChange, 'from' | 'percent'>[]) {
  return interests.map(({ from, percent }) => ({ from, percent: formatInterest(percent) }));
}

/** The input for the audit log, with custom fields as stored, if any were given. */
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

/** Runs a write and reports a code that another of the company's wells has. @throws AppError conflict */
export async function withDuplicateCodeCheck<T>(wellCode: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!isUniqueViolation(error, 'well.well_code_key')) throw error;
    throw new AppError('conflict', `Well code "${wellCode}" already exists`, 'wellCode');
  }
}
