/**
 * Transactions of a Safe, the contract that holds cold storage on EVM networks: the EIP-712 hash that its owners sign, and the
 * transfers that they may contain. Anything else that a Safe could do is refused.
 */
import {
  decodeFunctionData,
  encodeFunctionData,
  getAddress,
  hashTypedData,
  parseAbi,
  zeroAddress,
} from 'viem';
import type { Address, Hex } from 'viem';
import { RefillInvalid } from '../refill-invalid.ts';

/** The fields in the order of the contract. Our own transactions have 0 in all but the first three and the nonce. */
const safeTxFields = [
  { name: 'to', type: 'address' },
  { name: 'value', type: 'uint256' },
  { name: 'data', type: 'bytes' },
  { name: 'operation', type: 'uint8' },
  { name: 'safeTxGas', type: 'uint256' },
  { name: 'baseGas', type: 'uint256' },
  { name: 'gasPrice', type: 'uint256' },
  { name: 'gasToken', type: 'address' },
  { name: 'refundReceiver', type: 'address' },
  { name: 'nonce', type: 'uint256' },
] as const;

export type SafeTransaction = {
  readonly to: string;
  readonly value: bigint;
  readonly data: Hex;
  /** 0: a call. 1: a call with the Safe's own rights, which could replace its owners. */
  readonly operation: number;
  readonly safeTxGas: bigint;
  readonly baseGas: bigint;
  readonly gasPrice: bigint;
  readonly gasToken: string;
  readonly refundReceiver: string;
  readonly nonce: bigint;
};

export type SafeTransfer = {
  /** Null for the network's coin. */
  readonly contract: string | null;
  readonly receiver: string;
  readonly amount: bigint;
};

/** No asset has this many units; larger numbers cannot be spelled out. */
const amountEnd = 10n ** 38n;

const tokenAbi = parseAbi(['function transfer(address to, uint256 value)']);

/** Builds the one form of a transfer that `readSafeTransfer` accepts. */
export function buildSafeTransfer(
  { contract, receiver, amount }: SafeTransfer,
  nonce: bigint,
): SafeTransaction {
  const call =
    contract === null
      ? { to: receiver, value: amount, data: '0x' as const }
      : { to: contract, value: 0n, data: encodeTokenTransfer(receiver, amount) };
  return {
    ...call,
    operation: 0,
    safeTxGas: 0n,
    baseGas: 0n,
    gasPrice: 0n,
    gasToken: zeroAddress,
    refundReceiver: zeroAddress,
    nonce,
  };
}

/** Reads what a transaction transfers. @throws RefillInvalid when it does anything else, or anything beside it */
export function readSafeTransfer(transaction: SafeTransaction): SafeTransfer {
  const { to, value, data, operation, safeTxGas, baseGas, gasPrice, gasToken, refundReceiver } = transaction;
  if (operation !== 0)
    throw new RefillInvalid(
      'this is a delegate call, which gives a contract full control of cold storage: never sign it',
    );
  if (safeTxGas !== 0n || baseGas !== 0n || gasPrice !== 0n)
    throw new RefillInvalid(
      'this transaction refunds gas from cold storage: safeTxGas, baseGas and gasPrice must be 0',
    );
  if (gasToken !== zeroAddress || refundReceiver !== zeroAddress)
    throw new RefillInvalid('this transaction has a gas token or a receiver of refunds: both must be zero');
  if (data === '0x') return checkAmount({ contract: null, receiver: to, amount: value });
  if (value !== 0n)
    throw new RefillInvalid('this transaction sends coins to a contract and calls it as well');
  return checkAmount(readTokenTransfer(to, data));
}

/** Computes the hash that the owners of a Safe sign; the Safe requires the same of its version 1.3.0 and later. */
export function hashSafeTransaction(chainId: number, safe: string, transaction: SafeTransaction): Hex {
  const { to, gasToken, refundReceiver } = transaction;
  return hashTypedData({
    domain: { chainId, verifyingContract: safe as Address },
    types: { SafeTx: safeTxFields },
    primaryType: 'SafeTx',
    message: {
      ...transaction,
      to: to as Address,
      gasToken: gasToken as Address,
      refundReceiver: refundReceiver as Address,
    },
  });
}

function encodeTokenTransfer(receiver: string, amount: bigint): Hex {
  return encodeFunctionData({ abi: tokenAbi, functionName: 'transfer', args: [receiver as Address, amount] });
}

function readTokenTransfer(contract: string, data: Hex): SafeTransfer {
  const transfer = decodeTransfer(data);
  // Bytes after the arguments are ignored by most tokens, and mean something to others.
  if (transfer === null || encodeTokenTransfer(transfer.receiver, transfer.amount) !== data)
    throw new RefillInvalid(
      'this transaction calls a contract with something other than a transfer of a token',
    );
  return { contract, ...transfer };
}

function decodeTransfer(data: Hex): Omit<SafeTransfer, 'contract'> | null {
  try {
    const { args } = decodeFunctionData({ abi: tokenAbi, data });
    return { receiver: getAddress(args[0]), amount: args[1] };
  } catch {
    return null; // the library throws for another function and for malformed arguments
  }
}

function checkAmount(transfer: SafeTransfer): SafeTransfer {
  if (transfer.amount <= 0n) throw new RefillInvalid('this transaction transfers nothing');
  if (transfer.amount >= amountEnd)
    throw new RefillInvalid('this transaction transfers more than any asset has');
  return transfer;
}
