import { isRecentlyAuthenticated } from '@salar/services/sessions/session-service';
import { reauthenticationRequired } from '../../call.ts';
import { keyPermissionCall } from './key-permission-call.ts';

export const addUserApiKeyPermission = keyPermissionCall({
  name: 'AddUserAPIKeyPermission',
  about:
    'Adds one permission to an API key. Adding one that it already has succeeds. Withdraw requires a recent re-authentication.',
  change: 'addPermission',
  refuse: ({ services, session }, permission) =>
    permission === 'Withdraw' && !isRecentlyAuthenticated(session, services.now())
      ? reauthenticationRequired
      : null,
});
