import { genericShape, required, textField } from '@salar/protocol/wire';
import { done, refuseCall } from '../../call.ts';
import { publicCall } from './chapter-calls.ts';

export const confirmUserEmail = publicCall({
  name: 'ConfirmUserEmail',
  aliases: ['ConfirmEmail'],
  subject: { UserId: 'claimedUser' },
  input: { VerifyEmailCode: required(textField(128)) },
  output: genericShape,
  rate: 'mail',
  about:
    'Verifies the e-mail address with the code from the mailed link. Repeating it with the same code succeeds.',
  example: {
    input: { UserId: 17, VerifyEmailCode: '...' },
    output: { result: true, errormsg: null, errorcode: 0, detail: null },
  },
  async run({ services, claimedUserId }, { VerifyEmailCode }) {
    if (claimedUserId === null) return refuseCall('operationFailed', 'Invalid or expired code');
    const result = await services.authentication.registration.confirmEmail(claimedUserId, VerifyEmailCode);
    return result.ok ? done : refuseCall('operationFailed', 'Invalid or expired code');
  },
});
