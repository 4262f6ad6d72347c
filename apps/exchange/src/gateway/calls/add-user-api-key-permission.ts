import { genericShape, required } from '@salar/protocol/wire/index';
import { isKeyPermission } from '@salar/services/api-keys/key-permissions';
import { isProved } from '@salar/services/sign-in/session-service';
import { done, no, proofNeeded, sessionCall } from '../call.ts';
import { apiKeyField, keyUnknown, permissionField } from '../rows/api-key-row.ts';

export const addUserApiKeyPermission = sessionCall({
  name: 'AddUserAPIKeyPermission',
  permissions: [],
  subject: { UserId: 'ownUser', APIKey: 'ownKey' },
  input: { APIKey: required(apiKeyField), Permission: required(permissionField) },
  output: genericShape,
  rate: 'tickets',
  repeats: 'a day',
  about:
    'Gives an API key one more permission. Giving one that it has succeeds. Withdraw is given shortly after a proof of who asks.',
  example: {
    input: { UserId: 17, APIKey: 'aa11bb22cc33dd44ee55ff6600112233', Permission: 'Deposit' },
    output: { result: true, errormsg: null, errorcode: 0, detail: null },
  },
  async run({ services, request, session, user }, { APIKey: apiKey, Permission: permission }) {
    if (!isKeyPermission(permission)) return no('invalidRequest', 'Invalid Permission');
    if (permission === 'Withdraw' && !isProved(session, services.now())) return proofNeeded;
    const { origin } = request;
    const changed = await services.apiKeys.addPermission({ user, apiKey, permission, origin });
    return changed.ok ? done : keyUnknown;
  },
});
