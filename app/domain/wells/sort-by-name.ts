/** Sorts names naturally: 2 before 10, and upper and lower case together. The database sorts by bytes. */
const { compare } = new Intl.Collator('en', { numeric: true });

/** Sorts items by name; items with equal names keep their order. */
export function sortByName<Item>(items: readonly Item[], nameOf: (item: Item) => string): Item[] {
  return [...items].sort((a, b) => compare(nameOf(a), nameOf(b)));
}
