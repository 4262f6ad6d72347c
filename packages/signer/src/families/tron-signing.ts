/** Payments on TRON networks: transfers are built here, never taken from a node. */
import { accept, refuse } from '@salar/protocol';
import type { AddressScheme, SignedPayment, SignerWallet, TronPlan } from '@salar/services';
import { numberToHex, serializeSignature } from 'viem';
import { formatTronAddress, tronAddresses } from '@salar/adapters/chain-tron/tron-addresses';
import { encodeTransaction, encodeTransfer, computeTxId } from '@salar/adapters/chain-tron/tron-transaction';
import type { FamilySigning, Payment } from './family-signing.ts';
import type { SignerKeys } from '../keys/signer-keys.ts';
import type { SignedEntry } from '../payments/signing-log.ts';

const refBytesGrammar = /^[0-9a-f]{4}$/;
const refHashGrammar = /^[0-9a-f]{16}$/;
/** The resources of a transfer of the coin itself, which the fee limit does not cover, cost less than this: 2 coins. */
const coinFeeMax = 2_000_000n;
/** The network's own limit is a day. A short life keeps bytes from being signed now and sent another day. */
const lifetimeMsMax = 3_600_000;
/** A transfer counts as dead this long after its expiry, by our own clock. */
const expiryMarginMs = 60_000;

export class TronSigning implements FamilySigning {
  readonly wallet: SignerWallet;
  readonly netMin = 1n;
  readonly takenRefusal = 'inputs_taken';
  readonly #keys: SignerKeys;
  readonly #scheme: AddressScheme;
  readonly #feeLimits: ReadonlyMap<number, bigint>;

  private constructor(keys: SignerKeys, wallet: SignerWallet, feeLimits: ReadonlyMap<number, bigint>) {
    this.#keys = keys;
    this.#feeLimits = feeLimits;
    this.#scheme = tronAddresses(wallet.xpub);
    this.wallet = wallet;
  }

  /**
   * Opens the wallets of the family.
   * @param feeLimits  by chain, the most sun that a transfer may burn
   * @throws SignerUnavailable when the store of a key does not answer
   */
  static async open(keys: SignerKeys, feeLimits: ReadonlyMap<number, bigint>): Promise<TronSigning> {
    const wallet: SignerWallet = {
      family: 'tron',
      keyLayout: keys.layout,
      xpub: keys.depositXpub('tron'),
      hotAddress: formatTronAddress(await keys.publicKey('tron/hot')),
      gasAddress: formatTronAddress(await keys.publicKey('tron/gas')),
    };
    return new TronSigning(keys, wallet, feeLimits);
  }

  mayReceive(destination: string): boolean {
    const { hotAddress, gasAddress } = this.wallet;
    const isOurs = destination === hotAddress || destination === gasAddress;
    return this.#scheme.parse(destination) === destination && !isOurs && !this.#scheme.isBurn(destination);
  }

  /** Only time separates two transfers: identical bytes are one transfer; otherwise the first must have expired. */
  excludes(before: SignedEntry['claims'], claims: SignedEntry['claims'], now: number): boolean {
    return Object.entries(before).every(
      ([transfer, expiration]) => transfer in claims || Number(expiration) + expiryMarginMs < now,
    );
  }

  prepare({ chainId, plan, asset, destination, net, now }: Payment): ReturnType<FamilySigning['prepare']> {
    if (plan.family !== 'tron' || !isWellFormed(plan)) return refuse('request_malformed');
    if (plan.feeLimit > (this.#feeLimits.get(chainId) ?? 0n)) return refuse('fees_too_high');
    if (plan.expiration > now + lifetimeMsMax + expiryMarginMs) return refuse('inputs_invalid');
    const transfer = {
      from: this.wallet.hotAddress,
      to: destination,
      contract: asset.contract,
      amount: net,
    };
    const rawData = encodeTransfer(transfer, plan);
    const claims = { [`tx:${computeTxId(rawData)}`]: String(plan.expiration) };
    const burnt = asset.contract === null ? coinFeeMax : plan.feeLimit;
    return accept({ claims, burnt, sign: () => this.#sign(rawData) });
  }

  async #sign(rawData: Buffer): Promise<SignedPayment> {
    const hash = computeTxId(rawData);
    const { r, s, recovery } = await this.#keys.sign('tron/hot', Buffer.from(hash, 'hex'));
    const signature = serializeSignature({
      r: numberToHex(r, { size: 32 }),
      s: numberToHex(s, { size: 32 }),
      yParity: recovery,
    });
    const raw = encodeTransaction(rawData, [Buffer.from(signature.slice(2), 'hex')]).toString('hex');
    return { raw, hash };
  }
}

function isWellFormed({ refBlockBytes, refBlockHash, timestamp, expiration }: TronPlan): boolean {
  const isLifetime = expiration > timestamp && expiration - timestamp <= lifetimeMsMax;
  return refBytesGrammar.test(refBlockBytes) && refHashGrammar.test(refBlockHash) && isLifetime;
}
