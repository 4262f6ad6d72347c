/** Converts the answers of `trace_block` and `trace_transaction` to the frames of the call tracer. */
import { ChainUnavailable } from '@salar/services/ports/chain-client';
import type { z } from 'zod';
import { readAnswer } from '../node-answers/read-answer.ts';
import { hashSchema, paritySchemas, parityTracesSchema } from './evm-answers.ts';

type Trace = z.output<typeof parityTracesSchema>[number];
type ParityFrame = {
  readonly type: string;
  readonly from?: unknown;
  readonly to?: unknown;
  readonly value?: unknown;
  readonly error?: string;
  readonly calls: ParityFrame[];
};

/** Returns the outermost call of each transaction, by its hash. Calls come before the calls inside them. */
export function buildFrames(answer: unknown): ReadonlyMap<string, ParityFrame> {
  const frames = new Map<string, ParityFrame>();
  for (const trace of readAnswer(parityTracesSchema, answer)) {
    if (trace.type === 'reward') continue; // of the block, not of a transaction
    const txId = readAnswer(hashSchema, trace.transactionHash);
    const path = readAnswer(paritySchemas.path, trace.traceAddress);
    if (path.length === 0) frames.set(txId, toFrame(trace));
    else findCaller(frames.get(txId), path).calls.push(toFrame(trace));
  }
  return frames;
}

function findCaller(outermost: ParityFrame | undefined, path: readonly number[]): ParityFrame {
  const caller = path
    .slice(0, -1)
    .reduce<ParityFrame | undefined>((frame, place) => frame?.calls[place], outermost);
  if (caller === undefined || caller.calls.length !== path.at(-1))
    throw new ChainUnavailable('the node returned a call at the wrong position');
  return caller;
}

function toFrame(trace: Trace): ParityFrame {
  const { type, error } = trace;
  const action = readAnswer(paritySchemas.action, trace.action);
  const outcome = { ...(typeof error === 'string' ? { error } : {}), calls: [] };
  if (type === 'call') {
    const { callType, from, to, value } = action;
    return { type: String(callType).toUpperCase(), from, to, value, ...outcome };
  }
  if (type !== 'create') return { type: String(type), ...outcome }; // a contract's self-destruct, which is not included
  const made =
    outcome.error === undefined ? readAnswer(paritySchemas.created, trace.result).address : undefined;
  return { type: 'CREATE', from: action.from, to: made, value: action.value, ...outcome };
}
