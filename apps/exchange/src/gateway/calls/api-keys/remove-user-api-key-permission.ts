import { keyPermissionCall } from './key-permission-call.ts';

export const removeUserApiKeyPermission = keyPermissionCall({
  name: 'RemoveUserAPIKeyPermission',
  about:
    'Removes one permission from an API key, at once. Removing one that it does not have succeeds; a key without permissions gives no access.',
  change: 'removePermission',
});
