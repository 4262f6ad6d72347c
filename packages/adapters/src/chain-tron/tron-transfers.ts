/** Finds value moved in a block's transactions: the coin by the transaction itself, tokens by their logs. */
import type { ChainTransfer, NetworkAsset } from '@salar/services';
import { ChainUnavailable } from '@salar/services/ports/chain-client';
import type { z } from 'zod';
import { readAnswer } from '../node-answers/read-answer.ts';
import {
  coinTransferSchema,
  contractSchema,
  hashSchema,
  topicsSchema,
  transferTopicsSchema,
  wordSchema,
} from './tron-answers.ts';
import type { infoSchema, transactionSchema } from './tron-answers.ts';

/** `Transfer(address,address,uint256)`. */
const transferTopic = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

type Transaction = z.output<typeof transactionSchema>;
type TransactionInfo = z.output<typeof infoSchema>;

/** One transaction of a block, and its result according to the node. */
export type TronTransaction = {
  readonly txId: string;
  readonly succeeded: boolean;
  /** Sun. */
  readonly networkFee: bigint;
  readonly transfers: readonly ChainTransfer[];
  /** The owner of its contract, who signed it and paid its fee; null where a contract has none. */
  readonly sender: string | null;
};

/** @param info  the transaction's entry in the answer of `gettransactioninfo…` */
export function readTransaction(
  assets: readonly NetworkAsset[],
  transaction: Transaction,
  info: TransactionInfo,
): TronTransaction {
  const { txID: txId } = transaction;
  if (info.id !== txId) throw new ChainUnavailable('the node returned another transaction');
  const succeeded = hasSucceeded(transaction, info);
  const { fee: networkFee } = info;
  const sender = findSender(transaction);
  if (!succeeded) return { txId, succeeded, networkFee, transfers: [], sender };
  const tokens = info.log.flatMap((log, place) => tokenTransfer(assets, txId, log, place));
  const transfers = [...coinTransfer(assets, txId, transaction), ...tokens];
  return { txId, succeeded, networkFee, transfers, sender };
}

function findSender(transaction: Transaction): string | null {
  const { data } = contractSchema.safeParse(transaction.raw_data.contract[0]?.parameter);
  return data?.value.owner_address ?? null;
}

/** Both fields with the result must say so; a plain transfer of coins has only one of them. */
function hasSucceeded(transaction: Transaction, info: TransactionInfo): boolean {
  const reported = transaction.ret[0]?.contractRet;
  const receipt = info.receipt?.result;
  const { result: failed } = info;
  return reported === 'SUCCESS' && (receipt === undefined || receipt === 'SUCCESS') && failed === undefined;
}

function coinTransfer(
  assets: readonly NetworkAsset[],
  txId: string,
  transaction: Transaction,
): readonly ChainTransfer[] {
  const coin = assets.find((asset) => asset.contract === null);
  const [contract] = transaction.raw_data.contract;
  if (coin === undefined || contract === undefined || contract.type !== 'TransferContract') return [];
  const { value } = readAnswer(coinTransferSchema, contract.parameter);
  const { amount, owner_address: from, to_address: to } = value;
  return [{ txId, position: 'native', productId: coin.productId, from, to, amount }];
}

function tokenTransfer(
  assets: readonly NetworkAsset[],
  txId: string,
  log: TransactionInfo['log'][number],
  place: number,
): readonly ChainTransfer[] {
  const asset = assets.find((candidate) => candidate.contract === log.address);
  if (asset === undefined) return [];
  const topics = readAnswer(topicsSchema, log.topics);
  if (topics.length !== 3 || readAnswer(hashSchema, topics[0]) !== transferTopic) return [];
  const amount = readAnswer(wordSchema, log.data);
  const [, from, to] = readAnswer(transferTopicsSchema, topics);
  return amount === 0n
    ? []
    : [{ txId, position: String(place), productId: asset.productId, from, to, amount }];
}
