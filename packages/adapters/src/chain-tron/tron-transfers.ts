/** Finds value moved in a block's transactions: the coin by the transaction itself, tokens by their logs. */
import type { ChainTransfer, NetworkAsset } from '@salar/services';
import { ChainUnavailable } from '@salar/services/ports/chain-client';
import {
  readAddress,
  readAmount,
  readHash,
  readList,
  readLogAddress,
  readRecord,
  readTopicAddress,
  unusable,
} from './tron-answers.ts';
import type { TronRecord } from './tron-answers.ts';

/** `Transfer(address,address,uint256)`. */
const transferTopic = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const amountGrammar = /^[0-9a-f]{64}$/;

/** One transaction of a block, and its result according to the node. */
export type TronTransaction = {
  readonly txId: string;
  readonly succeeded: boolean;
  /** Sun. */
  readonly networkFee: bigint;
  readonly transfers: readonly ChainTransfer[];
};

/** @param info  the transaction's entry in the answer of `gettransactioninfo…` */
export function readTransaction(
  assets: readonly NetworkAsset[],
  transaction: TronRecord,
  info: TronRecord,
): TronTransaction {
  const txId = readHash(transaction['txID']);
  if (readHash(info['id']) !== txId) throw new ChainUnavailable('the node returned another transaction');
  const succeeded = hasSucceeded(transaction, info);
  const networkFee = readAmount(info['fee']);
  if (!succeeded) return { txId, succeeded, networkFee, transfers: [] };
  const tokens = readList(info['log']).flatMap((log, place) => tokenTransfer(assets, txId, log, place));
  return { txId, succeeded, networkFee, transfers: [...coinTransfer(assets, txId, transaction), ...tokens] };
}

/** Both fields with the result must say so; a plain transfer of coins has only one of them. */
function hasSucceeded(transaction: TronRecord, info: TronRecord): boolean {
  const [ret] = readList(transaction['ret']);
  const reported = ret?.['contractRet'];
  const receipt = readRecord(info['receipt'] ?? {})['result'];
  const failed = info['result'];
  for (const word of [reported, receipt, failed])
    if (word !== undefined && typeof word !== 'string') throw unusable('result', word);
  return reported === 'SUCCESS' && (receipt === undefined || receipt === 'SUCCESS') && failed === undefined;
}

function coinTransfer(
  assets: readonly NetworkAsset[],
  txId: string,
  transaction: TronRecord,
): readonly ChainTransfer[] {
  const coin = assets.find((asset) => asset.contract === null);
  const contracts = readList(readRecord(transaction['raw_data'])['contract']);
  const [contract] = contracts;
  if (coin === undefined || contract === undefined || contract['type'] !== 'TransferContract') return [];
  const value = readRecord(readRecord(contract['parameter'])['value']);
  const amount = readAmount(value['amount']);
  const from = readAddress(value['owner_address']);
  const to = readAddress(value['to_address']);
  return [{ txId, position: 'native', productId: coin.productId, from, to, amount }];
}

function tokenTransfer(
  assets: readonly NetworkAsset[],
  txId: string,
  log: TronRecord,
  place: number,
): readonly ChainTransfer[] {
  const contract = readLogAddress(log['address']);
  const asset = assets.find((candidate) => candidate.contract === contract);
  const { topics, data } = log;
  if (asset === undefined) return [];
  if (!Array.isArray(topics)) throw unusable('list of topics', topics);
  const [event, source, target] = topics as readonly unknown[];
  if (topics.length !== 3 || readHash(event) !== transferTopic) return [];
  if (typeof data !== 'string' || !amountGrammar.test(data)) throw unusable('amount of a log', data);
  const amount = BigInt(`0x${data}`);
  const from = readTopicAddress(source);
  const to = readTopicAddress(target);
  return amount === 0n
    ? []
    : [{ txId, position: String(place), productId: asset.productId, from, to, amount }];
}
