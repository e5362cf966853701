/** The objects of a bucket, a page of at most 1,000 at a time, in the order of their keys. @throws R2's errors */
export async function* listObjects(bucket: R2Bucket, options: R2ListOptions): AsyncGenerator<R2Objects> {
  let cursor: string | undefined;
  do {
    const page: R2Objects = await bucket.list({ ...options, cursor });
    yield page;
    cursor = page.truncated ? page.cursor : undefined;
  } while (cursor);
}
