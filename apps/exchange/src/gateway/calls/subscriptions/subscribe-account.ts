/** Subscribes a socket to the events of the caller's own account. */
import { assert } from '@salar/protocol';
import type { KeyPermission } from '@salar/services/api-keys/key-permissions';
import type { AccountListener } from '@salar/services/account-feed/account-events';
import type { CallRefusal } from '../../call.ts';
import { mayCall, notYours } from '../../guard/guard.ts';
import { writeAccountEvent } from '../../wire-rows/account-event.ts';
import { SharedEvent } from '../../socket/frame.ts';
import type { SessionContext } from './chapter-calls.ts';
import { getSubscriptions, tooManySubscriptions } from './subscribe.ts';
import type { Stop } from '../../socket/subscriptions.ts';

/**
 * Subscribes to the account of a session, for as long as the session is authorised (security rule G10).
 *
 * @param options.key  the key of the subscription; the same key again replaces the first
 * @param options.permissions  any one of these admits the session of an API key
 * @param options.listen  starts the events
 * @returns a refusal when the socket has too many subscriptions, or meanwhile another session
 */
export function subscribeToAccount(
  { services, request, user }: SessionContext,
  options: {
    readonly key: string;
    readonly permissions: readonly KeyPermission[];
    readonly listen: (listener: AccountListener) => Stop;
  },
): CallRefusal | null {
  const { key, permissions, listen } = options;
  const { token, ip } = request;
  assert(token !== null, 'the session of a socket has a token');
  const subscriptions = getSubscriptions(request);
  const end = () => subscriptions.remove((one) => one === key);
  const added = subscriptions.add({
    key,
    isPrivate: true,
    open: (outlet) => {
      const stopListening = listen((event, view) => {
        const owner = services.accounts.users.cached(user.userId) ?? user;
        outlet.send(new SharedEvent(...writeAccountEvent(event, { user: owner, services, view })));
      });
      const stopWatching = services.access.sessions.onEnded(token, ip, end, (session) =>
        mayCall({ permissions }, session),
      );
      return () => {
        stopWatching();
        stopListening();
      };
    },
  });
  if (added === 'over') return notYours;
  return added === 'added' ? null : tooManySubscriptions;
}
