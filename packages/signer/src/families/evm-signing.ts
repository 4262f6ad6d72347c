/** Payments on EVM networks: one hot wallet, one nonce per payment. */
import { accept, assert, refuse } from '@salar/protocol';
import type { AddressScheme, SignedPayment, SignerWallet } from '@salar/services';
import type { HDKey } from '@scure/bip32';
import { encodeFunctionData, keccak256, parseAbi } from 'viem';
import type { Address } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import type { PrivateKeyAccount } from 'viem/accounts';
import {
  toEvmAddress,
  evmAccountPath,
  evmAddresses,
  hotWalletIndex,
} from '@salar/adapters/chain-evm/evm-addresses';
import type { FamilySigning, Payment } from './family-signing.ts';
import { sharesClaim } from '../payments/signing-log.ts';

/** Unused gas is not charged, so the caps leave room for receivers that are contracts. */
const coinGas = 60_000n;
const tokenGas = 120_000n;
/** 2,000 gwei per gas: a higher fee is a mistake or an attack. */
const feeMaxLimit = 2_000n * 10n ** 9n;
const tokenAbi = parseAbi(['function transfer(address to, uint256 value)']);

export class EvmSigning implements FamilySigning {
  readonly wallet: SignerWallet & { readonly gasAddress: string };
  readonly netMin = 1n;
  readonly takenRefusal = 'nonce_taken';
  readonly excludes = sharesClaim;
  readonly #hot: PrivateKeyAccount;
  readonly #scheme: AddressScheme;

  constructor(root: HDKey) {
    const account = root.derive(evmAccountPath);
    const hot = account.deriveChild(0).deriveChild(hotWalletIndex);
    assert(hot.privateKey !== null, 'the seed derives private keys');
    this.#hot = privateKeyToAccount(`0x${Buffer.from(hot.privateKey).toString('hex')}`);
    const xpub = account.publicExtendedKey;
    this.#scheme = evmAddresses(xpub);
    const gasAddress = toEvmAddress(account.deriveChild(1).deriveChild(0));
    this.wallet = { family: 'evm', xpub, hotAddress: this.#hot.address, gasAddress };
  }

  mayReceive(destination: string): boolean {
    const { hotAddress, gasAddress } = this.wallet;
    const isOurs = destination === hotAddress || destination === gasAddress;
    return this.#scheme.parse(destination) === destination && !isOurs && !this.#scheme.isBurn(destination);
  }

  prepare(payment: Payment): ReturnType<FamilySigning['prepare']> {
    const { plan } = payment;
    if (plan.family !== 'evm') return refuse('request_malformed');
    const { nonce, feeMax, feePriority } = plan;
    if (feeMax > feeMaxLimit || feePriority > feeMax) return refuse('fees_too_high');
    const fees = { nonce, maxFeePerGas: feeMax, maxPriorityFeePerGas: feePriority };
    const burnt = (payment.asset.contract === null ? coinGas : tokenGas) * feeMax;
    return accept({ claims: { [`nonce:${nonce}`]: '' }, burnt, sign: () => this.#sign(payment, fees) });
  }

  async #sign(
    { chainId, asset, destination, net }: Payment,
    fees: { nonce: number; maxFeePerGas: bigint; maxPriorityFeePerGas: bigint },
  ): Promise<SignedPayment> {
    const to = destination as Address;
    const raw = await this.#hot.signTransaction({
      type: 'eip1559',
      chainId,
      ...fees,
      ...(asset.contract === null
        ? { to, value: net, gas: coinGas }
        : {
            to: asset.contract as Address,
            data: encodeFunctionData({ abi: tokenAbi, functionName: 'transfer', args: [to, net] }),
            gas: tokenGas,
          }),
    });
    return { raw, hash: keccak256(raw) };
  }
}
