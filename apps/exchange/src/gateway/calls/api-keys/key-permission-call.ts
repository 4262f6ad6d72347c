/** Declares the calls that add and remove one permission of a key. */
import { genericShape, required } from '@salar/protocol/wire';
import { isKeyPermission } from '@salar/services/api-keys/key-permissions';
import type { KeyPermission } from '@salar/services/api-keys/key-permissions';
import { done, refuseCall } from '../../call.ts';
import type { CallRefusal } from '../../call.ts';
import { apiKeyField, keyUnknown, permissionField } from '../../wire-rows/api-key-row.ts';
import { sessionCall } from './chapter-calls.ts';
import type { SessionContext } from './chapter-calls.ts';

export function keyPermissionCall({
  name,
  about,
  change,
  refuse = () => null,
}: {
  readonly name: string;
  readonly about: string;
  readonly change: 'addPermission' | 'removePermission';
  /** Returns a refusal when the caller may not change the permission, otherwise null. */
  readonly refuse?: (context: SessionContext, permission: KeyPermission) => CallRefusal | null;
}) {
  return sessionCall({
    name,
    permissions: [],
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
    async run(context, { APIKey: apiKey, Permission: permission }) {
      if (!isKeyPermission(permission)) return refuseCall('invalidRequest', 'Invalid Permission');
      const refusal = refuse(context, permission);
      if (refusal !== null) return refusal;
      const { services, request, user } = context;
      const changed = await services.access.apiKeys[change]({
        user,
        apiKey,
        permission,
        origin: request.origin,
      });
      return changed.ok ? done : keyUnknown;
    },
  });
}
