/** Computes the size of our Bitcoin transactions and the dust limits: all inputs are our own native segwit outputs. */
import { assert } from '@salar/protocol';

/** A smaller change output costs more than it is worth, and nodes do not relay it. Satoshi. */
export const changeMin = 294n;
/** The smallest payment: the dust limit of the most expensive output type that a customer may use. Satoshi. */
export const paymentMin = 546n;
/** More inputs make a transaction that nodes validate slowly; a wallet in smaller pieces waits for larger ones. */
export const inputsMax = 100;

/** Script bytes of one of our own addresses. */
const ownScriptBytes = 22;
/** Weight units of: a transaction without inputs and outputs, an input with the longest signature, an output without script. */
const baseWeight = 42;
const inputWeight = 272;
const outputWeight = 36;
const addressGrammar = /^(?:bc|tb|bcrt)1([02-9ac-hj-np-z]+)$/;

/**
 * Computes the virtual bytes of a payment, never less than its real size.
 *
 * @param destination  canonical address of the payment's network
 */
export function computeVirtualSize(payment: {
  readonly inputs: number;
  readonly destination: string;
  readonly hasChange: boolean;
}): bigint {
  const { inputs, destination, hasChange } = payment;
  assert(inputs >= 1 && inputs <= inputsMax, `a payment has 1 to ${inputsMax} inputs`);
  const paid = outputWeight + 4 * countScriptBytes(destination);
  const change = hasChange ? outputWeight + 4 * ownScriptBytes : 0;
  return BigInt(Math.ceil((baseWeight + inputs * inputWeight + paid + change) / 4));
}

/** Counts the bytes of the script that pays an address: bech32 gives the program's length, base58 the script type. */
function countScriptBytes(address: string): number {
  const segwit = addressGrammar.exec(address)?.[1];
  // 1 character for the version, 5 bits in each program character, 6 characters for the checksum.
  if (segwit !== undefined) return 2 + Math.floor(((segwit.length - 7) * 5) / 8);
  return /^[23]/.test(address) ? 23 : 25;
}
