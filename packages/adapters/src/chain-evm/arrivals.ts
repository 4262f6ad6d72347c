/**
 * Amounts received of a token that keeps a part of every transfer: its log shows what was sent, the receiver's
 * balance shows what arrived (security rule D2).
 *
 * Balances are known per block, so the transfers of a block to one receiver share what arrived in proportion to what
 * was sent; no transfer counts more than its log.
 */
import { ChainUnavailable } from '@salar/services/ports/chain-client';
import type { ChainTransfer } from '@salar/services';
import { pad } from 'viem';
import type { Address } from 'viem';
import type { NodeRpc } from './node-rpc.ts';
import { readAnswer } from '../node-answers/read-answer.ts';
import { hashSchema, logsSchema, numberSchema } from './evm-answers.ts';
import { tokenTransfer, transferTopic } from './transfers.ts';
import type { AssetIndex } from './transfers.ts';

export type BlockPoint = { readonly height: number; readonly hash: string };

type Sources = {
  readonly rpc: NodeRpc;
  readonly assets: AssetIndex;
  readonly contract: string;
  /** The token balance at the end of a block. */
  readonly balanceAt: (address: string, height: number) => Promise<bigint>;
};
type LoggedTransfer = { readonly logIndex: number; readonly amount: bigint };

/**
 * Returns the same transfers with the amounts that arrived; those of which nothing arrived are left out.
 *
 * @param transfers  of one token in one block, each with its log's index in the block
 */
export async function arrived(
  sources: Sources,
  block: BlockPoint,
  transfers: readonly { readonly transfer: ChainTransfer; readonly logIndex: number }[],
): Promise<readonly ChainTransfer[]> {
  const shares = new Map<string, ReadonlyMap<number, bigint>>();
  for (const receiver of new Set(transfers.map(({ transfer }) => transfer.to)))
    shares.set(receiver, await splitShares(sources, block, receiver));
  return transfers.flatMap(({ transfer, logIndex }) => {
    const amount = shares.get(transfer.to)?.get(logIndex) ?? 0n;
    return amount === 0n ? [] : [{ ...transfer, amount, sent: transfer.amount }];
  });
}

/** Splits what arrived among the block's transfers to a receiver, by the index of each log in the block. */
async function splitShares(
  sources: Sources,
  block: BlockPoint,
  receiver: string,
): Promise<ReadonlyMap<number, bigint>> {
  const { balanceAt } = sources;
  const topic = pad(receiver as Address);
  const incoming = await logged(sources, block, [transferTopic, null, topic]);
  const outgoing = await logged(sources, block, [transferTopic, topic]);
  const grown = (await balanceAt(receiver, block.height)) - (await balanceAt(receiver, block.height - 1));
  return shareOut(incoming, grown + sumAmounts(outgoing));
}

async function logged(
  { rpc, assets, contract }: Sources,
  block: BlockPoint,
  topics: readonly (string | null)[],
): Promise<readonly LoggedTransfer[]> {
  const filter = { blockHash: block.hash, address: contract, topics };
  return readAnswer(logsSchema, await rpc.call('eth_getLogs', filter)).flatMap((log) => {
    if (readAnswer(hashSchema, log.blockHash) !== block.hash)
      throw new ChainUnavailable('the node returned other logs');
    const transfer = tokenTransfer(assets, log);
    return transfer === null
      ? []
      : [{ logIndex: readAnswer(numberSchema, log.logIndex), amount: transfer.amount }];
  });
}

/** Splits in proportion, rounded down, the rest to the last; never more than was sent. */
function shareOut(sent: readonly LoggedTransfer[], came: bigint): ReadonlyMap<number, bigint> {
  const total = sumAmounts(sent);
  let left = came > total ? total : came < 0n ? 0n : came;
  const toShare = left;
  return new Map(
    sent.map(({ logIndex, amount }, place) => {
      const share = place === sent.length - 1 ? left : (toShare * amount) / total;
      left -= share;
      return [logIndex, share] as const;
    }),
  );
}

function sumAmounts(transfers: readonly LoggedTransfer[]): bigint {
  return transfers.reduce((sum, { amount }) => sum + amount, 0n);
}
