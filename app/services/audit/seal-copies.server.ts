import { listObjects } from '~/services/platform/bucket.server';
import type { RequestContext } from '~/services/platform/context.server';
import { copyPrefix, type SignedSeal } from './seal.server';

/** Number of copies read concurrently. */
const READS_AT_A_TIME = 6;
/** Only the newest copies: an invocation can read from R2 at most 1,000 times, and each copy has the hash of the one before. */
const MOST_COPIES = 100;

/** The newest copies in R2 of a chain's seals, oldest first. @throws R2's errors */
export async function readSealCopies(
  { env }: RequestContext,
  companyId: string | null,
): Promise<SignedSeal[]> {
  const keys: string[] = [];
  for await (const { objects } of listObjects(env.SEALS, { prefix: copyPrefix(companyId) })) {
    keys.push(...objects.map(({ key }) => key));
  }
  const newest = keys.slice(-MOST_COPIES);
  const copies: SignedSeal[] = [];
  for (let from = 0; from < newest.length; from += READS_AT_A_TIME) {
    const objects = await Promise.all(
      newest.slice(from, from + READS_AT_A_TIME).map((key) => env.SEALS.get(key)),
    );
    for (const object of objects) if (object) copies.push(await object.json<SignedSeal>());
  }
  return copies;
}
