/**
 * The acceptance rules of a Bitcoin Core node's pool, with its error texts.
 *
 * bcoin checks scripts, amounts and locks; the rest of a node's policy is here: the minimum fee, dust, and
 * replacement by a higher fee (BIP 125).
 */
import type { BcoinMempool, BcoinOutput, BcoinTx, MempoolEntry } from './bcoin.ts';

export type Acceptance =
  | { readonly ok: true; readonly fee: bigint; readonly virtualSize: number }
  | { readonly ok: false; readonly code: number; readonly reason: string };

const codes = { inputs: -25, policy: -26, mined: -27 };
/** Satoshi per virtual byte. */
const relayFee = 1n;
/** Satoshi per virtual byte above which a node requires confirmation: 0.1 BTC per thousand. */
const feeRateMax = 10_000n;

/** Adds a transaction to the pool, and removes those it replaces. A refusal does not change the pool. */
export async function acceptTransaction(pool: BcoinMempool, tx: BcoinTx): Promise<Acceptance> {
  const known = pool.getEntry(tx.hash('hex'));
  if (known) return accepted(known);
  if (tx.outputs.some(isDust)) return refused(codes.policy, 'dust');
  const conflicts = findConflicts(pool, tx);
  if (!conflicts.every(isReplaceable)) return refused(codes.policy, 'txn-mempool-conflict');

  const replaced = withDescendants(pool, conflicts);
  for (const entry of conflicts) if (pool.getEntry(entry.tx.hash('hex'))) pool.evictEntry(entry);
  const answer = await tryTransaction(pool, tx, replaced);
  if (!answer.ok) for (const entry of replaced) await pool.addTX(entry.tx);
  return answer;
}

async function tryTransaction(
  pool: BcoinMempool,
  tx: BcoinTx,
  replaced: readonly MempoolEntry[],
): Promise<Acceptance> {
  try {
    const missing = await pool.addTX(tx);
    if (missing !== null) return refused(codes.inputs, 'bad-txns-inputs-missingorspent');
  } catch (error) {
    return toRefusal(error);
  }
  const entry = pool.getEntry(tx.hash('hex'));
  if (!entry) return refused(codes.policy, 'mempool full');
  const refusal = feeRefusal(entry, replaced);
  if (refusal !== null) pool.evictEntry(entry);
  return refusal ?? accepted(entry);
}

function feeRefusal(entry: MempoolEntry, replaced: readonly MempoolEntry[]): Acceptance | null {
  const fee = BigInt(entry.fee);
  const size = BigInt(entry.tx.getVirtualSize());
  if (fee < size * relayFee)
    return refused(codes.policy, `min relay fee not met, ${fee} < ${size * relayFee}`);
  if (fee > size * feeRateMax)
    return refused(codes.inputs, 'Fee exceeds maximum configured by user (e.g. -maxtxfee, maxfeerate)');
  if (replaced.length === 0) return null;
  const least = replaced.reduce((sum, one) => sum + BigInt(one.fee), 0n) + size * relayFee;
  if (fee < least) return refused(codes.policy, `insufficient fee, rejecting replacement, ${fee} < ${least}`);
  return null;
}

function isReplaceable({ tx }: MempoolEntry): boolean {
  return tx.inputs.some(({ sequence }) => sequence < 0xffff_fffe);
}

function findConflicts(pool: BcoinMempool, tx: BcoinTx): readonly MempoolEntry[] {
  const spenders = tx.inputs.flatMap(({ prevout }) => pool.getSpent(prevout.hash, prevout.index) ?? []);
  return [...new Set(spenders)];
}

/** Parents before children. */
function withDescendants(pool: BcoinMempool, entries: readonly MempoolEntry[]): readonly MempoolEntry[] {
  const all = new Set(entries.flatMap((entry) => [entry, ...pool.getDescendants(entry)]));
  return [...pool.map.values()].filter((entry) => all.has(entry));
}

/** Spending it would cost more than a third of its amount (at three satoshi per byte). */
function isDust({ value, script }: BcoinOutput): boolean {
  const bytes = script.toRaw();
  if (bytes[0] === 0x6a) return false; // carries data, never money
  const isWitness =
    bytes.length >= 4 &&
    bytes.length <= 42 &&
    (bytes[0] === 0 || (bytes[0] ?? 0) >= 0x51) &&
    bytes[1] === bytes.length - 2;
  const size = 8 + 1 + bytes.length + (isWitness ? 67 : 148);
  return BigInt(value) < 3n * BigInt(size);
}

function accepted(entry: MempoolEntry): Acceptance {
  return { ok: true, fee: BigInt(entry.fee), virtualSize: entry.tx.getVirtualSize() };
}

function refused(code: number, reason: string): Acceptance {
  return { ok: false, code, reason };
}

function toRefusal(error: unknown): Acceptance {
  if (!(error instanceof Error) || !('type' in error) || error.type !== 'VerifyError') throw error;
  const reason = 'reason' in error ? String(error.reason) : error.message;
  if (reason === 'txn-already-known') return refused(codes.mined, 'Transaction outputs already in utxo set');
  return refused(codes.policy, reason);
}
