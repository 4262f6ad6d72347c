import { genericShape, required, textField } from '@salar/protocol/wire';
import { done, refuseCall } from '../../call.ts';
import { publicCall } from './chapter-calls.ts';

export const unlockAccount = publicCall({
  name: 'UnlockAccount',
  subject: { UserId: 'claimedUser' },
  input: { VerifyCode: required(textField(128)) },
  output: genericShape,
  rate: 'mail',
  about:
    'Unlocks an account that was locked after too many wrong passwords, with the code from the mailed link. A used code returns whether the account is unlocked now. An account that an operator locked stays locked.',
  example: {
    input: { UserId: 17, VerifyCode: '...' },
    output: { result: true, errormsg: null, errorcode: 0, detail: null },
  },
  async run({ services, request, claimedUserId }, { VerifyCode }) {
    const unlocked =
      claimedUserId !== null &&
      (await services.authentication.locks.unlock({
        userId: claimedUserId,
        code: VerifyCode,
        origin: request.origin,
      }));
    return unlocked && unlocked.ok ? done : refuseCall('operationFailed', 'Invalid or expired code');
  },
});
