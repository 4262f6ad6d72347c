/** Payments on EVM networks: one hot wallet, one nonce per payment. */
import { accept, refuse } from '@salar/protocol';
import type { AddressScheme, SignerWallet } from '@salar/services';
import { evmAddresses, formatEvmAddress } from '@salar/adapters/chain-evm/evm-addresses';
import { listWalletAddresses, readWallets } from '../keys/wallet-addresses.ts';
import type { SignerKeys } from '../keys/signer-keys.ts';
import { signEvmTransfer } from './evm-transaction.ts';
import type { FamilySigning, Payment } from './family-signing.ts';
import { sharesClaim } from '../payments/signing-log.ts';

/** Unused gas is not charged, so the caps leave room for receivers that are contracts. */
const coinGas = 60_000n;
const tokenGas = 120_000n;
/** 2,000 gwei per gas: a higher fee is a mistake or an attack. */
const feeMaxLimit = 2_000n * 10n ** 9n;

export class EvmSigning implements FamilySigning {
  readonly wallet: SignerWallet;
  readonly netMin = 1n;
  readonly takenRefusal = 'nonce_taken';
  readonly excludes = sharesClaim;
  readonly #keys: SignerKeys;
  readonly #scheme: AddressScheme;

  private constructor(keys: SignerKeys, wallet: EvmSigning['wallet']) {
    this.#keys = keys;
    this.#scheme = evmAddresses(wallet);
    this.wallet = wallet;
  }

  /** Opens the wallets of the family. @throws SignerUnavailable when the store of a key does not answer */
  static async open(keys: SignerKeys): Promise<EvmSigning> {
    const wallets = await readWallets(keys, 'evm', formatEvmAddress);
    const wallet = { family: 'evm', keyLayout: keys.layout, ...keys.depositKeys('evm') } as const;
    return new EvmSigning(keys, { ...wallet, ...wallets });
  }

  mayReceive(destination: string): boolean {
    const isOurs = listWalletAddresses(this.wallet).includes(destination);
    return this.#scheme.parse(destination) === destination && !isOurs && !this.#scheme.isBurn(destination);
  }

  prepare({ chainId, asset, destination, net, plan }: Payment): ReturnType<FamilySigning['prepare']> {
    if (plan.family !== 'evm') return refuse('request_malformed');
    const { nonce, feeMax, feePriority } = plan;
    if (feeMax > feeMaxLimit || feePriority > feeMax) return refuse('fees_too_high');
    const { contract } = asset;
    const gas = contract === null ? coinGas : tokenGas;
    const transfer = {
      chainId,
      nonce,
      feeMax,
      feePriority,
      gas,
      contract,
      receiver: destination,
      amount: net,
    };
    return accept({
      claims: { [this.#formatNonce(nonce)]: '' },
      burnt: gas * feeMax,
      sign: () => signEvmTransfer(this.#keys, 'evm/hot', transfer),
    });
  }

  /**
   * A nonce is one of an address: payments of two hot wallets with the same nonce can both be mined. Only the first wallet of a
   * seed of layout 1 has its nonces without the address, because version 0.1 recorded them so.
   */
  #formatNonce(nonce: number): string {
    const { keyLayout, hotAddress } = this.wallet;
    const isFirst = keyLayout === 1 && !this.#keys.isApart('evm/hot');
    return isFirst ? `nonce:${nonce}` : `nonce:${hotAddress}:${nonce}`;
  }
}
