import { refused, shape, textField } from '@salar/protocol/wire';
import { isFromKnownPlace } from '@salar/services/sessions/session-place';
import { isRecentlyAuthenticated } from '@salar/services/sessions/session-service';
import type { User } from '@salar/store/tables/customers/users';
import { CallRefusal, refuseCall, reauthenticationRequired } from '../../call.ts';
import { findSession } from '../../guard/guard.ts';
import { publicCall } from './chapter-calls.ts';
import type { PublicContext } from './chapter-calls.ts';

const { integer, object, text } = shape;

/**
 * Public, because a sign-in that still needs its first second factor has no session: then its pending token is
 * required.
 */
export const enableGoogle2fa = publicCall({
  name: 'EnableGoogle2FA',
  input: { Pending2FaToken: textField(128) },
  output: object({ GoogleQRCode: text, ManualCode: text, errorcode: integer }),
  rate: 'sign-in',
  about:
    'Begins to switch the second factor on: returns a new secret for an authenticator app, as a PNG in base64 and as text. It takes effect only after Authenticate2FA with a code from it. Requires a session with re-authentication within 15 minutes and from a known place, or the header `Pending2FaToken` of a sign-in that requires a factor.',
  example: {
    input: {},
    output: { GoogleQRCode: 'iVBORw0KGgo...', ManualCode: 'KRSXG5CTMVRXEZLU', errorcode: 0 },
  },
  async run(context, { Pending2FaToken }) {
    const pendingToken = context.request.header('pending2fatoken') ?? Pending2FaToken;
    const user = await (pendingToken
      ? findEnrollingUser(context, pendingToken)
      : findReauthenticatedUser(context));
    if (user instanceof CallRefusal) return user;
    const begun = await context.services.authentication.secondFactor.beginOn(user);
    if (!begun.ok) return refuseCall('operationFailed', '2FA already enabled');
    return { GoogleQRCode: begun.value.qrPng, ManualCode: begun.value.manualCode, errorcode: 0 };
  },
});

async function findEnrollingUser({ services }: PublicContext, token: string): Promise<User | CallRefusal> {
  return (await services.authentication.signInCompletion.enrollingUser(token)) ?? noSession;
}

async function findReauthenticatedUser({ services, request }: PublicContext): Promise<User | CallRefusal> {
  const session = await findSession(services, request);
  if (!session) return noSession;
  if (session.key) return refuseCall('notAuthorized');
  const isProved =
    isRecentlyAuthenticated(session, services.now()) &&
    (await isFromKnownPlace(services.access.devices, session, request.origin));
  return isProved ? session.user : reauthenticationRequired;
}

const noSession = new CallRefusal(refused('notAuthorized'), 401);
