/**
 * Payments on a Bitcoin network: our outputs as inputs, the receiver's amount and our change as outputs, the rest to
 * the miner.
 *
 * The payment is output 0 and the change, when there is any, output 1.
 */
import { accept, assert, refuse } from '@salar/protocol';
import { changeMin, inputsMax, paymentMin, computeVirtualSize } from '@salar/services/payments/bitcoin-size';
import type { AddressScheme, BitcoinInput, BitcoinPlan, SignedPayment, SignerWallet } from '@salar/services';
import type { HDKey } from '@scure/bip32';
import { p2wpkh, Transaction } from '@scure/btc-signer';
import {
  bitcoinAccountPath,
  bitcoinAddresses,
  toBitcoinAddress,
} from '@salar/adapters/chain-bitcoin/bitcoin-addresses';
import { bitcoinParameters } from '@salar/adapters/chain-bitcoin/bitcoin-networks';
import type { BitcoinKind } from '@salar/adapters/chain-bitcoin/bitcoin-networks';
import type { FamilySigning, Payment } from './family-signing.ts';
import { sharesClaim } from '../payments/signing-log.ts';

/** BIP-125: a transaction with this sequence may be replaced by one that pays more. */
const replaceable = 0xfffffffd;
/** Satoshi per virtual byte, and satoshi of one payment: a higher fee is a mistake or an attack. */
const feeRateMax = 2_000n;
const feeMax = 5_000_000n;
const childIndexMax = 2 ** 31;

export class BitcoinSigning implements FamilySigning {
  readonly wallet: SignerWallet;
  readonly netMin = paymentMin;
  readonly takenRefusal = 'inputs_taken';
  readonly excludes = sharesClaim;
  readonly #account: HDKey;
  readonly #kind: BitcoinKind;
  readonly #scheme: AddressScheme;

  constructor(root: HDKey, kind: BitcoinKind) {
    this.#account = root.derive(bitcoinAccountPath(kind));
    this.#kind = kind;
    const xpub = this.#account.publicExtendedKey;
    this.#scheme = bitcoinAddresses(xpub, kind);
    this.wallet = { family: 'bitcoin', xpub, hotAddress: this.#scheme.derive(0), gasAddress: null };
  }

  mayReceive(destination: string): boolean {
    const isCanonical = this.#scheme.parse(destination) === destination;
    return isCanonical && destination !== this.wallet.hotAddress && !this.#scheme.isBurn(destination);
  }

  prepare(payment: Payment): ReturnType<FamilySigning['prepare']> {
    const { plan, destination, net } = payment;
    if (plan.family !== 'bitcoin') return refuse('request_malformed');
    const { inputs, fee, change } = plan;
    if (inputs.length === 0 || inputs.length > inputsMax) return refuse('inputs_invalid');
    const size = computeVirtualSize({ inputs: inputs.length, destination, hasChange: change > 0n });
    if (fee > feeMax || fee > feeRateMax * size) return refuse('fees_too_high');
    if (!isBalanced(plan, net)) return refuse('inputs_invalid');
    const claims = Object.fromEntries(inputs.map((input) => [formatOutpoint(input), formatInput(input)]));
    return accept({ claims, burnt: fee, sign: async () => this.#sign(destination, net, plan) });
  }

  #sign(destination: string, net: bigint, plan: BitcoinPlan): SignedPayment {
    const properties = bitcoinParameters[this.#kind];
    const transaction = new Transaction({ version: 2, lockTime: 0 });
    for (const input of plan.inputs) transaction.addInput(this.#spending(input));
    transaction.addOutputAddress(destination, net, properties);
    if (plan.change > 0n) {
      const address = toBitcoinAddress(this.#key(1, plan.changeIndex), this.#kind);
      transaction.addOutputAddress(address, plan.change, properties);
    }
    plan.inputs.forEach(({ branch, index }, place) => {
      const { privateKey } = this.#key(branch, index);
      assert(privateKey !== null, 'the seed derives private keys');
      transaction.signIdx(privateKey, place);
    });
    transaction.finalize();
    return { raw: transaction.hex, hash: transaction.id };
  }

  #spending({ txId, vout, amount, branch, index }: BitcoinInput) {
    const { publicKey } = this.#key(branch, index);
    assert(publicKey !== null, 'an HD node has a public key');
    const { script } = p2wpkh(publicKey, bitcoinParameters[this.#kind]);
    return { txid: txId, index: vout, sequence: replaceable, witnessUtxo: { script, amount } };
  }

  #key(branch: 0 | 1, index: number): HDKey {
    return this.#account.deriveChild(branch).deriveChild(index);
  }
}

/** Checks that every output is used once, keys exist, inputs and outputs balance, and nothing is dust. */
function isBalanced({ inputs, fee, change, changeIndex }: BitcoinPlan, net: bigint): boolean {
  const sum = inputs.reduce((total, { amount }) => total + amount, 0n);
  const isOnce = new Set(inputs.map(formatOutpoint)).size === inputs.length;
  const hasKeys = [changeIndex, ...inputs.map(({ index }) => index)].every((index) => index < childIndexMax);
  const isChangeWorthIt = change === 0n || change >= changeMin;
  return isOnce && hasKeys && isChangeWorthIt && sum === net + fee + change;
}

function formatOutpoint({ txId, vout }: BitcoinInput): string {
  return `${txId}:${vout}`;
}

/**
 * A signature covers the amount of its own input only. If a second request could state another amount for an output,
 * the matching halves of two signings could be combined to one payment with an enormous fee.
 */
function formatInput({ amount, branch, index }: BitcoinInput): string {
  return `${amount}:${branch}/${index}`;
}
