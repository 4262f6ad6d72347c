/**
 * The guard: authenticates the caller and resolves every id that a request claims to an object of that caller, before
 * a call sees it (security rules R2, G2 to G7).
 *
 * "Not yours" and "does not exist" are the same answer. A missing, null or zero id means the caller's own and never
 * widens the scope; a malformed one is refused.
 */
import { millis, orderId, userId } from '@salar/protocol';
import { id, refused } from '@salar/protocol/wire';
import type { JsonObject } from '@salar/protocol/wire';
import type { CustomerServices } from '@salar/services/compose/customer-services';
import type { SignedCredentials } from '@salar/services/api-keys/key-authenticator';
import { isRecentlyAuthenticated, neverAuthenticated } from '@salar/services/sessions/session-service';
import type { Session } from '@salar/services/sessions/session-service';
import { CallRefusal, refuseCall, reauthenticationRequired } from '../call.ts';
import type { Answer, Call, CallServices, PublicContext, IncomingRequest, SessionContext } from '../call.ts';
import { findKeyCredentials } from './key-credentials.ts';
import { answerOnce, toListItemKey } from './idempotency.ts';
import type { KeyConflict } from './idempotency.ts';

/** No credential, or one that is no longer valid. The answer is plain text 401, which clients recognise. */
export const notAuthorized = 'NOT_AUTHORIZED';

/**
 * Passes a request on to its call, or refuses it.
 *
 * @param session  the result of `findSession` for this request
 * @returns the call's answer, or `notAuthorized`
 */
export function guard(
  call: Call,
  services: CustomerServices,
  request: IncomingRequest,
  session: Session | null,
  raw: JsonObject,
): Answer | typeof notAuthorized | Promise<Answer | KeyConflict> {
  if (call.auth === 'public') {
    const context = createPublicContext(call, services, request, raw);
    return context instanceof CallRefusal ? context : call.answer(context, raw);
  }
  if (!session) return notAuthorized;
  const context = createSessionContext(call, services, request, session, raw);
  if (context instanceof CallRefusal) return context;
  const isKeyed = call.repeats !== undefined && request.header('idempotency-key') !== undefined;
  return isKeyed ? answerOnce(call, context, raw) : call.answer(context, raw);
}

/**
 * Creates the context of one request of a list, checked like a request of its own. @param place  its index in the
 * list
 */
export function createListItemContext(
  call: Call,
  { services, request, session, keyed }: SessionContext,
  raw: JsonObject,
  place: number,
): SessionContext | CallRefusal {
  const context = createSessionContext(call, services, request, session, raw);
  return context instanceof CallRefusal ? context : { ...context, keyed: toListItemKey(keyed, place) };
}

/**
 * Authenticates the caller by a session token, or by an API key's signature on this one request; null when neither is
 * valid.
 */
export function findSession(
  services: CallServices<'access'>,
  request: IncomingRequest,
): Session | null | Promise<Session | null> {
  if (request.token !== null) return services.access.sessions.resolve(request.token, request.ip);
  const credentials = findKeyCredentials(request);
  return credentials === null ? null : findSignedSession(services, credentials, request.ip);
}

function findSignedSession(
  { access: { keyAuthenticator }, now }: CallServices<'access'>,
  credentials: SignedCredentials,
  ip: string,
): Session | null | Promise<Session | null> {
  const signed = keyAuthenticator.authenticate(credentials, ip);
  const sessionBy = (by: Awaited<typeof signed>) =>
    by.ok
      ? { sessionId: '', ...by.value, createdAt: millis(now()), authenticatedAt: neverAuthenticated }
      : null;
  return signed instanceof Promise ? signed.then(sessionBy) : sessionBy(signed);
}

function createPublicContext(
  call: Call,
  services: CustomerServices,
  request: IncomingRequest,
  raw: JsonObject,
): PublicContext | CallRefusal {
  const oms = checkOmsId(call, raw);
  if (oms) return oms;
  if (call.subject?.UserId !== 'claimedUser') return { services, request, claimedUserId: null };
  const claimed = readClaim(raw, 'userid');
  if (claimed === 'malformed') return refuseCall('invalidRequest', 'Invalid UserId');
  if (claimed === null) return refuseCall('invalidRequest', 'UserId is Required');
  return { services, request, claimedUserId: userId(claimed) };
}

function createSessionContext(
  call: Call,
  services: CustomerServices,
  request: IncomingRequest,
  session: Session,
  raw: JsonObject,
): SessionContext | CallRefusal {
  const { user } = session;
  if (!mayCall(call, session)) return notYours;
  const oms = checkOmsId(call, raw);
  if (oms) return oms;
  for (const key of ['accountid', 'accoundid']) {
    const claimed = readClaim(raw, key);
    if (claimed === 'malformed') return refuseCall('invalidRequest', 'Invalid AccountId');
    if (claimed !== null && claimed !== user.accountId) return notYours;
  }
  const claimedUser = readClaim(raw, 'userid');
  if (claimedUser === 'malformed') return refuseCall('invalidRequest', 'Invalid UserId');
  if (claimedUser !== null && claimedUser !== user.userId) return notYours;
  const headerUser = request.header('userid');
  if (headerUser !== undefined && headerUser !== String(user.userId)) return notYours;

  if (call.needsRecentAuth && !isRecentlyAuthenticated(session, services.now()))
    return reauthenticationRequired;

  let order: number | null = null;
  if (call.subject?.OrderId === 'ownOrder') {
    const claimed = readClaim(raw, 'orderid');
    if (claimed === 'malformed') return refuseCall('invalidRequest', 'Invalid OrderId');
    order = claimed;
  }
  return {
    services,
    request,
    session,
    user,
    accountId: user.accountId,
    keyed: null,
    orderId: order === null ? null : orderId(order),
  };
}

/** Returns true for the customer in person; for a key, when one of its permissions admits it (security rule K3). */
export function mayCall({ permissions }: Pick<Call, 'permissions'>, { key }: Pick<Session, 'key'>): boolean {
  return key === null || permissions.some((permission) => key.permissions.includes(permission));
}

/** Refuses an object that belongs to somebody else, and one that does not exist. */
export const notYours = new CallRefusal(refused('notAuthorized'));

/** There is one OMS, number 1. */
function checkOmsId(call: Call, raw: JsonObject): CallRefusal | null {
  const claimed = readClaim(raw, 'omsid');
  if (claimed === null)
    return call.omsId === 'required' ? refuseCall('invalidRequest', 'OMSId is Required') : null;
  return claimed === 1 ? null : refuseCall('invalidRequest', 'Invalid OMSId');
}

const idReader = id();

/** Reads an id that the request claims; null without one. */
function readClaim(raw: JsonObject, key: string): number | null | 'malformed' {
  const value = raw[key];
  if (value === undefined || value === null) return null;
  const read = idReader.read(value);
  return read.ok ? (read.value ?? null) : 'malformed';
}
