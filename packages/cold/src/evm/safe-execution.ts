/** The call that performs a Safe's transaction once enough owners have signed it; its sender pays the network. */
import { concatHex, encodeFunctionData, parseAbi, size, slice } from 'viem';
import type { Address, Hex } from 'viem';
import { RefillInvalid } from '../refill-invalid.ts';
import type { SafePayload } from './safe-payload.ts';
import type { SafeTransaction } from './safe-transaction.ts';

const executionAbi = parseAbi([
  'function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures) payable returns (bool)',
]);
/** Each signature is r, s and one byte that says by which owner's key it was made. */
const signatureSize = 65;
/** The last byte of a signature over the hash itself: any other has a Safe look elsewhere for the owner's consent. */
const plainEnds: readonly string[] = ['0x1b', '0x1c'];
const signaturesMax = 64;

/**
 * Joins the signatures that a Safe requires, ordered by the owners' addresses as it expects them.
 *
 * @throws RefillInvalid when there are too few
 */
export function joinSignatures(signatures: SafePayload['signatures'], required: number): Hex {
  if (signatures.length < required)
    throw new RefillInvalid(`the refill has ${signatures.length} of ${required} signatures`);
  const ordered = signatures.toSorted((one, other) => (BigInt(one.owner) < BigInt(other.owner) ? -1 : 1));
  return concatHex(ordered.slice(0, required).map(({ signature }) => signature));
}

/** Returns true for signatures as `joinSignatures` returns them. */
export function areJoinedSignatures(text: string): text is Hex {
  if (!/^0x(?:[0-9a-f]{130})+$/.test(text)) return false;
  const count = size(text as Hex) / signatureSize;
  if (count > signaturesMax) return false;
  return Array.from({ length: count }, (_, at) => (at + 1) * signatureSize).every((end) =>
    plainEnds.includes(slice(text as Hex, end - 1, end)),
  );
}

export function encodeSafeExecution(transaction: SafeTransaction, signatures: Hex): Hex {
  const { to, value, data, operation, safeTxGas, baseGas, gasPrice, gasToken, refundReceiver } = transaction;
  return encodeFunctionData({
    abi: executionAbi,
    functionName: 'execTransaction',
    args: [
      to as Address,
      value,
      data,
      operation,
      safeTxGas,
      baseGas,
      gasPrice,
      gasToken as Address,
      refundReceiver as Address,
      signatures,
    ],
  });
}
