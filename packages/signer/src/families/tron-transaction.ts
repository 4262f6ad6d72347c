/** Signs transactions of TRON networks with a key that only its store has. */
import type { SignedPayment, SignRefusal, TronPlan } from '@salar/services';
import { tronCoinFeeMax } from '@salar/services/ports/chain-signer';
import { numberToHex, serializeSignature } from 'viem';
import { computeTxId, encodeTransaction } from '@salar/adapters/chain-tron/tron-transaction';
import type { KeyName } from '../keys/key-store.ts';
import type { SignerKeys } from '../keys/signer-keys.ts';

const refBytesGrammar = /^[0-9a-f]{4}$/;
const refHashGrammar = /^[0-9a-f]{16}$/;
/** The network's own limit is a day. A short life keeps bytes from being signed now and sent another day. */
const lifetimeMsMax = 3_600_000;
/** A transfer counts as dead this long after its expiry, by our own clock. */
export const expiryMarginMs = 60_000;

/** Returns why a transfer with this plan is not signed; null when it may be. */
export function findTronPlanRefusal(
  plan: TronPlan,
  { feeLimit, now }: { readonly feeLimit: bigint; readonly now: number },
): Extract<SignRefusal, 'request_malformed' | 'fees_too_high' | 'inputs_invalid'> | null {
  if (!isWellFormed(plan)) return 'request_malformed';
  if (plan.feeLimit > feeLimit) return 'fees_too_high';
  return plan.expiration > now + lifetimeMsMax + expiryMarginMs ? 'inputs_invalid' : null;
}

/** Computes the most sun that a transfer burns: a fee limit covers what runs code, which a transfer of the coin does not. */
export function computeTronBurnt(contract: string | null, { feeLimit }: Pick<TronPlan, 'feeLimit'>): bigint {
  return contract === null ? tronCoinFeeMax : feeLimit;
}

/**
 * Signs the unsigned bytes of a transaction.
 * @throws SignerUnavailable when the store of the key does not answer
 */
export async function signTronTransaction(
  keys: SignerKeys,
  name: KeyName,
  rawData: Buffer,
): Promise<SignedPayment> {
  const hash = computeTxId(rawData);
  const { r, s, recovery } = await keys.sign(name, Buffer.from(hash, 'hex'));
  const signature = serializeSignature({
    r: numberToHex(r, { size: 32 }),
    s: numberToHex(s, { size: 32 }),
    yParity: recovery,
  });
  const raw = encodeTransaction(rawData, [Buffer.from(signature.slice(2), 'hex')]).toString('hex');
  return { raw, hash };
}

function isWellFormed({ refBlockBytes, refBlockHash, timestamp, expiration }: TronPlan): boolean {
  const isLifetime = expiration > timestamp && expiration - timestamp <= lifetimeMsMax;
  return refBytesGrammar.test(refBlockBytes) && refHashGrammar.test(refBlockHash) && isLifetime;
}
