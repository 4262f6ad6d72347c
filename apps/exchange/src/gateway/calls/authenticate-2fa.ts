import { shape, textField } from '@salar/protocol/wire/index';
import { publicCall } from '../call.ts';

const { boolean, nullable, object, optional, text } = shape;

export const authenticate2fa = publicCall({
  name: 'Authenticate2FA',
  input: { Code: textField(16) },
  output: object({ Authenticated: boolean, SessionToken: optional(text), errormsg: nullable(text) }),
  rate: 'sign-in',
  about:
    'Completes a sign-in that waits for a second factor, named by the header `Pending2FaToken`. No sign-in waits for one on this installation, so every token is refused.',
  example: { input: { Code: '123456' }, output: { Authenticated: false, errormsg: 'Invalid 2FA code' } },
  run() {
    return Promise.resolve({ Authenticated: false, errormsg: 'Invalid 2FA code' });
  },
});
