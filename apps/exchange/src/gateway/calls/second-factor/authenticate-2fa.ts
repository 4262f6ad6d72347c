import { refused, required, shape, textField } from '@salar/protocol/wire';
import type { CompletionRefusal } from '@salar/services/second-factor/sign-in-completion';
import { CallRefusal, refuseCall } from '../../call.ts';
import { codeField, codeTexts } from '../second-factor-fields.ts';
import { findSession } from '../../guard/guard.ts';
import { publicCall } from './chapter-calls.ts';
import type { PublicContext } from './chapter-calls.ts';

const { boolean, integer, list, nullable, object, optional, text } = shape;

export const authenticate2fa = publicCall({
  name: 'Authenticate2FA',
  input: { Code: required(codeField), Pending2FaToken: textField(128) },
  output: object({
    Authenticated: boolean,
    UserId: optional(integer),
    SessionToken: optional(text),
    RecoveryCodes: optional(list(text)),
    errormsg: nullable(text),
  }),
  rate: 'sign-in',
  session: 'begins',
  about:
    'Completes an operation that waits for a code of the authenticator app: a sign-in, identified by the header or field `Pending2FaToken` or begun on the same socket; or, with a session, switching the second factor on after EnableGoogle2FA or off after Disable2FA. A recovery code is accepted at sign-in and for switching off. Switching on returns ten recovery codes, once.',
  example: {
    input: { Code: '123456' },
    output: { Authenticated: true, UserId: 17, SessionToken: 'sal_s_...', errormsg: null },
  },
  run(context, { Code, Pending2FaToken }) {
    const pendingToken = context.request.header('pending2fatoken') ?? Pending2FaToken;
    return pendingToken ? completeSignIn(context, pendingToken, Code) : changeSecondFactor(context, Code);
  },
});

async function completeSignIn({ services, request }: PublicContext, pendingToken: string, code: string) {
  const result = await services.authentication.signInCompletion.complete(pendingToken, code, request.origin);
  if (!result.ok) return notAuthenticated(result.refusal);
  const { user, token, deviceToken, recoveryCodes } = result.value;
  if (deviceToken !== null) request.keepDevice(deviceToken);
  return authenticated(user.userId, token, recoveryCodes);
}

async function changeSecondFactor({ services, request }: PublicContext, code: string) {
  const session = await findSession(services, request);
  if (!session) return request.token === null ? notAuthenticated('code_wrong') : noSession;
  if (session.key || request.token === null) return refuseCall('notAuthorized');
  const result = await services.authentication.secondFactor.finish(session, code, request.origin);
  if (!result.ok) return notAuthenticated(result.refusal);
  return authenticated(session.user.userId, request.token, result.value.recoveryCodes);
}

function authenticated(userId: number, token: string, recoveryCodes: readonly string[] | null) {
  return {
    Authenticated: true,
    UserId: userId,
    SessionToken: token,
    ...(recoveryCodes && { RecoveryCodes: recoveryCodes }),
    errormsg: null,
  };
}

function notAuthenticated(refusal: CompletionRefusal) {
  return { Authenticated: false, errormsg: codeTexts[refusal] };
}

/** The session that the code was meant for has ended. */
const noSession = new CallRefusal(refused('notAuthorized'), 401);
