/** How calls of a socket listen to market data: the answer is the state of now, the events are its changes. */
import { assert } from '@salar/protocol';
import type { FeedListener } from '@salar/services/market-data/feed/listeners';
import { refuseCall } from '../../call.ts';
import type { CallRefusal, IncomingRequest } from '../../call.ts';
import { SharedEvent } from '../../socket/frame.ts';
import type { FrameSubscriptions, Stop, SendEvent } from '../../socket/subscriptions.ts';

/** Of the socket that a request came by. */
export function getSubscriptions({ subscriptions }: IncomingRequest): FrameSubscriptions {
  assert(subscriptions !== undefined, 'the call is made on a socket');
  return subscriptions;
}

export const tooManySubscriptions = refuseCall('operationFailed', 'A socket listens to 200 things at most');

/**
 * Writes the updates of the feed as events. The feed gives the same object to everybody, and it is written once.
 *
 * @param write  an update as JSON text, with what it takes to write it
 */
export function createEventWriter<Update extends object, Means>(
  name: string,
  write: (update: Update, means: Means) => string,
): (update: Update, means: Means) => SharedEvent {
  const events = new WeakMap<Update, SharedEvent>();
  return (update, means) => {
    let event = events.get(update);
    if (event === undefined) {
      event = new SharedEvent(name, write(update, means));
      events.set(update, event);
    }
    return event;
  };
}

/**
 * Listens to a channel of the market feed.
 *
 * @param options.key  what is listened to; the same key again takes the place of the first
 * @param options.listen  begins to listen
 * @returns the snapshot, or a refusal when the socket listens to too much
 * @throws what the feed failed with
 */
export function subscribe<Snapshot, Update>(
  request: IncomingRequest,
  options: {
    readonly key: string;
    readonly isState?: true;
    readonly listen: (listener: FeedListener<Snapshot, Update>) => Stop;
    readonly event: (update: Update) => SharedEvent;
  },
): Promise<Snapshot | CallRefusal> {
  const { key, isState, listen, event } = options;
  const subscriptions = getSubscriptions(request);
  return new Promise((resolve, reject) => {
    const open = (tell: SendEvent): Stop => {
      let isAnswered = false;
      let isOver = false;
      const stop = listen({
        snapshot: (snapshot) => {
          isAnswered = true;
          resolve(snapshot);
          if (isOver) stop();
        },
        failed: (error) => {
          isAnswered = true;
          reject(error);
          if (!isOver) subscriptions.remove((one) => one === key);
        },
        update: (update) => tell(event(update)),
      });
      // Who leaves before the answer still gets it, and no event after it.
      return () => {
        isOver = true;
        if (isAnswered) stop();
      };
    };
    const added = subscriptions.add({ key, isPrivate: false, ...(isState && { isState }), open });
    if (added !== 'added') resolve(tooManySubscriptions); // one that is closed is not answered
  });
}
