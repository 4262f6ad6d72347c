import type { CallOptions } from './call-options.ts';
import { callFacts } from './generated/calls.ts';
import type { Calls } from './generated/calls.ts';
import type { WireValue } from './lossless-json.ts';
import { readAs } from './reading.ts';

export type CallName = keyof Calls;
/** Sends one call, over HTTP or on a socket. */
export type SendCall = (name: CallName, payload: object, options: CallOptions) => Promise<WireValue>;

/** Builds every call by its name on top of one way of sending. Each names the single OMS of the exchange. */
export function callsOver(ask: SendCall): Calls {
  const names = Object.keys(callFacts) as CallName[];
  const call =
    (name: CallName) =>
    async (input: object = {}, options: CallOptions = {}): Promise<unknown> =>
      readAs(callFacts[name].reading, await ask(name, { OMSId: 1, ...input }, options));
  return Object.fromEntries(names.map((name) => [name, call(name)])) as unknown as Calls;
}
