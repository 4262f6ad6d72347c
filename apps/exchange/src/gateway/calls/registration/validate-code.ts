import { genericShape, required, textField } from '@salar/protocol/wire';
import { done, refuseCall } from '../../call.ts';
import { publicCall } from './chapter-calls.ts';

export const validateCode = publicCall({
  name: 'ValidateCode',
  subject: { UserId: 'claimedUser' },
  input: { VerifyCode: required(textField(128)) },
  output: genericShape,
  rate: 'mail',
  about: 'Checks whether a password-reset code is still valid, without using it.',
  example: {
    input: { UserId: 17, VerifyCode: '...' },
    output: { result: true, errormsg: null, errorcode: 0, detail: null },
  },
  async run({ services, claimedUserId }, { VerifyCode }) {
    const isGood =
      claimedUserId !== null &&
      (await services.authentication.passwordReset.isCodeValid(claimedUserId, VerifyCode));
    return isGood ? done : refuseCall('operationFailed', 'Invalid or expired code');
  },
});
