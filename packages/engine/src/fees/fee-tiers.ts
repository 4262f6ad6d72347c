/** Fee tiers: the fees of an instrument by how much an account has traded. */
import { accept, minor, refuse } from '@salar/protocol';
import type { DefineFeeSchedule, DefineFeeTiers, FeeTier, OutcomeOf } from '@salar/protocol';
import type { State } from '../state/state.ts';

/** Rising by volume, starting at 0. */
export type FeeTiers = readonly [FeeTier, ...FeeTier[]];

const tiersMax = 20;
const ppmMax = 1_000_000; // a fee never exceeds what was received

/**
 * Replaces the fees of an instrument from now on.
 *
 * `definition_invalid` means no tier or more than 20, a first tier that does not begin at 0, tiers that do not
 * rise, a rate above 100 %, or a rebate above the lowest taker fee of the same instrument.
 */
export function defineFeeTiers(state: State, command: DefineFeeTiers): OutcomeOf<DefineFeeTiers> {
  const instrument = state.instruments.get(command.instrumentId);
  if (instrument === undefined) return refuse('instrument_unknown');
  const { tiers } = command;
  const [first, ...higher] = tiers;
  if (first?.volumeMin !== 0n || tiers.length > tiersMax) return refuse('definition_invalid');
  if (!isRising(tiers) || !tiers.every(isWithinRates)) return refuse('definition_invalid');
  if (largestRebate(tiers) > lowestTakerPpm(tiers)) return refuse('definition_invalid');

  // Nothing below can be refused.
  instrument.tiers = [first, ...higher];
  return accept(null);
}

/** Sets the same fees for everyone from now on: a single tier. */
export function defineFeeSchedule(state: State, command: DefineFeeSchedule): OutcomeOf<DefineFeeSchedule> {
  const { instrumentId, makerPpm, takerPpm } = command;
  const tiers = [{ volumeMin: minor(0n), makerPpm, takerPpm }];
  return defineFeeTiers(state, { type: 'DefineFeeTiers', instrumentId, tiers });
}

/** Returns the last tier that the volume reaches. */
export function findTierByVolume(tiers: FeeTiers, volume: bigint): FeeTier {
  let reached = tiers[0];
  for (const tier of tiers) if (tier.volumeMin <= volume) reached = tier;
  return reached;
}

function isRising(tiers: readonly FeeTier[]): boolean {
  return tiers.every(({ volumeMin }, i) => volumeMin > (tiers[i - 1]?.volumeMin ?? -1n));
}

function isWithinRates({ makerPpm, takerPpm }: FeeTier): boolean {
  if (!Number.isInteger(makerPpm) || !Number.isInteger(takerPpm)) return false;
  return takerPpm >= 0 && takerPpm <= ppmMax && makerPpm >= -ppmMax && makerPpm <= ppmMax;
}

function largestRebate(tiers: readonly FeeTier[]): number {
  return Math.max(...tiers.map(({ makerPpm }) => -makerPpm));
}

function lowestTakerPpm(tiers: readonly FeeTier[]): number {
  return Math.min(...tiers.map(({ takerPpm }) => takerPpm));
}
