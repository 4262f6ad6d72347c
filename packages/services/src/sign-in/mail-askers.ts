/**
 * Counts the mails with codes that each connection to the internet requested, so that strangers neither use up a customer's mails
 * nor send mails to many (security rule E5). The counters are in memory, in a table of fixed size.
 */
import { LRUCache } from 'lru-cache';
import type { Millis } from '@salar/protocol';
import { toHomeNetwork } from '../sessions/ip-networks.ts';

const hour = 60 * 60_000;
/** The most mails within an hour that one connection requests for one customer and purpose, and for all. */
const perTargetMax = 3;
const inAllMax = 60;
/** Counters in memory; a full table evicts the one that was counted longest ago. */
const tableSize = 20_000;

type Counter = { count: number; readonly since: Millis };

export class MailAskers {
  readonly #counters = new LRUCache<string, Counter>({ max: tableSize });

  /**
   * Counts a mail, unless its sender requested too many.
   *
   * @param target  the customer and the purpose of the mail
   */
  admit(address: string, target: string, at: Millis): boolean {
    const home = toHomeNetwork(address);
    const inAll = this.#find(home, at);
    const perTarget = this.#find(`${home} ${target}`, at);
    if (inAll.count >= inAllMax || perTarget.count >= perTargetMax) return false;
    for (const [key, counter] of [
      [home, inAll],
      [`${home} ${target}`, perTarget],
    ] as const) {
      counter.count += 1;
      this.#counters.set(key, counter);
    }
    return true;
  }

  #find(key: string, at: Millis): Counter {
    const known = this.#counters.peek(key);
    return known && at - known.since < hour ? known : { count: 0, since: at };
  }
}
