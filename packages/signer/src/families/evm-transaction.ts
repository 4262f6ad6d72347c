/** Signs transactions of EVM networks with a key that only its store has. */
import type { SignedPayment } from '@salar/services';
import { encodeFunctionData, keccak256, numberToHex, parseAbi, serializeTransaction } from 'viem';
import type { Address } from 'viem';
import type { KeyName } from '../keys/key-store.ts';
import type { SignerKeys } from '../keys/signer-keys.ts';

const tokenAbi = parseAbi(['function transfer(address to, uint256 value)']);

export type EvmTransfer = {
  readonly chainId: number;
  readonly nonce: number;
  readonly feeMax: bigint;
  readonly feePriority: bigint;
  readonly gas: bigint;
  /** Null for the coin. */
  readonly contract: string | null;
  readonly receiver: string;
  readonly amount: bigint;
};

/**
 * Signs a transfer of the coin or of a token.
 * @throws SignerUnavailable when the store of the key does not answer
 */
export async function signEvmTransfer(
  keys: SignerKeys,
  name: KeyName,
  transfer: EvmTransfer,
): Promise<SignedPayment> {
  const { chainId, nonce, feeMax, feePriority, gas, contract, receiver, amount } = transfer;
  const to = receiver as Address;
  const transaction = {
    type: 'eip1559',
    chainId,
    nonce,
    maxFeePerGas: feeMax,
    maxPriorityFeePerGas: feePriority,
    gas,
    ...(contract === null
      ? { to, value: amount }
      : {
          to: contract as Address,
          data: encodeFunctionData({ abi: tokenAbi, functionName: 'transfer', args: [to, amount] }),
        }),
  } as const;
  const digest = keccak256(serializeTransaction(transaction), 'bytes');
  const { r, s, recovery } = await keys.sign(name, digest);
  const raw = serializeTransaction(transaction, {
    r: numberToHex(r, { size: 32 }),
    s: numberToHex(s, { size: 32 }),
    yParity: recovery,
  });
  return { raw, hash: keccak256(raw) };
}
