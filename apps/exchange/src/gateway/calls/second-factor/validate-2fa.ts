import { required, shape, textField } from '@salar/protocol/wire';
import { codeField } from '../second-factor-fields.ts';
import { sessionCall } from './chapter-calls.ts';

export const validate2fa = sessionCall({
  name: 'Validate2FA',
  permissions: [],
  input: { TFaType: textField(16), Code: required(codeField) },
  output: shape.object({ TFaAuthenticated: shape.boolean }),
  rate: 'sign-in',
  about: 'Checks a code of the authenticator app, which uses it up. No call of this exchange depends on it.',
  example: { input: { TFaType: 'Google', Code: '123456' }, output: { TFaAuthenticated: true } },
  async run({ services, request, user }, { Code }) {
    const checked = await services.authentication.secondFactor.check(user, Code, 'account', request.origin);
    return { TFaAuthenticated: checked.ok };
  },
});
