/**
 * The payload of a Bitcoin refill: a PSBT (BIP 174) whose inputs are outputs of our descriptor, with the hot wallet's address
 * first and the change, if there is any, second.
 *
 * Only what `formatRefillPsbt` writes is accepted: a payload is read, written again from what was derived, and compared. Each
 * input comes with the whole transaction that it spends, because a signature covers no amount but that of its own input.
 */
import { toScriptAddress } from '@salar/adapters/chain-bitcoin/bitcoin-addresses';
import { bitcoinParameters } from '@salar/adapters/chain-bitcoin/bitcoin-networks';
import { parseTransaction } from '@salar/adapters/chain-bitcoin/bitcoin-block';
import { coldIndex } from '@salar/adapters/chain-bitcoin/cold-descriptor';
import type { ColdOutput } from '@salar/adapters/chain-bitcoin/cold-descriptor';
import { RawTx, SigHash, Transaction } from '@scure/btc-signer';
import { z } from 'zod';
import { RefillInvalid } from '../refill-invalid.ts';
import type { ColdOutputs } from './cold-outputs.ts';
import { hasSigned } from './ecdsa-signature.ts';

/** One output of the descriptor that a refill spends. */
export type RefillInput = {
  readonly txId: string;
  readonly vout: number;
  /** Satoshi. */
  readonly amount: bigint;
  /** The index of its address. */
  readonly index: number;
  /** The transaction that has it, in bytes. */
  readonly previous: Uint8Array;
};

export type RefillPayment = {
  readonly inputs: readonly RefillInput[];
  readonly receiver: string;
  /** Satoshi that the receiver gets. */
  readonly amount: bigint;
  /** Satoshi that return to the first address of the descriptor; 0n for none. */
  readonly change: bigint;
};

/** `signatures` has, for each input, signatures in hex by the public keys of its address in hex. */
export type RefillPsbt = {
  readonly payment: RefillPayment;
  readonly signatures: readonly ReadonlyMap<string, string>[];
};

const inputsMax = 100;
/** BIP-125: a transaction with this sequence may be replaced by one that pays more. */
const replaceable = 0xfffffffd;
const payloadSchema = z.strictObject({ psbt: z.base64().max(2 ** 20) });

/** Writes a payload in its only accepted form. */
export function formatRefillPsbt(cold: ColdOutputs, psbt: RefillPsbt): unknown {
  return { psbt: Buffer.from(buildRefill(cold, psbt).toPSBT(0)).toString('base64') };
}

/** Builds the transaction with its signatures. */
export function buildRefill(
  cold: ColdOutputs,
  { payment: { inputs, receiver, amount, change }, signatures }: RefillPsbt,
): Transaction {
  const transaction = new Transaction({ version: 2, lockTime: 0 });
  for (const input of inputs) {
    const output = cold.at(input.index);
    transaction.addInput({
      txid: input.txId,
      index: input.vout,
      sequence: replaceable,
      nonWitnessUtxo: input.previous,
      witnessUtxo: { script: output.script, amount: input.amount },
      witnessScript: output.witnessScript,
      bip32Derivation: listDerivations(output),
    });
  }
  transaction.addOutputAddress(receiver, amount, bitcoinParameters[cold.kind]);
  if (change > 0n) {
    const { script, witnessScript, ...output } = cold.at(coldIndex);
    const bip32Derivation = listDerivations(output);
    transaction.addOutput({ script, amount: change, witnessScript, bip32Derivation });
  }
  for (const [place, given] of signatures.entries()) {
    const sorted = [...given].sort(([left], [right]) => (left < right ? -1 : 1));
    const partialSig = sorted.map(([key, signature]): [Uint8Array, Uint8Array] => [
      Buffer.from(key, 'hex'),
      Buffer.from(signature, 'hex'),
    ]);
    if (partialSig.length > 0) transaction.updateInput(place, { partialSig }, true);
  }
  return transaction;
}

/** Parses a payload, derives everything in it again and verifies every signature. @throws RefillInvalid */
export function readRefillPsbt(cold: ColdOutputs, payload: unknown): RefillPsbt {
  const parsed = payloadSchema.safeParse(payload);
  if (!parsed.success) throw new RefillInvalid('the payload of the file is not a PSBT');
  const transaction = parsePsbt(Buffer.from(parsed.data.psbt, 'base64'));
  const payment = readPayment(cold, transaction);
  const signatures = payment.inputs.map((input, place) =>
    readSignatures(cold.at(input.index), input, { transaction, place }),
  );
  const psbt = { payment, signatures };
  if (toHex(buildRefill(cold, psbt).unsignedTx) !== toHex(transaction.unsignedTx))
    throw new RefillInvalid(
      'what is signed is not a refill: it has another version, lock time, sequence or order of outputs',
    );
  return psbt;
}

function parsePsbt(bytes: Uint8Array): Transaction {
  try {
    return Transaction.fromPSBT(bytes);
  } catch (cause) {
    throw new RefillInvalid(`the PSBT cannot be read: ${(cause as Error).message.slice(0, 200)}`, {
      cause,
    });
  }
}

function readPayment(cold: ColdOutputs, transaction: Transaction): RefillPayment {
  if (transaction.inputsLength < 1 || transaction.inputsLength > inputsMax)
    throw new RefillInvalid(`a refill has 1 to ${inputsMax} inputs`);
  const places = Array.from({ length: transaction.inputsLength }, (_, place) => place);
  const inputs = places.map((place) => readInput(cold, transaction.getInput(place)));
  const outpoints = new Set(inputs.map(({ txId, vout }) => `${txId}:${vout}`));
  if (outpoints.size !== inputs.length) throw new RefillInvalid('the PSBT spends an output twice');
  const outputs = Array.from({ length: transaction.outputsLength }, (_, place) => {
    const { script, amount } = transaction.getOutput(place);
    if (script === undefined || amount === undefined) throw new RefillInvalid('the PSBT has no outputs');
    return { script, amount };
  });
  const [paid, change, ...more] = outputs;
  const address = paid && toScriptAddress(paid.script, cold.kind);
  if (paid === undefined || address == null || paid.amount <= 0n || more.length > 0)
    throw new RefillInvalid('a refill pays one address, and returns the rest to cold storage');
  if (cold.findIndex(paid.script) !== null)
    throw new RefillInvalid('what is signed pays nobody but cold storage itself');
  if (change !== undefined && toHex(change.script) !== toHex(cold.at(coldIndex).script))
    throw new RefillInvalid(
      `${change.amount} satoshi go to ${toScriptAddress(change.script, cold.kind) ?? 'an unknown script'}, which is not the first address of our cold storage`,
    );
  return { inputs, receiver: address, amount: paid.amount, change: change?.amount ?? 0n };
}

function readInput(cold: ColdOutputs, input: ReturnType<Transaction['getInput']>): RefillInput {
  const { txid, index: vout, nonWitnessUtxo } = input;
  if (txid === undefined || vout === undefined || nonWitnessUtxo === undefined)
    throw new RefillInvalid('an input of the PSBT comes without the transaction that it spends');
  const previous = RawTx.encode(nonWitnessUtxo);
  const txId = toHex(txid);
  const spent = parseTransaction(previous);
  const output = spent.outputs[vout];
  if (output === undefined || spent.txId !== txId)
    throw new RefillInvalid('an input of the PSBT comes with another transaction than it spends');
  const index = cold.findIndex(output.script);
  if (index === null)
    throw new RefillInvalid(`the input ${txId}:${vout} is not an output of our cold storage`);
  return { txId, vout, amount: output.value, index, previous };
}

function readSignatures(
  output: ColdOutput,
  { amount }: RefillInput,
  { transaction, place }: { readonly transaction: Transaction; readonly place: number },
): ReadonlyMap<string, string> {
  const digest = transaction.preimageWitnessV0(place, output.witnessScript, SigHash.ALL, amount);
  const given = (transaction.getInput(place).partialSig ?? []).map(
    ([key, signature]) => [toHex(key), toHex(signature)] as const,
  );
  for (const [key, signature] of given) {
    const owner = output.keys.find(({ publicKey }) => toHex(publicKey) === key);
    if (owner === undefined) throw new RefillInvalid(`${key} is not a key of our cold storage`);
    if (!hasSigned(owner.publicKey, digest, Buffer.from(signature, 'hex')))
      throw new RefillInvalid(`a signature of the key ${key} does not verify`);
  }
  return new Map(given);
}

function listDerivations({ keys }: Pick<ColdOutput, 'keys'>) {
  return keys.map(
    ({ publicKey, fingerprint, path }): [Uint8Array, { fingerprint: number; path: number[] }] => [
      publicKey,
      { fingerprint, path: [...path] },
    ],
  );
}

function toHex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
