import { required, shape, textField } from '@salar/protocol/wire';
import type { AddPasskeyRefusal } from '@salar/services/passkeys/passkey-service';
import { refuseCall } from '../../call.ts';
import { responseField } from '../second-factor-fields.ts';
import { sessionCall } from './chapter-calls.ts';

const nameLengthMax = 40; // security rule N5

const details: Readonly<Record<AddPasskeyRefusal, string>> = {
  response_wrong: 'Invalid passkey response',
  too_many_passkeys: 'Too many passkeys',
  passkey_known: 'Passkey already added',
};

export const addPasskey = sessionCall({
  name: 'AddPasskey',
  permissions: [],
  isMoneyCall: true,
  input: { Name: required(textField(nameLengthMax)), Response: responseField },
  output: shape.object({ PasskeyId: shape.text }),
  rate: 'sign-in',
  about:
    "Stores the passkey that a browser created after BeginPasskey; `Response` is the browser's response as JSON text. From then on the passkey can sign in.",
  example: {
    input: { Name: 'Phone', Response: '{"id":"..."}' },
    output: { PasskeyId: '6c0d3f1e-2b5a-4f7e-9a51-0d1b2c3d4e5f' },
  },
  async run({ services, request, user }, { Name, Response }) {
    const name = Name.trim();
    if (name === '') return refuseCall('invalidRequest', 'Name is Required');
    const added = await services.authentication.passkeys.add(user, {
      name,
      response: Response,
      origin: request.origin,
    });
    return added.ok ? { PasskeyId: added.value } : refuseCall('operationFailed', details[added.refusal]);
  },
});
