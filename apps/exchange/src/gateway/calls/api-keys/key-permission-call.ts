/** Declares the calls that add and remove one permission of a key. Adding one requires a recent re-authentication. */
import { genericShape, required } from '@salar/protocol/wire';
import { isKeyPermission } from '@salar/services/api-keys/key-permissions';
import { done, refuseCall } from '../../call.ts';
import {
  apiKeyField,
  keyUnknown,
  permissionField,
  withdrawNeedsSignedRequests,
} from '../../wire-rows/api-key-row.ts';
import { sessionCall } from './chapter-calls.ts';

export function keyPermissionCall({
  name,
  about,
  change,
}: {
  readonly name: string;
  readonly about: string;
  readonly change: 'addPermission' | 'removePermission';
}) {
  return sessionCall({
    name,
    permissions: [],
    ...(change === 'addPermission' && { needsRecentAuth: true }),
    subject: { UserId: 'ownUser', APIKey: 'ownKey' },
    input: { APIKey: required(apiKeyField), Permission: required(permissionField) },
    output: genericShape,
    rate: 'tickets',
    repeats: 'a day',
    about,
    example: {
      input: { UserId: 17, APIKey: 'aa11bb22cc33dd44ee55ff6600112233', Permission: 'Deposit' },
      output: { result: true, errormsg: null, errorcode: 0, detail: null },
    },
    async run({ services, request, user }, { APIKey: apiKey, Permission: permission }) {
      if (!isKeyPermission(permission)) return refuseCall('invalidRequest', 'Invalid Permission');
      const changed = await services.access.apiKeys[change]({
        user,
        apiKey,
        permission,
        origin: request.origin,
      });
      if (changed.ok) return done;
      return changed.refusal === 'key_unknown' ? keyUnknown : withdrawNeedsSignedRequests;
    },
  });
}
