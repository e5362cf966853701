import { formatCents, parseCents } from '~/domain/money/money';
import type { SettlementPreview } from '~/schemas/books/settlement';

type Parts = Pick<SettlementPreview, 'difference' | 'assetWrittenOff'>;

/**
 * Relief less cost, labeled by where it is booked. If a final settlement also writes off an asset, which is booked to the same
 * account, returns both amounts and their net.
 */
export function splitDifference({ differenceTo, ...parts }: Parts & Pick<SettlementPreview, 'differenceTo'>) {
  const { difference, assetWrittenOff } = parts;
  const net = computeNet(parts);
  const [lossName, gainName, zeroName] =
    NAMES[differenceTo === 'pool' ? 'pool' : isZero(assetWrittenOff) ? 'difference' : 'net'];
  const bookedLine = [
    isZero(net) ? zeroName : net.startsWith('-') ? lossName : gainName,
    net.replace('-', ''),
  ] as const;
  if (isZero(assetWrittenOff)) return [bookedLine];
  return [
    ['Relief less cost', difference] as const,
    ['Asset written off', assetWrittenOff] as const,
    bookedLine,
  ];
}

/** Labels for a negative amount, a positive amount, and zero. */
const NAMES = {
  difference: ['Loss', 'Gain', 'Gain or loss'],
  net: ['Net loss', 'Net gain', 'Net gain or loss'],
  pool: ['Added to the pool', 'Taken from the pool', 'Taken from the pool'],
} as const;

/** Amount a settlement takes to profit or loss, or out of the full-cost pool; positive is a gain. */
export function computeNet({ difference, assetWrittenOff }: Parts): string {
  return formatCents(parseCents(difference) - parseCents(assetWrittenOff));
}

export function isZero(amount: string): boolean {
  return parseCents(amount) === 0n;
}
