/**
 * The guard: authenticates the caller and resolves every id that a request claims to an object of that caller, before
 * a call sees it (security rules R2, G2 to G7).
 *
 * "Not yours" and "does not exist" are the same answer. A missing, null or zero id means the caller's own and never
 * widens the scope; a malformed one is refused.
 */
import { millis, orderId, userId } from '@salar/protocol';
import { refused } from '@salar/protocol/wire';
import type { Field, JsonObject, JsonValue } from '@salar/protocol/wire';
import type { CustomerServices } from '@salar/services/compose/customer-services';
import type { SignedCredentials } from '@salar/services/api-keys/key-authenticator';
import { isFromKnownPlace } from '@salar/services/sessions/session-place';
import { isRecentlyAuthenticated, neverAuthenticated } from '@salar/services/sessions/session-service';
import type { Session } from '@salar/services/sessions/session-service';
import { CallRefusal, claimFields, refuseCall, reauthenticationRequired } from '../call.ts';
import type {
  Answer,
  Call,
  CallServices,
  Claim,
  Claims,
  FlatRequest,
  PublicContext,
  IncomingRequest,
  SessionContext,
} from '../call.ts';
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
  const context = createSessionContext(call, services, request, session, readClaims(raw));
  if (context instanceof CallRefusal) return context;
  const answer = () => (isKeyed(call, request) ? answerOnce(call, context, raw) : call.answer(context, raw));
  if (!call.needsKnownPlace) return answer();
  const isKnown = isFromKnownPlace(services.access.devices, session, request.origin);
  return isKnown instanceof Promise
    ? isKnown.then((known) => (known ? answer() : reauthenticationRequired))
    : answer();
}

/** As `guard`, for a request without a key whose fields were read directly. */
export function guardFlat(
  call: Call,
  services: CustomerServices,
  request: IncomingRequest,
  session: Session,
  { claims, answer }: FlatRequest,
): Answer | Promise<Answer> {
  const context = createSessionContext(call, services, request, session, claims);
  return context instanceof CallRefusal ? context : answer(context);
}

/** Returns true for a request that its client may repeat: its answer is stored under its fields as they were sent. */
export function isKeyed({ repeats }: Call, request: IncomingRequest): boolean {
  return repeats !== undefined && request.header('idempotency-key') !== undefined;
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
  const context = createSessionContext(call, services, request, session, readClaims(raw));
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

/** Returns true when `findSession` finds the caller without a query. */
export function isCallerInMemory(services: CallServices<'access'>, request: IncomingRequest): boolean {
  if (request.token !== null) return services.access.sessions.isInMemory(request.token);
  const apiKey = request.header('apikey');
  return apiKey === undefined || services.access.keyAuthenticator.isInMemory(apiKey);
}

function findSignedSession(
  { access: { keyAuthenticator }, now }: CallServices<'access'>,
  credentials: SignedCredentials,
  ip: string,
): Session | null | Promise<Session | null> {
  const signed = keyAuthenticator.authenticate(credentials, ip, 'request');
  const sessionBy = (by: Awaited<typeof signed>) =>
    by.ok
      ? {
          sessionId: '',
          ...by.value,
          createdAt: millis(now()),
          authenticatedAt: neverAuthenticated,
          requestIp: null,
        }
      : null;
  return signed instanceof Promise ? signed.then(sessionBy) : sessionBy(signed);
}

function createPublicContext(
  call: Call,
  services: CustomerServices,
  request: IncomingRequest,
  raw: JsonObject,
): PublicContext | CallRefusal {
  const { OMSId, UserId: claimed } = readClaims(raw);
  const oms = checkOmsId(call, OMSId);
  if (oms) return oms;
  if (call.subject?.UserId !== 'claimedUser') return { services, request, claimedUserId: null };
  if (claimed === 'malformed') return refuseCall('invalidRequest', 'Invalid UserId');
  if (claimed === undefined) return refuseCall('invalidRequest', 'UserId is Required');
  return { services, request, claimedUserId: userId(claimed) };
}

function createSessionContext(
  call: Call,
  services: CustomerServices,
  request: IncomingRequest,
  session: Session,
  claims: Claims,
): SessionContext | CallRefusal {
  const context = checkClaims(call, services, request, session, claims);
  if (context === notYours)
    services.accounts.refusals.note({ user: session.user, origin: request.origin, call: call.name });
  return context;
}

function checkClaims(
  call: Call,
  services: CustomerServices,
  request: IncomingRequest,
  session: Session,
  claims: Claims,
): SessionContext | CallRefusal {
  const { user } = session;
  if (!mayCall(call, session)) return notYours;
  const foreign =
    checkOmsId(call, claims.OMSId) ??
    checkOwnId(claims.AccountId, user.accountId, 'Invalid AccountId') ??
    checkOwnId(claims.AccoundId, user.accountId, 'Invalid AccountId') ??
    checkOwnId(claims.UserId, user.userId, 'Invalid UserId');
  if (foreign !== null) return foreign;
  const headerUser = request.header('userid');
  if (headerUser !== undefined && headerUser !== String(user.userId)) return notYours;

  if (call.needsRecentAuth && !isRecentlyAuthenticated(session, services.now()))
    return reauthenticationRequired;

  const order = call.subject?.OrderId === 'ownOrder' ? claims.OrderId : undefined;
  if (order === 'malformed') return refuseCall('invalidRequest', 'Invalid OrderId');
  return {
    services,
    request,
    session,
    user,
    accountId: user.accountId,
    keyed: null,
    orderId: order === undefined ? null : orderId(order),
  };
}

/** Returns true for the customer in person; for a key, when one of its permissions admits it (security rule K3). */
export function mayCall({ permissions }: Pick<Call, 'permissions'>, { key }: Pick<Session, 'key'>): boolean {
  return key === null || permissions.some((permission) => key.permissions.includes(permission));
}

/** Refuses an object that belongs to somebody else, and one that does not exist. */
export const notYours = new CallRefusal(refused('notAuthorized'));

/** There is one OMS, number 1. */
function checkOmsId(call: Call, claimed: Claim): CallRefusal | null {
  if (claimed === undefined)
    return call.omsId === 'required' ? refuseCall('invalidRequest', 'OMSId is Required') : null;
  return claimed === 1 ? null : refuseCall('invalidRequest', 'Invalid OMSId');
}

function checkOwnId(claimed: Claim, own: number, malformed: string): CallRefusal | null {
  if (claimed === undefined || claimed === own) return null;
  return claimed === 'malformed' ? refuseCall('invalidRequest', malformed) : notYours;
}

function readClaims(raw: JsonObject): Claims {
  return {
    OMSId: readClaim(raw['omsid'], claimFields.OMSId),
    AccountId: readClaim(raw['accountid'], claimFields.AccountId),
    AccoundId: readClaim(raw['accoundid'], claimFields.AccoundId),
    UserId: readClaim(raw['userid'], claimFields.UserId),
    OrderId: readClaim(raw['orderid'], claimFields.OrderId),
  };
}

function readClaim(value: JsonValue | undefined, field: Field<number | undefined>): Claim {
  if (value === undefined || value === null) return undefined;
  const read = field.read(value);
  return read.ok ? read.value : 'malformed';
}
