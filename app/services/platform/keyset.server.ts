import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/** An order that a person chose, made a total one by what no two rows share. */
export type Order = {
  by: SQLWrapper;
  unique: readonly SQLWrapper[];
  descending: boolean;
};

/** A sort as the calls take it: the key alone, or with `-` in front for descending. */
export function readSort<Key extends string>(sort: Key | `-${Key}`): { key: Key; descending: boolean } {
  return sort.startsWith('-')
    ? { key: sort.slice(1) as Key, descending: true }
    : { key: sort as Key, descending: false };
}

/** What stands behind `order by`. Rows whose text is blank come last in either direction. */
export function orderBy({ by, unique, descending }: Order): SQL[] {
  const direction = descending ? sql`desc` : sql`asc`;
  return [sql`${by} = ''`, ...[by, ...unique].map((part) => sql`${part} ${direction}`)];
}

/** The condition of the rows behind one, of which the order's value and unique parts are given. */
export function after(
  { by, unique, descending }: Order,
  value: string | number,
  position: readonly (string | number)[],
): SQL {
  const comparison = descending ? sql`<` : sql`>`;
  const isBehind = (parts: readonly SQLWrapper[], values: readonly (string | number)[]) =>
    sql`(${sql.join([...parts], sql`, `)}) ${comparison} (${sql.join(
      values.map((given) => sql`${given}`),
      sql`, `,
    )})`;
  if (value === '') return sql`(${by} = '' and ${isBehind(unique, position)})`;
  return sql`(${by} = '' or ${isBehind([by, ...unique], [value, ...position])})`;
}
