import { genericShape, required, textField } from '@salar/protocol/wire';
import { done } from '../../call.ts';
import { publicCall } from './chapter-calls.ts';

export const resendVerificationEmail = publicCall({
  name: 'ResendVerificationEmail',
  input: { Email: required(textField(254)) },
  output: genericShape,
  rate: 'mail',
  about:
    'Mails a new verification link. Also succeeds for unknown and verified addresses, so that addresses cannot be probed.',
  example: {
    input: { Email: 'maria@example.com' },
    output: { result: true, errormsg: null, errorcode: 0, detail: null },
  },
  async run({ services, request }, { Email }) {
    await services.authentication.registration.resendCode(Email, request.origin);
    return done;
  },
});
