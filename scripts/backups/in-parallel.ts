/** Concurrent requests. A deployment has thousands of small objects, and each is one request. */
const AT_A_TIME = 16;

/** Runs `work` for each item, several at a time. @returns the results in the order of the items */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  const worker = async () => {
    while (next < items.length) {
      const at = next;
      next += 1;
      results[at] = await work(items[at]!);
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, worker));
  return results;
}
