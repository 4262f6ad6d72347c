/** The caps of moves whose fees and gas are those of a network's `sweeps`. */
import { accept, refuse } from '@salar/protocol';
import type { Result } from '@salar/protocol';
import type { MoveRefusal, SweepSettings } from '@salar/services';
import type { MoveEntry, MoveLog } from './move-log.ts';

/** Minor units of the network's coin: burnt in fees, given to an address that pays fees, and paid to the gas wallet. */
export type MoveCost = { readonly burnt: bigint; readonly given: bigint; readonly refilled: bigint };

/**
 * Checks a move against the caps of an hour. A replacement adds only what it spends beyond the original: one of them is mined.
 *
 * @param before  what was signed of the same nonce
 */
export function checkMoveCaps(
  log: MoveLog,
  { chainId, caps, at }: { readonly chainId: number; readonly caps: SweepSettings; readonly at: number },
  move: MoveCost,
  before: MoveEntry | undefined,
): Result<null, MoveRefusal> {
  if (move.given > caps.perMove || move.refilled > caps.gasWalletMax)
    return refuse('transaction_cap_exceeded');
  const spent = computeMore(move.burnt + move.given, before?.spent);
  const refilled = computeMore(move.refilled, before?.refilled);
  const isOver =
    log.sumLastHour(chainId, 'spent', at) + spent > caps.perHour ||
    log.sumLastHour(chainId, 'refilled', at) + refilled > caps.gasWalletMax + caps.perHour;
  return isOver && spent + refilled > 0n ? refuse('hourly_cap_exceeded') : accept(null);
}

/** Returns what an amount adds to that of the move before it, given as text. */
function computeMore(now: bigint, before: string | undefined): bigint {
  const former = BigInt(before ?? 0);
  return now > former ? now - former : 0n;
}
