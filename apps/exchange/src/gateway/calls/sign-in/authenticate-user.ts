import { secretField, shape, textField } from '@salar/protocol/wire';
import type { SignedCredentials } from '@salar/services/api-keys/key-authenticator';
import type { NextStep } from '@salar/services/second-factor/second-factor';
import type { Granted } from '@salar/services/sessions/session-grants';
import type { SignInRefusal } from '@salar/services/sign-in/sign-in-service';
import type { Throttled } from '@salar/services/sign-in/sign-in-throttle';
import { refuseCall } from '../../call.ts';
import type { IncomingRequest } from '../../call.ts';
import { readBasic } from '../../guard/basic-credentials.ts';
import { findKeyCredentials, nonceLengthMax, readKeyCredentials } from '../../guard/key-credentials.ts';
import { publicCall } from './chapter-calls.ts';
import type { PublicContext, Services } from './chapter-calls.ts';

const { boolean, integer, nullable, object, optional, text } = shape;

export const signedInShape = object({
  Authenticated: boolean,
  SessionToken: optional(text),
  User: optional(
    object({
      UserId: integer,
      UserName: text,
      Email: text,
      EmailVerified: boolean,
      AccountId: integer,
      OMSId: integer,
      Use2FA: boolean,
    }),
  ),
  Locked: boolean,
  Requires2FA: boolean,
  EnforceEnable2FA: boolean,
  TwoFAType: nullable(text),
  TwoFAToken: nullable(text),
  Pending2FaToken: optional(text),
  AuthType: optional(text),
  AddtlInfo: optional(text),
  errormsg: nullable(text),
  UserId: optional(integer),
  AccountId: optional(integer),
  OMSId: optional(integer),
});

export const signInTexts: Readonly<Record<SignInRefusal, string>> = {
  credentials_wrong: 'Invalid username or password',
  locked: 'Account locked. Please contact support.',
  email_not_verified: 'Email not verified',
};

/** Returns the text of a refused sign-in. The wait is the same for a user name that does not exist. */
export function refusalText(refused: { readonly refusal: SignInRefusal } | Throttled): string {
  return refused.refusal === 'throttled' ? throttledText(refused) : signInTexts[refused.refusal];
}

export function throttledText({ retryAfterMs }: Throttled): string {
  return `Too many attempts. Please wait ${Math.ceil(retryAfterMs / 1000)} s and try again.`;
}

export const authenticateUser = publicCall({
  name: 'AuthenticateUser',
  aliases: ['Authenticate'],
  input: {
    UserName: textField(254),
    Password: secretField(256),
    APIKey: textField(64),
    Signature: textField(64),
    UserId: textField(16),
    Nonce: textField(nonceLengthMax),
    Timestamp: textField(16),
  },
  output: signedInShape,
  rate: 'sign-in',
  // Bots sign in again with each socket; wrong passwords have their own counters.
  socketRate: 'socket-sign-in',
  session: 'begins',
  about:
    "Signs in with user name or e-mail and password, sent as `Authorization: Basic <base64>` (`Basic` is optional) or as fields; or with an API key, by Nonce, APIKey, Signature and UserId as headers or fields, for a session with the key's permissions that is valid from this address. Returns the session token for the header `aptoken`; on a socket the session then belongs to the socket.",
  example: {
    input: { UserName: 'maria', Password: '...' },
    output: {
      Authenticated: true,
      SessionToken: 'sal_s_...',
      Locked: false,
      Requires2FA: false,
      errormsg: null,
    },
  },
  async run({ services, request }, input) {
    // A form on another site must not be able to sign a visitor in (security rule P6).
    if (request.header('sec-fetch-site') === 'cross-site') return refuseCall('notAuthorized');
    const program = readProgramCredentials(request, input);
    if (program !== 'none') return program ? authenticateByKey(services, request, program) : wrongAnswer;
    const header = request.header('authorization');
    const basic = header === undefined ? null : readBasic(header);
    const login = basic?.login ?? input.UserName;
    const password = basic?.password ?? input.Password;
    if (login === undefined || password === undefined || (header !== undefined && basic === null))
      return wrongAnswer;

    const result = await services.authentication.signIn.signIn({ login, password, origin: request.origin });
    if (!result.ok) return refusedAnswer(result.refusal, refusalText(result));
    if (result.value.kind !== 'session') return pendingAnswer(result.value);
    return keptAnswer({ services, request }, result.value);
  },
});

type KeyFields = {
  readonly [Name in 'APIKey' | 'Signature' | 'UserId' | 'Nonce' | 'Timestamp']?: string | undefined;
};

/** Reads a program's credentials from headers or fields; null when they are incomplete, `none` when no key was sent. */
function readProgramCredentials(
  request: IncomingRequest,
  fields: KeyFields,
): SignedCredentials | null | 'none' {
  if (request.header('apikey') !== undefined) return findKeyCredentials(request);
  const { APIKey: apiKey, Signature: signature, UserId: userId, Nonce: nonce, Timestamp: timestamp } = fields;
  return apiKey === undefined ? 'none' : readKeyCredentials({ apiKey, signature, userId, nonce, timestamp });
}

async function authenticateByKey(
  services: Services,
  { origin }: IncomingRequest,
  program: SignedCredentials,
) {
  const signedIn = await services.access.keySignIn.signIn(program, origin);
  if (signedIn.ok) return grantedAnswer(services, signedIn.value);
  return signedIn.refusal === 'owner_locked' ? refusedAnswer('locked', signInTexts.locked) : wrongAnswer;
}

/**
 * The answer when the password was correct and one step is missing. Clients of the family use the token under either
 * name.
 */
function pendingAnswer({ kind, pendingToken }: NextStep) {
  return {
    Authenticated: true,
    Locked: false,
    Requires2FA: kind === 'second_factor',
    EnforceEnable2FA: kind === 'enrolment',
    AuthType: 'Google',
    AddtlInfo: '',
    TwoFAType: 'Google',
    TwoFAToken: pendingToken,
    Pending2FaToken: pendingToken,
    errormsg: null,
  };
}

/** Returns the answer to a person who signed in, by any method, and stores the device token. */
export function keptAnswer(
  { services, request }: Pick<PublicContext, 'services' | 'request'>,
  granted: Granted,
) {
  if (granted.deviceToken !== null) request.keepDevice(granted.deviceToken);
  return grantedAnswer(services, granted);
}

async function grantedAnswer(
  { authentication: { secondFactor } }: Services,
  { token, user }: Pick<Granted, 'token' | 'user'>,
) {
  return {
    Authenticated: true,
    SessionToken: token,
    User: {
      UserId: user.userId,
      UserName: user.userName,
      Email: user.email,
      EmailVerified: user.isEmailVerified,
      AccountId: user.accountId,
      OMSId: 1,
      Use2FA: await secondFactor.isOn(user.userId),
    },
    Locked: false,
    Requires2FA: false,
    EnforceEnable2FA: false,
    TwoFAType: null,
    TwoFAToken: null,
    errormsg: null,
    UserId: user.userId,
    AccountId: user.accountId,
    OMSId: 1,
  };
}

function refusedAnswer(refusal: SignInRefusal | 'throttled', errormsg: string) {
  return {
    Authenticated: false,
    Locked: refusal === 'locked',
    Requires2FA: false,
    EnforceEnable2FA: false,
    TwoFAType: null,
    TwoFAToken: null,
    errormsg,
  };
}

const wrongAnswer = refusedAnswer('credentials_wrong', signInTexts.credentials_wrong);
