/** Fees of a trade: the account's tier, the fee of each side, and the volume that the trade adds. */
import { divideDown, divideUp } from '@salar/protocol';
import type { FeeTier } from '@salar/protocol';
import { toDayNumber } from '../funds/calendar.ts';
import type { Order } from '../book/order.ts';
import type { State } from '../state/state.ts';
import { findTierByVolume } from './fee-tiers.ts';
import { TradeVolume } from './trade-volume.ts';

const million = 1_000_000n;

/** Returns the tier of an order's account for a trade at `at`, the time of the current command. */
export function findFeeTier({ accounts }: State, { account, instrument }: Order, at: number): FeeTier {
  const { tiers } = instrument;
  if (tiers.length === 1) return tiers[0];
  const volume = accounts.getDetails(account)?.tradeVolume?.sumBeforeToday(toDayNumber(at));
  return volume === undefined ? tiers[0] : findTierByVolume(tiers, volume);
}

/**
 * Computes a fee in the product received, rounded up in favour of the house; never more than was received.
 *
 * @param ppm millionths; below zero it is a rebate, and so is the fee: rounded down in favour of the house
 */
export function computeFee(received: bigint, ppm: number): bigint {
  if (ppm === 0) return 0n;
  return ppm > 0 ? divideUp(received * BigInt(ppm), million) : -divideDown(received * BigInt(-ppm), million);
}

/** Adds a trade to the volume of both accounts. Adds nothing while the quote product has no reference price. */
export function countVolume(
  { accounts }: State,
  taker: Order,
  maker: Order,
  notional: bigint,
  at: number,
): void {
  const { quote } = taker.instrument;
  if (quote.referencePrice === null) return;
  const volume = divideDown(notional * quote.referencePrice, quote.unit);
  if (volume === 0n) return;
  const today = toDayNumber(at);
  for (const { account } of [taker, maker]) {
    const details = accounts.openDetails(account);
    (details.tradeVolume ??= new TradeVolume()).add(volume, today);
  }
}
