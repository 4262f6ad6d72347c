import { genericShape, required, textField } from '@salar/protocol/wire';
import { done, refuseCall } from '../../call.ts';
import { publicCall } from './chapter-calls.ts';

export const freezeAccount = publicCall({
  name: 'FreezeAccount',
  subject: { UserId: 'claimedUser' },
  input: { VerifyCode: required(textField(128)) },
  output: genericShape,
  rate: 'mail',
  about:
    'Freezes an account with the code from a link in a mail about it: every session ends, API keys and passkeys stop, and pending withdrawals are canceled. A password reset opens the account, and so does an operator. Repeating it succeeds.',
  example: {
    input: { UserId: 17, VerifyCode: '...' },
    output: { result: true, errormsg: null, errorcode: 0, detail: null },
  },
  async run({ services, request, claimedUserId }, { VerifyCode }) {
    if (claimedUserId === null) return refuseCall('operationFailed', 'Invalid or expired code');
    const frozen = await services.authentication.freeze.freeze({
      userId: claimedUserId,
      code: VerifyCode,
      origin: request.origin,
    });
    return frozen.ok ? done : refuseCall('operationFailed', 'Invalid or expired code');
  },
});
