/** The caps of moves whose fees and gas are those of a network's `sweeps`. */
import { accept, refuse } from '@salar/protocol';
import type { Result } from '@salar/protocol';
import type { MoveRefusal, SweepSettings } from '@salar/services';
import type { MoveEntry, MoveLog } from './move-log.ts';

/** Minor units of the network's coin: burnt in fees, given to an address that pays fees, and paid to the gas wallet. */
export type MoveCost = { readonly burnt: bigint; readonly given: bigint; readonly refilled: bigint };

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** A day may have the fees of this many full hours: a burst is swept at once, and a thief does not burn them for a whole night. */
const hoursPerDay = 8n;

/**
 * Checks a move against the caps of an hour and a day. A replacement adds only what it spends beyond the original: one of them is
 * mined.
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
  if (spent + refilled === 0n) return accept(null);
  const isOver = (ms: number, most: bigint) =>
    log.sumSince(chainId, 'spent', at - ms) + spent > most ||
    log.sumSince(chainId, 'refilled', at - ms) + refilled > caps.gasWalletMax + most;
  if (isOver(hourMs, caps.perHour)) return refuse('hourly_cap_exceeded');
  return isOver(dayMs, hoursPerDay * caps.perHour) ? refuse('daily_cap_exceeded') : accept(null);
}

/** Returns what an amount adds to that of the move before it, given as text. */
function computeMore(now: bigint, before: string | undefined): bigint {
  const former = BigInt(before ?? 0);
  return now > former ? now - former : 0n;
}
