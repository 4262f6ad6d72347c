import { genericShape, required, textField } from '@salar/protocol/wire';
import { done, refuseCall } from '../../call.ts';
import { sessionCall } from './chapter-calls.ts';

const uuidPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const removePasskey = sessionCall({
  name: 'RemovePasskey',
  permissions: [],
  needsRecentAuth: true,
  input: { PasskeyId: required(textField(36)) },
  output: genericShape,
  rate: 'sign-in',
  about: 'Removes a passkey, so that it can no longer sign in.',
  example: { input: { PasskeyId: '6c0d3f1e-2b5a-4f7e-9a51-0d1b2c3d4e5f' }, output: done },
  async run({ services, request, user }, { PasskeyId }) {
    if (!uuidPattern.test(PasskeyId)) return refuseCall('invalidRequest', 'Invalid PasskeyId');
    const removed = await services.authentication.passkeys.remove(user, PasskeyId, request.origin);
    return removed.ok ? done : refuseCall('notFound');
  },
});
