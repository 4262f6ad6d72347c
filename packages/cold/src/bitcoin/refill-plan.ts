/** Plans a refill from outputs of cold storage. Pure: no network, no clock. */
import type { ColdOutput } from '@salar/adapters/chain-bitcoin/cold-descriptor';

/** A smaller output of cold storage is not relayed. Satoshi. */
const changeMin = 330n;
const inputsMax = 100;
/** Weight units: of a transaction without inputs and outputs, of an input without its witness, of an output without script. */
const baseWeight = 42;
const inputWeight = 164;
const outputWeight = 36;
/** The most bytes of a signature with its length, and the bytes of P2WSH's script. */
const signatureBytes = 74;
const ownScriptBytes = 34;

type Coin = { readonly amount: bigint };

export type RefillPlan<C extends Coin> = {
  readonly inputs: readonly C[];
  /** Satoshi; change that would be dust is part of the fee. */
  readonly change: bigint;
  readonly fee: bigint;
};

/**
 * Takes the largest outputs until they pay the amount and the fee.
 *
 * @param free  the largest first
 * @returns null when they are not enough
 */
export function planRefill<C extends Coin>(
  needs: {
    /** Satoshi that the receiver gets. */
    readonly amount: bigint;
    /** Satoshi per virtual byte. */
    readonly feeRate: bigint;
    readonly receiverScript: Uint8Array;
    readonly required: number;
    /** Any address of the descriptor: all have scripts of the same length. */
    readonly output: Pick<ColdOutput, 'witnessScript'>;
  },
  free: readonly C[],
): RefillPlan<C> | null {
  const inputs: C[] = [];
  let sum = 0n;
  for (const coin of free.slice(0, inputsMax)) {
    inputs.push(coin);
    sum += coin.amount;
    const left = sum - needs.amount;
    const fee = needs.feeRate * computeSize(needs, inputs.length, true);
    if (left - fee >= changeMin) return { inputs, fee, change: left - fee };
    if (left >= needs.feeRate * computeSize(needs, inputs.length, false))
      return { inputs, fee: left, change: 0n };
  }
  return null;
}

/** Computes virtual bytes, never less than the real size. */
function computeSize(
  {
    receiverScript,
    required,
    output: { witnessScript },
  }: Pick<Parameters<typeof planRefill>[0], 'receiverScript' | 'required' | 'output'>,
  inputs: number,
  hasChange: boolean,
): bigint {
  // The number of items, the empty item that the script takes, signatures, and the script with its length.
  const witness = 2 + required * signatureBytes + 3 + witnessScript.length;
  const paid = outputWeight + 4 * receiverScript.length;
  const change = hasChange ? outputWeight + 4 * ownScriptBytes : 0;
  return BigInt(Math.ceil((baseWeight + inputs * (inputWeight + witness) + paid + change) / 4));
}
