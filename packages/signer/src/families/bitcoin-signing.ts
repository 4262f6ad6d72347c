/**
 * Payments on a Bitcoin network: our outputs as inputs, the receiver's amount and our change as outputs, the rest to
 * the miner.
 *
 * The payment is output 0 and the change, when there is any, output 1.
 */
import { accept, refuse } from '@salar/protocol';
import { bitcoinBranches, bitcoinHouse } from '@salar/services/ports/chain-signer';
import { changeMin, inputsMax, paymentMin, computeVirtualSize } from '@salar/services/payments/bitcoin-size';
import type { AddressScheme, BitcoinInput, BitcoinPlan, SignedPayment, SignerWallet } from '@salar/services';
import { OutScript, p2wpkh, SigHash, Transaction } from '@scure/btc-signer';
import { bitcoinAddresses, formatBitcoinAddress } from '@salar/adapters/chain-bitcoin/bitcoin-addresses';
import { bitcoinParameters } from '@salar/adapters/chain-bitcoin/bitcoin-networks';
import type { BitcoinKind } from '@salar/adapters/chain-bitcoin/bitcoin-networks';
import type { FamilySigning, Payment } from './family-signing.ts';
import type { KeyName, Signature } from '../keys/key-store.ts';
import type { SignerKeys } from '../keys/signer-keys.ts';
import { listWalletAddresses, readWallets } from '../keys/wallet-addresses.ts';
import { sharesClaim } from '../payments/signing-log.ts';

/** BIP-125: a transaction with this sequence may be replaced by one that pays more. */
const replaceable = 0xfffffffd;
/** Satoshi per virtual byte, and satoshi of one payment: a higher fee is a mistake or an attack. */
const feeRateMax = 2_000n;
const feeMax = 5_000_000n;
const childIndexMax = 2 ** 31;

type KeyPlace = Pick<BitcoinInput, 'branch' | 'index'>;

export class BitcoinSigning implements FamilySigning {
  readonly wallet: SignerWallet;
  readonly netMin = paymentMin;
  readonly takenRefusal = 'inputs_taken';
  readonly excludes = sharesClaim;
  readonly #keys: SignerKeys;
  readonly #kind: BitcoinKind;
  readonly #scheme: AddressScheme;

  private constructor(keys: SignerKeys, wallet: SignerWallet, kind: BitcoinKind) {
    this.#keys = keys;
    this.#kind = kind;
    this.#scheme = bitcoinAddresses(wallet, kind);
    this.wallet = wallet;
  }

  /** Opens the wallet of the family. @throws SignerUnavailable when the store of its key does not answer */
  static async open(keys: SignerKeys, kind: BitcoinKind): Promise<BitcoinSigning> {
    const wallets = await readWallets(keys, 'bitcoin', (key) => formatBitcoinAddress(key, kind));
    const wallet = { family: 'bitcoin', keyLayout: keys.layout, ...keys.depositKeys('bitcoin') } as const;
    return new BitcoinSigning(keys, { ...wallet, ...wallets }, kind);
  }

  mayReceive(destination: string): boolean {
    const isOurs = listWalletAddresses(this.wallet).includes(destination);
    return this.#scheme.parse(destination) === destination && !isOurs && !this.#scheme.isBurn(destination);
  }

  prepare(payment: Payment): ReturnType<FamilySigning['prepare']> {
    const { plan, destination, net, sender } = payment;
    if (plan.family !== 'bitcoin') return refuse('request_malformed');
    const { inputs, fee, change } = plan;
    if (inputs.length === 0 || inputs.length > inputsMax) return refuse('inputs_invalid');
    const size = computeVirtualSize({ inputs: inputs.length, destination, hasChange: change > 0n });
    if (fee > feeMax || fee > feeRateMax * size) return refuse('fees_too_high');
    const hasKeys = this.#hasKeys(plan, sender);
    if (!hasKeys || !isBalanced(plan, net)) return refuse('inputs_invalid');
    const claims = Object.fromEntries(inputs.map((input) => [formatOutpoint(input), formatInput(input)]));
    return accept({ claims, burnt: fee, sign: () => this.#sign(payment, plan) });
  }

  async #sign({ destination, net, sender }: Payment, plan: BitcoinPlan): Promise<SignedPayment> {
    const properties = bitcoinParameters[this.#kind];
    const transaction = new Transaction({ version: 2, lockTime: 0 });
    const spent = [];
    for (const { txId, vout, amount, ...place } of plan.inputs) {
      const isWallet = sender === 'house' || sender === 'former-house';
      const name: KeyName = isWallet ? `bitcoin/${sender}` : this.#findHotKeyName(place);
      const publicKey = await this.#keys.publicKey(name);
      const { hash, script } = p2wpkh(publicKey, properties);
      transaction.addInput({
        txid: txId,
        index: vout,
        sequence: replaceable,
        witnessUtxo: { script, amount },
      });
      spent.push({ name, publicKey, hash, amount });
    }
    transaction.addOutputAddress(destination, net, properties);
    if (plan.change > 0n) {
      const key = await this.#keys.publicKey(
        sender === undefined ? `bitcoin/change/${plan.changeIndex}` : 'bitcoin/house',
      );
      transaction.addOutputAddress(formatBitcoinAddress(key, this.#kind), plan.change, properties);
    }
    // A signature covers all outputs, so all must be there before the first one is made (BIP-143).
    for (const [place, { name, publicKey, hash, amount }] of spent.entries()) {
      const script = OutScript.encode({ type: 'pkh', hash });
      const digest = transaction.preimageWitnessV0(place, script, SigHash.ALL, amount);
      const signature = encodeDer(await this.#keys.sign(name, digest));
      const partialSig: [Uint8Array, Uint8Array][] = [
        [publicKey, Buffer.concat([signature, Buffer.of(SigHash.ALL)])],
      ];
      transaction.updateInput(place, { partialSig }, true);
    }
    transaction.finalize();
    return { raw: transaction.hex, hash: transaction.id };
  }

  #hasKeys(plan: BitcoinPlan, sender: Payment['sender']): boolean {
    if (sender === undefined) return this.#hasHotKeys(plan);
    return sender === 'deposit' ? this.#isOfDeposits(plan) : isOfHouse(plan, sender);
  }

  /** Checks that all inputs are those of deposit addresses, which get no change. */
  #isOfDeposits({ inputs, change }: BitcoinPlan): boolean {
    return change === 0n && inputs.every((input) => this.#isOfDeposit(input));
  }

  #isOfDeposit({ branch, index }: KeyPlace): boolean {
    return branch === 0 && this.#keys.isDepositIndex('bitcoin', index);
  }

  /** Checks that the key layout has the keys of all inputs, and that the change goes to its own branch of change. */
  #hasHotKeys({ inputs, changeBranch, changeIndex }: BitcoinPlan): boolean {
    const { hot, change } = bitcoinBranches[this.wallet.keyLayout];
    const { hotAddress, former } = this.wallet;
    const hasFormer = former !== undefined && former.hotAddress !== hotAddress;
    const hasFormerChange = hasFormer && this.#keys.hasFormerLayout;
    const isKnown = ({ branch, index }: KeyPlace) =>
      this.#isOfDeposit({ branch, index }) ||
      (index < childIndexMax &&
        (branch === change ||
          (branch === hot && index === 0) ||
          (hasFormer && branch === this.#formerHotBranch && index === 0) ||
          (hasFormerChange && branch === bitcoinBranches[1].change)));
    return changeBranch === change && changeIndex < childIndexMax && inputs.every(isKnown);
  }

  /** The hot wallet's key may be in another store than the seed. */
  #findHotKeyName({ branch, index }: KeyPlace): KeyName {
    const { hot, change } = bitcoinBranches[this.wallet.keyLayout];
    if (branch === hot && index === 0) return 'bitcoin/hot';
    if (branch === change) return `bitcoin/change/${index}`;
    if (branch === this.#formerHotBranch && index === 0) return 'bitcoin/former-hot';
    return branch === 0 ? `bitcoin/deposit/${index}` : `bitcoin/former-change/${index}`;
  }

  /** The former hot wallet has the place that a hot wallet has in the other layout. */
  get #formerHotBranch(): number {
    return bitcoinBranches[this.wallet.keyLayout === 1 ? 2 : 1].hot;
  }
}

/** Checks that all inputs are the house wallet's, and that its change returns there. A former wallet is emptied: it has no change. */
function isOfHouse(
  { inputs, change, changeBranch, changeIndex }: BitcoinPlan,
  sender: 'house' | 'former-house',
): boolean {
  const places: readonly KeyPlace[] = [...inputs, { branch: changeBranch, index: changeIndex }];
  const isOwn = places.every(
    ({ branch, index }) => branch === bitcoinHouse.branch && index === bitcoinHouse.index,
  );
  return isOwn && (sender === 'house' || change === 0n);
}

/** Encodes a signature as Bitcoin's scripts have it: two integers of DER, without leading zeros but for the sign. */
function encodeDer({ r, s }: Signature): Buffer {
  const numbers = Buffer.concat([encodeInteger(r), encodeInteger(s)]);
  return Buffer.concat([Buffer.of(0x30, numbers.length), numbers]);
}

function encodeInteger(value: bigint): Buffer {
  const hex = value.toString(16);
  const bytes = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex');
  const isNegative = (bytes[0] ?? 0) >= 0x80;
  const unsigned = isNegative ? Buffer.concat([Buffer.of(0), bytes]) : bytes;
  return Buffer.concat([Buffer.of(0x02, unsigned.length), unsigned]);
}

/** Checks that every output is used once, inputs and outputs balance, and nothing is dust. */
function isBalanced({ inputs, fee, change }: BitcoinPlan, net: bigint): boolean {
  const sum = inputs.reduce((total, { amount }) => total + amount, 0n);
  const isOnce = new Set(inputs.map(formatOutpoint)).size === inputs.length;
  const isChangeWorthIt = change === 0n || change >= changeMin;
  return isOnce && isChangeWorthIt && sum === net + fee + change;
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
