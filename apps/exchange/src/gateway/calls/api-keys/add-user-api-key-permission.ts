import { keyPermissionCall } from './key-permission-call.ts';

export const addUserApiKeyPermission = keyPermissionCall({
  name: 'AddUserAPIKeyPermission',
  about:
    'Adds one permission to an API key. Adding one that it already has succeeds. Withdraw requires a key with SignedRequestsOnly.',
  change: 'addPermission',
});
