/** Subscribes a socket to market data: the answer is the current state, the events are its changes. */
import { assert } from '@salar/protocol';
import type { FeedListener } from '@salar/services/market-data/feed/listeners';
import { refuseCall } from '../../call.ts';
import type { CallRefusal, IncomingRequest } from '../../call.ts';
import { SharedEvent } from '../../socket/frame.ts';
import type { EventOutlet, FrameSubscriptions, Stop } from '../../socket/subscriptions.ts';

/** Returns the subscriptions of the requesting socket. */
export function getSubscriptions({ subscriptions }: IncomingRequest): FrameSubscriptions {
  assert(subscriptions !== undefined, 'the call is made on a socket');
  return subscriptions;
}

export const tooManySubscriptions = refuseCall('operationFailed', 'A socket listens to 200 things at most');

/**
 * Creates a writer that serializes updates of the feed as events. The feed emits the same object to all subscribers,
 * and it is serialized once.
 *
 * @param write  returns an update as JSON text, given what is needed to write it
 */
export function createEventWriter<Update extends object, Context>(
  name: string,
  write: (update: Update, context: Context) => string,
): (update: Update, context: Context) => SharedEvent {
  const events = new WeakMap<Update, SharedEvent>();
  return (update, context) => {
    let event = events.get(update);
    if (event === undefined) {
      event = new SharedEvent(name, () => write(update, context));
      events.set(update, event);
    }
    return event;
  };
}

/**
 * Subscribes to a channel of the market feed.
 *
 * @param options.key  the key of the subscription; the same key again replaces the first
 * @param options.listen  starts the events
 * @param options.join  builds the event that replaces all updates from one to another for a reader who was too slow for
 *   them; without it, a slow reader is sent every update
 * @returns the snapshot, or a refusal when the socket has too many subscriptions
 * @throws the error of the feed
 */
export function subscribe<Snapshot, Update>(
  request: IncomingRequest,
  options: {
    readonly key: string;
    readonly listen: (listener: FeedListener<Snapshot, Update>) => Stop;
    readonly event: (update: Update) => SharedEvent;
    readonly join?: (first: Update, last: Update) => SharedEvent;
  },
): Promise<Snapshot | CallRefusal> {
  const { key, listen, event, join } = options;
  const subscriptions = getSubscriptions(request);
  return new Promise((resolve, reject) => {
    const open = (outlet: EventOutlet): Stop => {
      let isAnswered = false;
      let isOver = false;
      /** The first update that the reader has not been sent. */
      let firstKept: Update | null = null;
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
        update: (update) => {
          if (!outlet.hasKept) firstKept = null;
          outlet.send(firstKept === null || !join ? event(update) : join(firstKept, update));
          firstKept ??= update;
        },
      });
      // A socket that unsubscribes before the answer still gets it, and no event after it.
      return () => {
        isOver = true;
        if (isAnswered) stop();
      };
    };
    const added = subscriptions.add({ key, isPrivate: false, ...(join && { isState: true }), open });
    if (added !== 'added') resolve(tooManySubscriptions); // a closed socket gets no answer
  });
}
