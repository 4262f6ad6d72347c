import { keyPermissionCall } from './key-permission-call.ts';

export const removeUserApiKeyPermission = keyPermissionCall({
  name: 'RemoveUserAPIKeyPermission',
  about:
    'Takes one permission from an API key, at once. Taking one that it has not succeeds; a key without a permission opens nothing.',
  change: 'removePermission',
});
