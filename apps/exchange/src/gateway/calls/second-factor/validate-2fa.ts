import { required, shape, textField } from '@salar/protocol/wire/index';
import { sessionCall } from '../../call.ts';
import { codeField } from './authenticate-2fa.ts';

export const validate2fa = sessionCall({
  name: 'Validate2FA',
  permissions: [],
  input: { TFaType: textField(16), Code: required(codeField) },
  output: shape.object({ TFaAuthenticated: shape.boolean }),
  rate: 'sign-in',
  about:
    'Says whether a code of the authenticator app is right; the code is used up. No call of this installation waits for it.',
  example: { input: { TFaType: 'Google', Code: '123456' }, output: { TFaAuthenticated: true } },
  async run({ services, request, user }, { Code }) {
    const checked = await services.secondFactor.check(user, Code, 'account', request.origin);
    return { TFaAuthenticated: checked.ok };
  },
});
