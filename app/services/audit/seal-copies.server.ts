import { listObjects } from '~/services/platform/bucket.server';
import type { RequestContext } from '~/services/platform/context.server';
import { copyPrefix, type SignedSeal } from './seal.server';

/** Copies read at the same time. */
const READS_AT_A_TIME = 6;
/** The newest ones only: an invocation reads from R2 a thousand times at most, and each copy holds the hash of the one before. */
const MOST_COPIES = 100;

/** The newest copies of a chain's seals that are in R2. @throws R2's errors */
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
