/** Finds value moved in a transaction's receipt: the coin by the transaction itself, tokens by their logs. */
import { ChainUnavailable } from '@salar/services/ports/chain-client';
import type { ChainTransfer } from '@salar/services';
import type { NetworkAsset } from '@salar/services';
import type { ProductId } from '@salar/protocol';
import { readAddress, readData, readHash, readList, readQuantity, readTopicAddress } from './evm-answers.ts';

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
    else tokens.set(readAddress(asset.contract), asset.productId);
  }
  return { native, tokens };
}

/** Returns true when the receipt's own status says that the transaction took effect. */
export function succeeded(receipt: Record<string, unknown>): boolean {
  return readQuantity(receipt['status']) === 1n;
}

/**
 * Returns every transfer of a known asset in one successful transaction, according to its receipt. Coins moved by
 * internal calls of a contract do not appear in receipts and are not found here.
 */
export function readTransfers(
  assets: AssetIndex,
  transaction: Record<string, unknown>,
  receipt: Record<string, unknown>,
): readonly ChainTransfer[] {
  if (!succeeded(receipt)) return [];
  const txId = readHash(transaction['hash']);
  const tokens = readList(receipt['logs']).flatMap((log, place) => {
    const transfer = tokenTransfer(assets, log);
    return transfer === null ? [] : [{ txId, position: String(place), ...transfer }];
  });
  return [...nativeTransfer(assets, txId, transaction), ...tokens];
}

function nativeTransfer(
  assets: AssetIndex,
  txId: string,
  transaction: Record<string, unknown>,
): readonly ChainTransfer[] {
  if (assets.native === null || transaction['to'] === null) return [];
  const amount = readQuantity(transaction['value']);
  if (amount === 0n) return [];
  const from = readAddress(transaction['from']);
  const to = readAddress(transaction['to']);
  return [{ txId, position: 'native', productId: assets.native, from, to, amount }];
}

/** Parses a log; returns null when it is another event, of another contract, or moves nothing. */
export function tokenTransfer(
  assets: AssetIndex,
  log: Record<string, unknown>,
): Pick<ChainTransfer, 'productId' | 'from' | 'to' | 'amount'> | null {
  const productId = assets.tokens.get(readAddress(log['address']));
  if (productId === undefined) return null;
  const topics = log['topics'];
  if (!Array.isArray(topics)) throw new ChainUnavailable('the node returned a log without topics');
  // Three topics are ERC-20; four are an NFT's.
  if (topics.length !== 3) return null;
  const [event, source, target] = topics as readonly unknown[];
  if (readHash(event) !== transferTopic) return null;
  const data = readData(log['data']);
  if (data.length !== 66) return null;
  const amount = BigInt(data);
  const from = readTopicAddress(source);
  const to = readTopicAddress(target);
  return amount === 0n ? null : { productId, from, to, amount };
}
