/** How large our Bitcoin transactions are and what is too small to pay: all inputs are native segwit outputs of ours. */
import { assert } from '@salar/protocol';

/** Below it an output to ourselves costs more than it is worth, and nodes do not pass it on. Satoshi. */
export const changeMin = 294n;
/** The same for the dearest kind of output a customer may name. Satoshi. */
export const paymentMin = 546n;
/** More inputs make a transaction that nodes are slow to check; a wallet in smaller pieces waits for larger ones. */
export const inputsMax = 100;

/** Bytes of the script behind one of our own addresses. */
const ownScriptBytes = 22;
/** In weight units: what every transaction has, an input with the longest signature there is, an output without its script. */
const baseWeight = 42;
const inputWeight = 272;
const outputWeight = 36;
const addressGrammar = /^(?:bc|tb|bcrt)1([02-9ac-hj-np-z]+)$/;

/**
 * Virtual bytes of a payment, never less than it will really have.
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

/** Bytes of the script that pays an address: bech32 tells its program's length, base58 its kind. */
function countScriptBytes(address: string): number {
  const segwit = addressGrammar.exec(address)?.[1];
  // 1 character of version, 5 bits in each of the program's, 6 of checksum.
  if (segwit !== undefined) return 2 + Math.floor(((segwit.length - 7) * 5) / 8);
  return /^[23]/.test(address) ? 23 : 25;
}
