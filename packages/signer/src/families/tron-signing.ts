/** Payments on TRON networks: transfers are built here, never taken from a node. */
import { accept, refuse } from '@salar/protocol';
import type { AddressScheme, SignerWallet } from '@salar/services';
import { formatTronAddress, tronAddresses } from '@salar/adapters/chain-tron/tron-addresses';
import { encodeTransfer, computeTxId } from '@salar/adapters/chain-tron/tron-transaction';
import type { FamilySigning, Payment } from './family-signing.ts';
import type { SignerKeys } from '../keys/signer-keys.ts';
import { listWalletAddresses, readWallets } from '../keys/wallet-addresses.ts';
import type { SignedEntry } from '../payments/signing-log.ts';
import {
  computeTronBurnt,
  expiryMarginMs,
  findTronPlanRefusal,
  signTronTransaction,
} from './tron-transaction.ts';

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
    this.#scheme = tronAddresses(wallet);
    this.wallet = wallet;
  }

  /**
   * Opens the wallets of the family.
   * @param feeLimits  by chain, the most sun that a transfer may burn
   * @throws SignerUnavailable when the store of a key does not answer
   */
  static async open(keys: SignerKeys, feeLimits: ReadonlyMap<number, bigint>): Promise<TronSigning> {
    const wallets = await readWallets(keys, 'tron', formatTronAddress);
    const wallet = { family: 'tron', keyLayout: keys.layout, ...keys.depositKeys('tron') } as const;
    return new TronSigning(keys, { ...wallet, ...wallets }, feeLimits);
  }

  mayReceive(destination: string): boolean {
    const isOurs = listWalletAddresses(this.wallet).includes(destination);
    return this.#scheme.parse(destination) === destination && !isOurs && !this.#scheme.isBurn(destination);
  }

  /** Only time separates two transfers: identical bytes are one transfer; otherwise the first must have expired. */
  excludes(before: SignedEntry['claims'], claims: SignedEntry['claims'], now: number): boolean {
    return Object.entries(before).every(
      ([transfer, expiration]) => transfer in claims || Number(expiration) + expiryMarginMs < now,
    );
  }

  prepare({ chainId, plan, asset, destination, net, now }: Payment): ReturnType<FamilySigning['prepare']> {
    if (plan.family !== 'tron') return refuse('request_malformed');
    const refusal = findTronPlanRefusal(plan, { feeLimit: this.#feeLimits.get(chainId) ?? 0n, now });
    if (refusal !== null) return refuse(refusal);
    const { contract } = asset;
    const transfer = { from: this.wallet.hotAddress, to: destination, contract, amount: net };
    const rawData = encodeTransfer(transfer, plan);
    const claims = { [`tx:${computeTxId(rawData)}`]: String(plan.expiration) };
    const burnt = computeTronBurnt(contract, plan);
    return accept({ claims, burnt, sign: () => signTronTransaction(this.#keys, 'tron/hot', rawData) });
  }
}
