import { OWN_PORTS } from '../support/e2e/address';
import { surviveKills } from '../support/e2e/kills';

/** Kills the whole local stack under load the given number of times. Stops at the first item that is lost, duplicated or stuck. */
export async function fuzzKills(count = 20): Promise<void> {
  const start = performance.now();
  const kills = await surviveKills(count, OWN_PORTS.kills, ({ moment, ...met }) =>
    console.log(
      `killed ${moment}: ${met.writes} writes confirmed, ${met.unanswered} unanswered; unfinished: ` +
        `${met.uploads} uploads (${met.processed} rows written), ${met.monthEnds} month-ends`,
    ),
  );
  const minutes = ((performance.now() - start) / 60_000).toFixed(1);
  console.log(`Nothing lost, doubled or stuck in ${kills.length} kills (${minutes} min)`);
}
