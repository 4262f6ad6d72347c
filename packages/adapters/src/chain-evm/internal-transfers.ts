/** Finds coins moved inside contracts, in the node's call trace of a transaction. */
import type { ChainTransfer } from '@salar/services';
import { buildInsidePosition } from '@salar/services/ports/chain-client';
import type { ProductId } from '@salar/protocol';
import type { z } from 'zod';
import { readAnswer } from '../node-answers/read-answer.ts';
import { addressSchema, frameSchema, outermostSchema, quantitySchema } from './evm-answers.ts';

export type Frame = z.output<typeof frameSchema>;

/** The tracer requested from nodes; anvil, geth, erigon, reth and nethermind support it. */
export const callTracer = { tracer: 'callTracer' } as const;

/** A transaction that uses no more gas than this called no contract. */
export const plainGas = 21_000n;

/** Calls inside calls; the network itself ends at 1,024. */
const depthMax = 1_024;

/** Calls that move coins to another account. The others run foreign code in the caller's own context. */
const movingTypes: ReadonlySet<unknown> = new Set(['CALL', 'CREATE', 'CREATE2']);

/**
 * Returns every coin movement below the transaction's own, where the call and all calls around it succeeded.
 *
 * Its position is the path to it: `internal-1-0` is the first call of the second call. What a contract leaves when it
 * self-destructs is not included.
 *
 * @param frame  the tracer's outermost call: the transaction itself
 */
export function internalTransfers(native: ProductId, txId: string, frame: Frame): readonly ChainTransfer[] {
  return hasFailed(frame) ? [] : below(frame, []);

  function below(caller: Frame, path: readonly number[]): readonly ChainTransfer[] {
    if (path.length >= depthMax || caller.calls === undefined) return [];
    return caller.calls.flatMap((inner, place) => {
      const call = readAnswer(frameSchema, inner);
      if (hasFailed(call)) return [];
      const here = [...path, place];
      return [...moved(call, here), ...below(call, here)];
    });
  }

  function moved(call: Frame, path: readonly number[]): readonly ChainTransfer[] {
    if (!movingTypes.has(call.type) || call.value === undefined) return [];
    const amount = readAnswer(quantitySchema, call.value);
    if (amount === 0n) return [];
    const from = readAnswer(addressSchema, call.from);
    const to = readAnswer(addressSchema, call.to);
    return [{ txId, position: buildInsidePosition(path), productId: native, from, to, amount }];
  }
}

/** Returns the outermost call in the tracer's answer about one transaction. */
export function readFrame(answer: unknown): Frame {
  return readAnswer(outermostSchema, answer);
}

function hasFailed(frame: Frame): boolean {
  return frame.error !== undefined;
}
