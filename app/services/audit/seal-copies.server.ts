import { listObjects } from '~/services/platform/bucket.server';
import type { RequestContext } from '~/services/platform/context.server';
import { copyPrefix, type SignedSeal } from './seal.server';

/** Number of copies read concurrently. */
const READS_AT_A_TIME = 6;
/** Only the newest copies: an invocation can read from R2 at most 1,000 times, and each copy has the hash of the one before. */
const MAX_COPIES = 100;

/** The newest copies in R2 of a chain's seals, oldest first. @throws R2's errors */
export async function readSealCopies(
  { env }: RequestContext,
  companyId: string | null,
): Promise<SignedSeal[]> {
  const keys: string[] = [];
  for await (const { objects } of listObjects(env.SEALS, { prefix: copyPrefix(companyId) })) {
    keys.push(...objects.map(({ key }) => key));
  }
  const newest = keys.slice(-MAX_COPIES);
  const copies: SignedSeal[] = [];
  for (let startIndex = 0; startIndex < newest.length; startIndex += READS_AT_A_TIME) {
    const objects = await Promise.all(
      newest.slice(startIndex, startIndex + READS_AT_A_TIME).map((key) => env.SEALS.get(key)),
    );
    for (const object of objects) if (object) copies.push(await object.json<SignedSeal>());
  }
  return copies;
}
