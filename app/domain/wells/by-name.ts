/** As people order names: 2 before 10, and letters whatever their case. The database orders by bytes. */
const { compare } = new Intl.Collator('en', { numeric: true });

/** The items in the order of their names, those with the same name in the order they had. */
export function byName<Item>(items: readonly Item[], nameOf: (item: Item) => string): Item[] {
  return [...items].sort((a, b) => compare(nameOf(a), nameOf(b)));
}
