import { required, textField } from '@salar/protocol/wire';
import type { PasskeySignInRefusal } from '@salar/services/passkeys/passkey-service';
import { refuseCall } from '../../call.ts';
import { codeTexts, responseField } from '../second-factor-fields.ts';
import { keptAnswer, signedInShape, signInTexts } from '../sign-in/authenticate-user.ts';
import { publicCall } from './chapter-calls.ts';

const texts: Readonly<Record<PasskeySignInRefusal, string>> = {
  passkey_wrong: 'Invalid passkey',
  sign_in_over: codeTexts.sign_in_over,
  locked: signInTexts.locked,
};

export const authenticatePasskey = publicCall({
  name: 'AuthenticatePasskey',
  input: {
    ChallengeId: required(textField(36)),
    Response: responseField,
    Pending2FaToken: textField(128),
  },
  output: signedInShape,
  rate: 'sign-in',
  session: 'begins',
  about:
    "Signs in with a passkey, or completes with it a sign-in that waits for a code, identified by the header `Pending2FaToken`. `Response` is the browser's response as JSON text.",
  example: {
    input: { ChallengeId: '6c0d3f1e-2b5a-4f7e-9a51-0d1b2c3d4e5f', Response: '{"id":"..."}' },
    output: {
      Authenticated: true,
      SessionToken: 'sal_s_...',
      Locked: false,
      Requires2FA: false,
      errormsg: null,
    },
  },
  async run({ services, request }, { ChallengeId, Response, Pending2FaToken }) {
    // A form on another site must not be able to sign a visitor in (security rule P6).
    if (request.header('sec-fetch-site') === 'cross-site') return refuseCall('notAuthorized');
    const answer = { challengeId: ChallengeId, response: Response };
    const pendingToken = request.header('pending2fatoken') ?? Pending2FaToken;
    const result = pendingToken
      ? await services.authentication.passkeys.completeSignIn(pendingToken, answer, request.origin)
      : await services.authentication.passkeys.signIn(answer, request.origin);
    if (result.ok) return keptAnswer({ services, request }, result.value);
    return {
      Authenticated: false,
      Locked: result.refusal === 'locked',
      Requires2FA: false,
      EnforceEnable2FA: false,
      TwoFAType: null,
      TwoFAToken: null,
      errormsg: texts[result.refusal],
    };
  },
});
