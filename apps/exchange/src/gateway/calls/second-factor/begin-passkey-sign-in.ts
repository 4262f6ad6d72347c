import { shape, textField } from '@salar/protocol/wire';
import { refuseCall } from '../../call.ts';
import { codeTexts } from '../second-factor-fields.ts';
import { publicCall } from './chapter-calls.ts';

export const beginPasskeySignIn = publicCall({
  name: 'BeginPasskeySignIn',
  input: { UserName: textField(254), Pending2FaToken: textField(128) },
  output: shape.object({ Options: shape.text, ChallengeId: shape.text }),
  rate: 'sign-in',
  about:
    'Returns the options that a browser needs to sign in with a passkey, as JSON text in the W3C format: with any passkey, with one of a user name, or with the header `Pending2FaToken` instead of a code. The answer never reveals whether a user exists. AuthenticatePasskey accepts the response within five minutes, once.',
  example: {
    input: {},
    output: { Options: '{"challenge":"..."}', ChallengeId: '6c0d3f1e-2b5a-4f7e-9a51-0d1b2c3d4e5f' },
  },
  async run({ services, request }, { UserName, Pending2FaToken }) {
    const pendingToken = request.header('pending2fatoken') ?? Pending2FaToken;
    if (!pendingToken) return toAnswer(await services.authentication.passkeys.beginSignIn(UserName || null));
    const begun = await services.authentication.passkeys.beginCompletion(pendingToken);
    return begun.ok ? toAnswer(begun.value) : refuseCall('operationFailed', codeTexts[begun.refusal]);
  },
});

function toAnswer({ options, challengeId }: { readonly options: string; readonly challengeId: string }) {
  return { Options: options, ChallengeId: challengeId };
}
