/** Times in milliseconds of two alternating tasks, so that any other load on the machine affects both equally. */
export type Pair = { ours: number[]; peers: number[] };

/** Runs both tasks alternately `rounds` times, after `warmUp` rounds that are not counted. */
export async function measurePair(
  { rounds, warmUp }: { rounds: number; warmUp: number },
  ours: () => Promise<unknown>,
  peer: () => Promise<unknown>,
): Promise<Pair> {
  const pair: Pair = { ours: [], peers: [] };
  for (let round = -warmUp; round < rounds; round += 1) {
    const times = [await time(ours), await time(peer)] as const;
    if (round < 0) continue;
    pair.ours.push(times[0]);
    pair.peers.push(times[1]);
  }
  return pair;
}

export async function time(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Reports medians, their ratio, and the ratio of the fastest rounds, which are least affected by noise. */
export function report(
  title: string,
  pair: Pair,
  limits: string,
  { ours: our, peers: their } = { ours: 'ours', peers: 'peer' },
): void {
  const ours = median(pair.ours);
  const peer = median(pair.peers);
  const fastest = Math.min(...pair.ours) / Math.min(...pair.peers);
  console.log(`${title}
  ${our} ${ours.toFixed(1)} ms, ${their} ${peer.toFixed(1)} ms: ratio of medians ${(ours / peer).toFixed(2)}, of the fastest rounds ${fastest.toFixed(2)} (${limits})`);
}

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
