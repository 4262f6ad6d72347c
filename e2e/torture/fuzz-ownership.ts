/**
 * Requests another customer's objects and objects that do not exist: both responses must have the same bytes (security
 * rule G4).
 */
import { isCredential, isObjectField, listRequestFields } from '@salar/exchange/tests/support/guard-fields';
import { calls } from '@salar/exchange/gateway/calls/registry';
import type { Call } from '@salar/exchange/gateway/call';
import type { FuzzCustomers } from './fuzz-customers.ts';

export type ReceivedAnswer = { readonly status: number; readonly body: string };
/** Sends a request in the session of the witness. */
export type SendCall = (name: string, body: string) => Promise<ReceivedAnswer>;

/** Another request may have run between the two, so only a difference in every attempt counts. */
const triesMax = 3;

export class FuzzOwnership {
  readonly #people: FuzzCustomers;
  readonly #ask: SendCall;
  count = 0;

  constructor(people: FuzzCustomers, ask: SendCall) {
    this.#people = people;
    this.#ask = ask;
  }

  /** @returns a sentence for each field for which the two responses differ, or one is a fault */
  async all(): Promise<string[]> {
    const faults: string[] = [];
    for (const call of calls)
      for (const { field, isNested } of listRequestFields(call)) {
        const foreign = this.#people.foreignIds[field];
        if (
          call.transport === 'socket' ||
          foreign === undefined ||
          !isObjectField(field) ||
          isCredential(call, field)
        )
          continue;
        const fault = await this.#compare(call, (value) => bodyWith(call, field, isNested, value), foreign);
        if (fault !== null) faults.push(`${call.name} ${field}: ${fault}`);
      }
    return faults;
  }

  async #compare(
    call: Call,
    body: (value: string | number) => string,
    foreign: string | number,
  ): Promise<string | null> {
    let fault: string | null = null;
    for (let tries = 0; tries < triesMax; tries += 1) {
      const [yours, nobodys] = [
        await this.#ask(call.name, body(foreign)),
        await this.#ask(call.name, body(missingLike(foreign))),
      ];
      this.count += 2;
      if (normalize(yours) === normalize(nobodys)) return null;
      fault = `${normalize(yours).slice(0, 300)} for another's, ${normalize(nobodys).slice(0, 300)} for nobody's; sent ${body(foreign)}`;
    }
    return fault;
  }
}

/** Returns the example of a call without its subject, with one field replaced. */
function bodyWith(
  { example, bareList }: Call,
  field: string,
  isNested: boolean,
  value: string | number,
): string {
  const { AccountId: _account, UserId: _user, ...input } = example.input;
  if (!isNested || bareList === undefined) return JSON.stringify({ ...input, [field]: value });
  const [request] = input[bareList] as readonly Readonly<Record<string, unknown>>[];
  const { AccountId: _inner, ...own } = request ?? {};
  return JSON.stringify({ ...input, [bareList]: [{ ...own, [field]: value }] });
}

/** Returns a value of the same form that does not exist. */
function missingLike(foreign: string | number): string | number {
  if (typeof foreign === 'number') return 8_888_888_888;
  return foreign.replace(/[\da-f]/gi, (digit) => (digit === '7' ? '3' : '7'));
}

/** Removes generated numbers, which are new in every response. */
function normalize({ status, body }: ReceivedAnswer): string {
  return `${status} ${body.replace(/(\\?"(?:OrderId|ReplacementOrderId)\\?":)\d+/g, '$1n')}`;
}
