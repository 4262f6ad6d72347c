/** Converts the answers of `trace_block` and `trace_transaction` to the frames of the call tracer. */
import { ChainUnavailable } from '@salar/services/ports/chain-client';
import { readHash, readList, readNumber, readRecord } from './evm-answers.ts';

type Frame = Record<string, unknown> & { readonly calls: Frame[] };

/** Returns the outermost call of each transaction, by its hash. Calls come before the calls inside them. */
export function buildFrames(answer: unknown): ReadonlyMap<string, Record<string, unknown>> {
  const frames = new Map<string, Frame>();
  for (const trace of readList(answer)) {
    if (trace['type'] === 'reward') continue; // of the block, not of a transaction
    const txId = readHash(trace['transactionHash']);
    const path = readPath(trace['traceAddress']);
    if (path.length === 0) frames.set(txId, toFrame(trace));
    else findCaller(frames.get(txId), path).calls.push(toFrame(trace));
  }
  return frames;
}

function findCaller(outermost: Frame | undefined, path: readonly number[]): Frame {
  const caller = path
    .slice(0, -1)
    .reduce<Frame | undefined>((frame, place) => frame?.calls[place], outermost);
  if (caller === undefined || caller.calls.length !== path.at(-1))
    throw new ChainUnavailable('the node returned a call at the wrong position');
  return caller;
}

function toFrame(trace: Record<string, unknown>): Frame {
  const { type, error } = trace;
  const action = readRecord(trace['action']);
  const outcome = { ...(typeof error === 'string' ? { error } : {}), calls: [] };
  if (type === 'call') {
    const { callType, from, to, value } = action;
    return { type: String(callType).toUpperCase(), from, to, value, ...outcome };
  }
  if (type !== 'create') return { type: String(type), ...outcome }; // a contract's self-destruct, which is not included
  const made = outcome.error === undefined ? readRecord(trace['result'])['address'] : undefined;
  return { type: 'CREATE', from: action['from'], to: made, value: action['value'], ...outcome };
}

function readPath(value: unknown): readonly number[] {
  if (!Array.isArray(value)) throw new ChainUnavailable('the node returned a call without a position');
  return value.map((place: unknown) => (typeof place === 'number' ? place : readNumber(place)));
}
