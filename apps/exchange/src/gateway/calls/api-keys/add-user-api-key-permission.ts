import { isRecentlyAuthenticated } from '@salar/services/sessions/session-service';
import { reauthenticationRequired } from '../../call.ts';
import { keyPermissionCall } from './key-permission-call.ts';

export const addUserApiKeyPermission = keyPermissionCall({
  name: 'AddUserAPIKeyPermission',
  about:
    'Gives an API key one more permission. Giving one that it has succeeds. Withdraw is given shortly after a proof of who asks.',
  change: 'addPermission',
  refuse: ({ services, session }, permission) =>
    permission === 'Withdraw' && !isRecentlyAuthenticated(session, services.now())
      ? reauthenticationRequired
      : null,
});
