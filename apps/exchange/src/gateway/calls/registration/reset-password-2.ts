import { genericShape, required, secretField, textField } from '@salar/protocol/wire';
import { done, refuseCall } from '../../call.ts';
import { publicCall } from './chapter-calls.ts';
import { passwordRefusals } from './register-user.ts';

export const resetPassword2 = publicCall({
  name: 'ResetPassword2',
  subject: { UserId: 'claimedUser' },
  input: { PendingCode: required(textField(128)), Password: required(secretField(1024)) },
  output: genericShape,
  rate: 'mail',
  about:
    'Sets a new password with the code from the mailed link. Ends every session of the user, deletes all API keys, removes passkeys that were added in the last seven days, and unlocks an account that was locked after wrong passwords. The second factor stays on.',
  example: {
    input: { UserId: 17, PendingCode: '...', Password: '...' },
    output: { result: true, errormsg: null, errorcode: 0, detail: null },
  },
  async run({ services, request, claimedUserId }, { PendingCode, Password }) {
    if (claimedUserId === null) return refuseCall('operationFailed', 'Invalid or expired code');
    const result = await services.authentication.passwordReset.reset({
      userId: claimedUserId,
      code: PendingCode,
      password: Password,
      origin: request.origin,
    });
    if (result.ok) return done;
    return result.refusal === 'code_invalid'
      ? refuseCall('operationFailed', 'Invalid or expired code')
      : passwordRefusals[result.refusal];
  },
});
