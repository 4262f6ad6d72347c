/** The messages between the exchange and the process of a network, and how results are passed in pieces. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { deserialize, serialize } from 'node:v8';
import { assert } from '@salar/protocol';
import { ChainUnavailable } from '@salar/services/ports/chain-client';
import type { NetworkSettings } from '@salar/services';
import { isRecord } from '../node-answers/read-answer.ts';

/** A node of a network. */
export type ProcessNode = {
  /** Includes user and password when the node requires them. */
  readonly url: string;
  /** The API key of a hosted TRON node. */
  readonly apiKey: string | null;
};
/** The first message to the process. */
export type ProcessStart = {
  readonly settings: NetworkSettings;
  readonly nodes: readonly ProcessNode[];
  /** Time limit of a request; that of the clients without it. */
  readonly timeoutMs?: number;
};
/** A call of a method of the client of one of the nodes. */
export type ChainCall = {
  /** The index of the node. */
  readonly node: number;
  readonly method: string;
  readonly args: readonly unknown[];
};
export type ChainRequest = ChainCall & { readonly id: number };
/** A reply comes in as many messages as its result has pieces. */
export type ChainReply = { readonly id: number } & (
  { readonly piece: Uint8Array; readonly isLast: boolean } | { readonly failure: Failure }
);
type Failure = {
  /** False for a fault of the program. */
  readonly isUnavailable: boolean;
  readonly message: string;
  /** The message of the cause, or else the stack. */
  readonly detail: string;
};

/** Longer lists are passed in pieces of as many items: about a millisecond of the exchange each. */
const itemsMax = 250;

/** Serializes a result. Long lists in its fields get pieces of their own. */
export function packResult(result: unknown): readonly Uint8Array[] {
  if (!isRecord(result)) return [serialize(result)];
  const long = Object.entries(result).filter(
    (field): field is [string, unknown[]] => Array.isArray(field[1]) && field[1].length > itemsMax,
  );
  const pieces = [serialize({ ...result, ...Object.fromEntries(long.map(([name]) => [name, []])) })];
  for (const [name, items] of long)
    for (let start = 0; start < items.length; start += itemsMax)
      pieces.push(serialize([name, items.slice(start, start + itemsMax)]));
  return pieces;
}

/** Reads a result; other work goes on between its pieces. */
export async function unpackResult(pieces: readonly Uint8Array[]): Promise<unknown> {
  const [first, ...rest] = pieces;
  assert(first !== undefined, 'a result has a piece');
  const result: unknown = deserialize(first);
  for (const piece of rest) {
    await nextTurn();
    const [name, items] = deserialize(piece) as [string, unknown[]];
    const list = isRecord(result) ? result[name] : undefined;
    assert(Array.isArray(list), 'the pieces of a list follow the list');
    list.push(...items);
  }
  return result;
}

/** Converts an error, whose class would be lost between processes. */
export function packFailure(error: unknown): Failure {
  const { message, cause, stack } = error instanceof Error ? error : new Error(String(error));
  const detail = cause instanceof Error ? cause.message : (stack ?? message);
  return { isUnavailable: error instanceof ChainUnavailable, message, detail };
}

export function unpackFailure({ isUnavailable, message, detail }: Failure): Error {
  const cause = new Error(detail);
  return isUnavailable ? new ChainUnavailable(message, { cause }) : new Error(message, { cause });
}
