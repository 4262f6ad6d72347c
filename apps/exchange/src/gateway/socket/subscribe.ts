/** How calls of a socket listen to market data: the answer is the state of now, the events are its changes. */
import { assert } from '@salar/protocol';
import type { FeedListener } from '@salar/services/market-data/feed/listeners';
import { no } from '../call.ts';
import type { CallRefusal, RequestFacts } from '../call.ts';
import type { FrameSubscriptions, Stop, Tell } from './subscriptions.ts';

/** Of the socket that a request came by. */
export function subscriptionsOf({ subscriptions }: RequestFacts): FrameSubscriptions {
  assert(subscriptions !== undefined, 'the call is made on a socket');
  return subscriptions;
}

export const tooManySubscriptions = no('operationFailed', 'A socket listens to 200 things at most');

/**
 * Listens to a channel of the market feed.
 *
 * @param options.key  what is listened to; the same key again takes the place of the first
 * @param options.listen  begins to listen
 * @param options.write  an update as JSON text; the feed gives the same object to everybody
 * @returns the snapshot, or a refusal when the socket listens to too much
 * @throws what the feed failed with
 */
export function subscribe<Snapshot, Update>(
  request: RequestFacts,
  options: {
    readonly key: string;
    readonly event: string;
    readonly listen: (listener: FeedListener<Snapshot, Update>) => Stop;
    readonly write: (update: Update) => string;
  },
): Promise<Snapshot | CallRefusal> {
  const { key, event, listen, write } = options;
  return new Promise((resolve, reject) => {
    const open = (tell: Tell): Stop => {
      const stop = listen({
        snapshot: resolve,
        failed: reject,
        update: (update) => tell(event, write(update)),
      });
      return () => {
        stop();
        resolve(overtaken);
      };
    };
    if (!subscriptionsOf(request).add({ key, isPrivate: false, open })) resolve(tooManySubscriptions);
  });
}

/** Another request for the same thing came before this one had its answer. */
const overtaken = no('operationFailed', 'Unsubscribed meanwhile');
