/** How calls of a socket listen to the caller's own account. */
import { assert } from '@salar/protocol';
import type { KeyPermission } from '@salar/services/api-keys/key-permissions';
import type { AccountListener } from '@salar/services/account-feed/account-events';
import type { CallRefusal, SessionContext } from '../../call.ts';
import { mayCall, notYours } from '../../guard/guard.ts';
import { writeAccountEvent } from '../../wire-rows/account-event.ts';
import { getSubscriptions, tooManySubscriptions } from './subscribe.ts';
import type { Stop } from '../../socket/subscriptions.ts';

/**
 * Listens to the account of a session, for as long as the session may (security rule G10).
 *
 * @param options.key  what is listened to; the same key again takes the place of the first
 * @param options.permissions  any of these lets the session of an API key listen
 * @param options.listen  begins to listen
 * @returns a refusal when the socket listens to too much, or is in another session meanwhile
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
    open: (tell) => {
      const stopListening = listen((event) =>
        tell(...writeAccountEvent(event, services.users.cached(user.userId) ?? user, services)),
      );
      const stopWatching = services.sessions.onEnded(token, ip, end, (session) =>
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
