import { genericShape, required } from '@salar/protocol/wire/index';
import { isKeyPermission } from '@salar/services/api-keys/key-permissions';
import { done, no, sessionCall } from '../call.ts';
import { apiKeyField, keyUnknown, permissionField } from '../rows/api-key-row.ts';

export const removeUserApiKeyPermission = sessionCall({
  name: 'RemoveUserAPIKeyPermission',
  permissions: [],
  subject: { UserId: 'ownUser', APIKey: 'ownKey' },
  input: { APIKey: required(apiKeyField), Permission: required(permissionField) },
  output: genericShape,
  rate: 'tickets',
  repeats: 'a day',
  about:
    'Takes one permission from an API key, at once. Taking one that it has not succeeds; a key without a permission opens nothing.',
  example: {
    input: { UserId: 17, APIKey: 'aa11bb22cc33dd44ee55ff6600112233', Permission: 'Deposit' },
    output: { result: true, errormsg: null, errorcode: 0, detail: null },
  },
  async run({ services, request, user }, { APIKey: apiKey, Permission: permission }) {
    if (!isKeyPermission(permission)) return no('invalidRequest', 'Invalid Permission');
    const { origin } = request;
    const changed = await services.apiKeys.removePermission({ user, apiKey, permission, origin });
    return changed.ok ? done : keyUnknown;
  },
});
