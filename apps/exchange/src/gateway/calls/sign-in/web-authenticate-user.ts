import { secretField, shape, textField } from '@salar/protocol/wire';
import type { NextStep } from '@salar/services/second-factor/second-factor';
import type { User } from '@salar/store/tables/customers/users';
import { publicCall } from './chapter-calls.ts';
import type { Services } from './chapter-calls.ts';
import { refusalText, signInTexts } from './authenticate-user.ts';

const { boolean, integer, nullable, object, optional, text } = shape;

export const webAuthenticateUser = publicCall({
  name: 'WebAuthenticateUser',
  transport: 'socket',
  session: 'begins',
  input: {
    UserName: textField(254),
    Password: secretField(256),
    SessionToken: textField(128),
    JWTToken: textField(8192),
  },
  output: object({
    Authenticated: boolean,
    SessionToken: optional(text),
    UserId: optional(integer),
    twoFAToken: text,
    Requires2FA: boolean,
    AuthType: text,
    AddtlInfo: text,
    Pending2FaToken: optional(text),
    EnforceEnable2FA: optional(boolean),
    errormsg: nullable(text),
  }),
  rate: 'socket-sign-in',
  about:
    'Signs a socket in, with user name or e-mail and password, or with the `SessionToken` of a session to resume. On a socket only.',
  example: {
    input: { UserName: 'maria', Password: '...' },
    output: { Authenticated: true, SessionToken: 'sal_s_...', UserId: 17, twoFAToken: '', errormsg: null },
  },
  async run({ services, request }, input) {
    if (input.SessionToken) return resumeSession(services, input.SessionToken, request.ip);
    if (input.JWTToken) return toRefusal('Operation Not Supported');
    const { UserName: login, Password: password } = input;
    if (login === undefined || password === undefined) return toRefusal(signInTexts.credentials_wrong);
    const result = await services.authentication.signIn.signIn({ login, password, origin: request.origin });
    if (!result.ok) return toRefusal(refusalText(result));
    if (result.value.kind === 'session') return granted(result.value.token, result.value.user.userId);
    return pending(result.value);
  },
});

async function resumeSession(services: Services, token: string, ip: string) {
  const session = await services.access.sessions.resolve(token, ip);
  return session ? granted(token, session.user.userId) : toRefusal('Invalid SessionToken');
}

const noSecondFactor = { twoFAToken: '', Requires2FA: false, AuthType: '', AddtlInfo: '' } as const;

function granted(token: string, userId: number) {
  return { Authenticated: true, SessionToken: token, UserId: userId, ...noSecondFactor, errormsg: null };
}

/** The code follows in an Authenticate2FA on the same socket. */
function pending({ kind, pendingToken, user }: NextStep & { readonly user: User }) {
  const isSecondFactor = kind === 'second_factor';
  return {
    Authenticated: true,
    UserId: user.userId,
    ...noSecondFactor,
    twoFAToken: pendingToken,
    Pending2FaToken: pendingToken,
    Requires2FA: isSecondFactor,
    EnforceEnable2FA: !isSecondFactor,
    AuthType: 'Google',
    errormsg: null,
  };
}

function toRefusal(errormsg: string) {
  return { Authenticated: false, ...noSecondFactor, errormsg };
}
