/** Every call of the exchange, declared once (security rule G1), in the chapters of the API documents. */
import { assert } from '@salar/protocol';
import type { Call } from '../call.ts';
import type { Chapter } from '../chapter.ts';
import { signInChapter } from './sign-in/index.ts';
import { secondFactorChapter } from './second-factor/index.ts';
import { registrationChapter } from './registration/index.ts';
import { userChapter } from './user/index.ts';
import { apiKeysChapter } from './api-keys/index.ts';
import { verificationChapter } from './verification/index.ts';
import { instrumentsChapter } from './instruments/index.ts';
import { marketDataChapter } from './market-data/index.ts';
import { accountsChapter } from './accounts/index.ts';
import { ordersChapter } from './orders/index.ts';
import { feesChapter } from './fees/index.ts';
import { depositsChapter } from './deposits/index.ts';
import { withdrawalsChapter } from './withdrawals/index.ts';
import { subscriptionsChapter } from './subscriptions/index.ts';
import { notOffered, toNotOffered } from './not-offered.ts';

/** In reading order, from signing in to subscribing. */
export const chapters: readonly Chapter[] = [
  signInChapter,
  secondFactorChapter,
  registrationChapter,
  userChapter,
  apiKeysChapter,
  verificationChapter,
  instrumentsChapter,
  marketDataChapter,
  accountsChapter,
  ordersChapter,
  feesChapter,
  depositsChapter,
  withdrawalsChapter,
  subscriptionsChapter,
];

/** In the order of the API documents. */
export const calls: readonly Call[] = chapters.flatMap((chapter) => chapter.calls);

const byName = new Map<string, Call>();
for (const call of [...calls, ...notOffered]) {
  for (const name of [call.name, ...(call.aliases ?? [])]) {
    assert(!byName.has(name.toLowerCase()), `call names are unique: ${name}`);
    byName.set(name.toLowerCase(), call);
  }
}

/** Finds a call by name or alias, in any case. Calls that are known but not offered return error 106. */
export function findCall(name: string): Call | undefined {
  return byName.get(name) ?? byName.get(name.toLowerCase());
}

/** Finds a call for a request over HTTP, where the calls that only the socket offers return error 106. */
export function findHttpCall(name: string): Call | undefined {
  const call = findCall(name);
  return call?.transport === 'socket' ? refusedOverHttp.get(call) : call;
}

const refusedOverHttp: ReadonlyMap<Call, Call> = new Map(
  calls.filter(({ transport }) => transport === 'socket').map((call) => [call, toNotOffered(call)]),
);
