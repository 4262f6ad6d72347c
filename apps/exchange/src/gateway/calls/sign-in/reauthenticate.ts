import { objectField, required, secretField, shape, textField } from '@salar/protocol/wire';
import type {
  ReauthenticationAnswer,
  ReauthenticationRefusal,
} from '@salar/services/sign-in/reauthentication';
import { refuseCall } from '../../call.ts';
import { codeField, codeTexts, responseField } from '../second-factor-fields.ts';
import { sessionCall } from './chapter-calls.ts';
import { signInTexts, throttledText } from './authenticate-user.ts';

const { boolean, nullable, object, optional, text } = shape;

const texts: Readonly<Record<Exclude<ReauthenticationRefusal, 'session_over'>, string>> = {
  proof_not_enough:
    'Another proof is needed: a code or passkey where a second factor is on, else the password',
  credentials_wrong: 'Invalid password',
  passkey_wrong: 'Invalid passkey',
  locked: signInTexts.locked,
  code_wrong: codeTexts.code_wrong,
  too_many_codes: codeTexts.too_many_codes,
};

export const reauthenticate = sessionCall({
  name: 'Reauthenticate',
  permissions: [],
  input: {
    Password: secretField(1024),
    Code: codeField,
    Passkey: objectField({ ChallengeId: required(textField(36)), Response: responseField }),
  },
  output: object({ Authenticated: boolean, SessionToken: optional(text), errormsg: nullable(text) }),
  rate: 'sign-in',
  session: 'begins',
  about:
    'Re-authenticates the customer within a session: with a code or passkey where a second factor is on, with the password otherwise. Returns a new token for the session; the previous one is invalid at once. Calls that were refused with the detail `Re-authentication required` are accepted for 15 minutes.',
  example: {
    input: { Password: '...' },
    output: { Authenticated: true, SessionToken: 'sal_s_...', errormsg: null },
  },
  async run({ services, request, user }, input) {
    const proof = readProof(input);
    if (proof === null || request.token === null)
      return refuseCall('invalidRequest', 'One of Password, Code and Passkey is Required');
    const { token, origin } = request;
    const proved = await services.authentication.reauthentication.verify({
      user,
      token,
      answer: proof,
      origin,
    });
    if (proved.ok) return { Authenticated: true, SessionToken: proved.value, errormsg: null };
    if (proved.refusal === 'session_over') return refuseCall('notAuthorized');
    const errormsg = proved.refusal === 'throttled' ? throttledText(proved) : texts[proved.refusal];
    return { Authenticated: false, errormsg };
  },
});

/** Reads the proof; exactly one must be given. */
function readProof({
  Password,
  Code,
  Passkey,
}: {
  readonly Password?: string | undefined;
  readonly Code?: string | undefined;
  readonly Passkey?: { readonly ChallengeId: string; readonly Response: string } | undefined;
}): ReauthenticationAnswer | null {
  const given: ReauthenticationAnswer[] = [];
  if (Password !== undefined) given.push({ kind: 'password', password: Password });
  if (Code !== undefined) given.push({ kind: 'code', code: Code });
  if (Passkey)
    given.push({ kind: 'passkey', answer: { challengeId: Passkey.ChallengeId, response: Passkey.Response } });
  return given.length === 1 ? (given[0] ?? null) : null;
}
