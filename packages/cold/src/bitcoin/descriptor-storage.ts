/** Cold storage on a Bitcoin network: a descriptor of several keys, whose owners sign a PSBT offline. */
import {
  coldIndex,
  coldPath,
  formatColdKey,
  parseColdDescriptor,
} from '@salar/adapters/chain-bitcoin/cold-descriptor';
import type { ColdDescriptor } from '@salar/adapters/chain-bitcoin/cold-descriptor';
import { assert } from '@salar/protocol';
import type { HDKey } from '@scure/bip32';
import { SigHash } from '@scure/btc-signer';
import type { ColdFamily, Line, RefillDetails } from '../cold-family.ts';
import type { BitcoinColdNetwork } from '../cold-settings.ts';
import { RefillInvalid } from '../refill-invalid.ts';
import { ColdOutputs } from './cold-outputs.ts';
import { buildRefill, formatRefillPsbt, readRefillPsbt } from './refill-psbt.ts';
import type { RefillPayment, RefillPsbt } from './refill-psbt.ts';

const decimals = 8;
/** A refill that pays more than this part of its amount in fees is a mistake or an attack. */
const feeDivisor = 20n;

export class DescriptorStorage implements ColdFamily {
  readonly #network: BitcoinColdNetwork;
  readonly #descriptor: ColdDescriptor;
  readonly #outputs: ColdOutputs;

  constructor(network: BitcoinColdNetwork) {
    this.#network = network;
    this.#descriptor = parseColdDescriptor(network.descriptor, network.kind);
    this.#outputs = new ColdOutputs(this.#descriptor);
  }

  async read(value: unknown): Promise<RefillDetails> {
    const psbt = this.#open(value);
    const { inputs, receiver, amount, change } = psbt.payment;
    const { product, owners } = this.#network;
    const { required } = this.#descriptor;
    const spent = new Set(inputs.map(({ index }) => index));
    const total = sum(psbt.payment);
    return {
      amount: { minor: amount, product, decimals },
      sender: this.#outputs.at(coldIndex).address,
      senderKind: `descriptor, ${required} of ${owners.length}`,
      receiver,
      fee: { minor: computeFee(psbt.payment), product, decimals },
      feeNote: 'inputs less outputs; cold storage pays it',
      signatures: { signers: this.#listSigners(psbt), required },
      more: [
        [
          'Inputs',
          `${total} satoshi, ${inputs.length === 1 ? 'one output' : `${inputs.length} outputs`} of our cold storage`,
        ],
        ['', `at ${spent.size === 1 ? 'one address' : `${spent.size} addresses`} of the descriptor`],
        ['Change', change === 0n ? 'none' : `${change} satoshi, back to the first address above`],
        ['Transaction', buildRefill(this.#outputs, psbt).id],
      ],
    };
  }

  async sign(value: unknown, root: HDKey): Promise<unknown> {
    const psbt = this.#open(value);
    const { place, account } = this.#findOwnKey(root);
    if (this.#listSigners(psbt).includes(this.#findOwner(place)))
      throw new RefillInvalid('this key has signed this refill already');
    const transaction = buildRefill(this.#outputs, { ...psbt, signatures: [] });
    const signatures = psbt.payment.inputs.map(({ index }, input) => {
      const { privateKey, publicKey } = account.deriveChild(0).deriveChild(index);
      assert(privateKey !== null && publicKey !== null, 'the root of a seed has private keys');
      transaction.signIdx(privateKey, input, [SigHash.ALL]);
      const [, signature] = transaction.getInput(input).partialSig?.[0] ?? [];
      assert(signature !== undefined, 'a signed input has a signature');
      const added = [Buffer.from(publicKey).toString('hex'), Buffer.from(signature).toString('hex')] as const;
      return new Map([...(psbt.signatures[input] ?? []), added]);
    });
    return formatRefillPsbt(this.#outputs, { ...psbt, signatures });
  }

  async combine(first: unknown, second: unknown): Promise<unknown> {
    const [one, other] = [this.#open(first), this.#open(second)];
    if (!isSamePayment(this.#outputs, one, other))
      throw new RefillInvalid('the two files are of different payments');
    const signatures = one.signatures.map(
      (given, place) => new Map([...(other.signatures[place] ?? []), ...given]),
    );
    return formatRefillPsbt(this.#outputs, { ...one, signatures });
  }

  #open(value: unknown): RefillPsbt {
    const psbt = readRefillPsbt(this.#outputs, value);
    const { amount } = psbt.payment;
    const fee = computeFee(psbt.payment);
    if (fee <= 0n || fee * feeDivisor > amount)
      throw new RefillInvalid(
        `what is signed pays ${fee} satoshi in fees for ${amount} satoshi: more than a ${feeDivisor}th part`,
      );
    return psbt;
  }

  /** An owner counts when they have signed every input. */
  #listSigners({ payment, signatures }: RefillPsbt): readonly string[] {
    return this.#network.owners.filter((_, place) =>
      payment.inputs.every(({ index }, input) => {
        const key = this.#outputs.at(index).keys[place]?.publicKey;
        return key !== undefined && signatures[input]?.has(Buffer.from(key).toString('hex')) === true;
      }),
    );
  }

  /** Finds the key of the descriptor that this seed derives. */
  #findOwnKey(root: HDKey): { readonly place: number; readonly account: HDKey } {
    for (const [place, { key, path }] of this.#descriptor.keys.entries()) {
      const account = path.reduce((parent, step) => parent.deriveChild(step), root);
      if (isSameKey(account, key)) return { place, account };
    }
    throw new RefillInvalid('this key is not one of our cold storage, by your settings');
  }

  #findOwner(place: number): string {
    const owner = this.#network.owners[place];
    assert(owner !== undefined, 'each key of the descriptor has an owner');
    return owner;
  }
}

/** Describes the key that a new descriptor gets of an owner, on the main network and on test networks. */
export function describeDescriptorKey(root: HDKey): readonly Line[] {
  return [
    ['Key of a Bitcoin descriptor', formatColdKey(root, coldPath('main'), 'main')],
    ['the same on test networks', formatColdKey(root, coldPath('testnet'), 'testnet')],
  ];
}

/** Returns true when two payloads pay the same from the same outputs. */
export function isSamePayment(cold: ColdOutputs, one: RefillPsbt, other: RefillPsbt): boolean {
  const [left, right] = [one, other].map((psbt) => buildRefill(cold, psbt).id);
  return left === right;
}

function computeFee(payment: RefillPayment): bigint {
  return sum(payment) - payment.amount - payment.change;
}

function sum({ inputs }: RefillPayment): bigint {
  return inputs.reduce((total, { amount }) => total + amount, 0n);
}

function isSameKey(left: HDKey, right: HDKey): boolean {
  const [one, other] = [left, right].map(({ publicKey, chainCode }) =>
    Buffer.concat([publicKey ?? Buffer.alloc(0), chainCode ?? Buffer.alloc(0)]),
  );
  return one !== undefined && other !== undefined && one.equals(other);
}
