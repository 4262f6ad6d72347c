import type { CallOptions } from './call-options.ts';
import { callFacts } from './generated/calls.ts';
import type { Calls } from './generated/calls.ts';
import type { WireValue } from './lossless-json.ts';
import { readAs } from './reading.ts';

export type CallName = keyof Calls;
/** One way of asking: over HTTP, or on a socket. */
export type SendCall = (name: CallName, payload: object, options: CallOptions) => Promise<WireValue>;

/** Every call by its name, led to one way of asking. Each names the one OMS that there is. */
export function callsOver(ask: SendCall): Calls {
  const names = Object.keys(callFacts) as CallName[];
  const call =
    (name: CallName) =>
    async (input: object = {}, options: CallOptions = {}): Promise<unknown> =>
      readAs(callFacts[name].reading, await ask(name, { OMSId: 1, ...input }, options));
  return Object.fromEntries(names.map((name) => [name, call(name)])) as unknown as Calls;
}
