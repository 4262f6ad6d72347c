/** Signs transactions of EVM networks with a key that only its store has. */
import type { SignedPayment } from '@salar/services';
import { encodeFunctionData, keccak256, numberToHex, parseAbi, serializeTransaction } from 'viem';
import type { Address, Hex } from 'viem';
import type { KeyName } from '../keys/key-store.ts';
import type { SignerKeys } from '../keys/signer-keys.ts';

const tokenAbi = parseAbi(['function transfer(address to, uint256 value)']);

type EvmFees = {
  readonly chainId: number;
  readonly nonce: number;
  readonly feeMax: bigint;
  readonly feePriority: bigint;
  readonly gas: bigint;
};

/** The effect of a transaction: it sends coins to an address, or calls a contract. */
export type EvmCall = { readonly to: string; readonly value: bigint; readonly data: Hex };

export type EvmTransfer = EvmFees & {
  /** Null for the coin. */
  readonly contract: string | null;
  readonly receiver: string;
  readonly amount: bigint;
};

/**
 * Signs a transfer of the coin or of a token.
 * @throws SignerUnavailable when the store of the key does not answer
 */
export function signEvmTransfer(
  keys: SignerKeys,
  name: KeyName,
  { contract, receiver, amount, ...fees }: EvmTransfer,
): Promise<SignedPayment> {
  return signEvmCall(keys, name, { ...fees, ...buildTransfer(contract, receiver, amount) });
}

/** Builds a transfer of the coin, or of a token. */
export function buildTransfer(contract: string | null, receiver: string, amount: bigint): EvmCall {
  if (contract === null) return { to: receiver, value: amount, data: '0x' };
  const args = [receiver as Address, amount] as const;
  return {
    to: contract,
    value: 0n,
    data: encodeFunctionData({ abi: tokenAbi, functionName: 'transfer', args }),
  };
}

/**
 * Signs a transaction.
 * @throws SignerUnavailable when the store of the key does not answer
 */
export async function signEvmCall(
  keys: SignerKeys,
  name: KeyName,
  { chainId, nonce, feeMax, feePriority, gas, to, value, data }: EvmFees & EvmCall,
): Promise<SignedPayment> {
  const transaction = {
    type: 'eip1559',
    chainId,
    nonce,
    maxFeePerGas: feeMax,
    maxPriorityFeePerGas: feePriority,
    gas,
    to: to as Address,
    value,
    data,
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
