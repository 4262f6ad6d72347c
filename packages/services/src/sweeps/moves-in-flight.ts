/** The house's transactions without a ticket whose cost is not booked yet: sweeps, moves to cold storage, and refills. */
import type { Queryable } from '@salar/store';
import { findOpenColdRefill } from '@salar/store/tables/chains/cold-refills';
import { listOpenMoveForms } from '@salar/store/tables/chains/house-moves';
import { readBitcoinPlan } from '../payments/bitcoin-plan.ts';
import type { NetworkSettings } from '../tickets/networks.ts';
import { readSignedRefill } from './planned-cold-refills.ts';

export type MoveInFlight = {
  readonly hash: string;
  /** Minor units of the network's coin; null when the network's receipt has them. */
  readonly fee: bigint | null;
};

/** Lists every signed form of them. */
export async function listMovesInFlight(
  database: Queryable,
  { family, chainId }: Pick<NetworkSettings, 'family' | 'chainId'>,
): Promise<readonly MoveInFlight[]> {
  const forms = await listOpenMoveForms(database, chainId);
  const moves = forms.map(({ hash, plan }) =>
    toMoveInFlight({ hash, plan: family === 'bitcoin' ? plan : null }),
  );
  // A refill of an EVM network is a move.
  const refill = family === 'evm' ? null : await findOpenColdRefill(database, chainId);
  if (refill === null || refill.authorisation === null) return moves;
  const { hash, networkFee: fee } = readSignedRefill(refill.authorisation);
  return [...moves, { hash, fee }];
}

/** A Bitcoin transaction does not contain its fee; our plan of it does. @param form.plan  that of a Bitcoin transaction */
export function toMoveInFlight({ hash, plan }: { hash: string; plan: string | null }): MoveInFlight {
  return { hash, fee: plan === null ? null : readBitcoinPlan(plan).fee };
}
