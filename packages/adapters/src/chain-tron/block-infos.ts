/**
 * Reads the results of a block's transactions.
 *
 * The senders of its transactions decide how long they are. When the node twice cannot return them at once, or not in time, they are read
 * one by one, and one that cannot be read alone is left out: it stops neither the block nor those behind it.
 */
import type { z } from 'zod';
import { refuseManyUnread, tryRequest, tryRequestTwice, unread } from '../node-answers/try-request.ts';
import { readAnswer } from '../node-answers/read-answer.ts';
import { infoSchema, infosSchema } from './tron-answers.ts';
import type { TronHttp } from './tron-http.ts';

type Info = z.output<typeof infoSchema>;
type BlockInfos = {
  /** By the id of their transaction. */
  readonly infos: ReadonlyMap<string, Info>;
  /** Transactions whose result the node did not return. */
  readonly unread: ReadonlySet<string>;
};

type Node = {
  readonly http: TronHttp;
  /** Throws when the node does not answer. */
  readonly check: () => Promise<unknown>;
};

/** Results that are requested at the same time. */
const requestsAtOnce = 8;

/** Requests all results of a block at once. @returns `unread` when the node does not return them */
export function requestInfos({ http, check }: Node, height: number): Promise<unknown> {
  return tryRequestTwice(() => http.request('wallet/gettransactioninfobyblocknum', { num: height }), check);
}

/**
 * @param answer  that of `requestInfos`; without one, each result is requested
 * @throws ChainUnavailable also when more than a few of the results cannot be read
 */
export async function readInfos(
  node: Node,
  answer: unknown,
  { height, txIds }: { readonly height: number; readonly txIds: readonly string[] },
): Promise<BlockInfos> {
  if (answer !== unread)
    return {
      infos: new Map(readAnswer(infosSchema, answer).map((info) => [info.id, info])),
      unread: new Set(),
    };
  const infos = new Map<string, Info>();
  const missing = new Set<string>();
  for (let start = 0; start < txIds.length; start += requestsAtOnce) {
    const some = txIds.slice(start, start + requestsAtOnce);
    const answers = await Promise.all(some.map((txId) => requestInfo(node, txId)));
    for (const [place, txId] of some.entries()) {
      const found = answers[place];
      if (found === unread) missing.add(txId);
      else infos.set(txId, readAnswer(infoSchema, found));
    }
    refuseManyUnread(height, missing.size);
  }
  return { infos, unread: missing };
}

function requestInfo({ http, check }: Node, txId: string): Promise<unknown> {
  return tryRequest(() => http.request('wallet/gettransactioninfobyid', { value: txId }), check);
}
