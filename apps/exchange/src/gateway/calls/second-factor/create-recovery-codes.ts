import { required, shape } from '@salar/protocol/wire';
import { refuseCall } from '../../call.ts';
import { codeField, codeTexts } from '../second-factor-fields.ts';
import { sessionCall } from './chapter-calls.ts';

export const createRecoveryCodes = sessionCall({
  name: 'CreateRecoveryCodes',
  permissions: [],
  needsRecentAuth: true,
  input: { Code: required(codeField) },
  output: shape.object({ RecoveryCodes: shape.list(shape.text) }),
  rate: 'sign-in',
  about: 'Creates ten new recovery codes, shown once, which replace all earlier ones.',
  example: { input: { Code: '123456' }, output: { RecoveryCodes: ['k3mfa-9xw2e'] } },
  async run({ services, request, user }, { Code }) {
    const made = await services.authentication.secondFactor.renewRecoveryCodes(user, Code, request.origin);
    return made.ok ? { RecoveryCodes: made.value } : refuseCall('operationFailed', codeTexts[made.refusal]);
  },
});
