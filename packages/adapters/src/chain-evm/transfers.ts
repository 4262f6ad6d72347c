/** Finds value moved in a transaction's receipt: the coin by the transaction itself, tokens by their logs. */
import type { ChainTransfer } from '@salar/services';
import type { NetworkAsset } from '@salar/services';
import type { ProductId } from '@salar/protocol';
import type { z } from 'zod';
import { readAnswer } from '../node-answers/read-answer.ts';
import { addressSchema, dataSchema, hashSchema, quantitySchema, topicAddressSchema } from './evm-answers.ts';
import type { logSchema, receiptSchema, transactionSchema } from './evm-answers.ts';

export type Receipt = z.output<typeof receiptSchema>;
export type Transaction = z.output<typeof transactionSchema>;
type Log = z.output<typeof logSchema>;

/** `Transfer(address,address,uint256)`. */
export const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

export type AssetIndex = {
  readonly native: ProductId | null;
  /** By checksummed contract address. */
  readonly tokens: ReadonlyMap<string, ProductId>;
};

export function indexAssets(assets: readonly NetworkAsset[]): AssetIndex {
  const tokens = new Map<string, ProductId>();
  let native: ProductId | null = null;
  for (const asset of assets) {
    if (asset.contract === null) native = asset.productId;
    else tokens.set(readAnswer(addressSchema, asset.contract), asset.productId);
  }
  return { native, tokens };
}

/** Returns true when the receipt's own status says that the transaction took effect. */
export function succeeded({ status }: Pick<Receipt, 'status'>): boolean {
  return status === 1n;
}

/**
 * Returns every transfer of a known asset in one successful transaction, according to its receipt. Coins moved by
 * internal calls of a contract do not appear in receipts and are not found here.
 */
export function readTransfers(
  assets: AssetIndex,
  transaction: Transaction,
  receipt: Receipt,
): readonly ChainTransfer[] {
  if (!succeeded(receipt)) return [];
  const { hash: txId } = transaction;
  const tokens = receipt.logs.flatMap((log, place) => {
    const transfer = tokenTransfer(assets, log);
    return transfer === null ? [] : [{ txId, position: String(place), ...transfer }];
  });
  return [...nativeTransfer(assets, txId, transaction), ...tokens];
}

function nativeTransfer(
  assets: AssetIndex,
  txId: string,
  transaction: Transaction,
): readonly ChainTransfer[] {
  if (assets.native === null || transaction.to === null) return [];
  const amount = readAnswer(quantitySchema, transaction.value);
  if (amount === 0n) return [];
  const from = readAnswer(addressSchema, transaction.from);
  const to = readAnswer(addressSchema, transaction.to);
  return [{ txId, position: 'native', productId: assets.native, from, to, amount }];
}

/** Parses a log; returns null when it is another event, of another contract, or moves nothing. */
export function tokenTransfer(
  assets: AssetIndex,
  log: Log,
): Pick<ChainTransfer, 'productId' | 'from' | 'to' | 'amount'> | null {
  const productId = assets.tokens.get(log.address);
  if (productId === undefined) return null;
  // Three topics are ERC-20; four are an NFT's.
  if (log.topics.length !== 3) return null;
  const [event, source, target] = log.topics;
  if (readAnswer(hashSchema, event) !== transferTopic) return null;
  const data = readAnswer(dataSchema, log.data);
  if (data.length !== 66) return null;
  const amount = BigInt(data);
  const from = readAnswer(topicAddressSchema, source);
  const to = readAnswer(topicAddressSchema, target);
  return amount === 0n ? null : { productId, from, to, amount };
}
