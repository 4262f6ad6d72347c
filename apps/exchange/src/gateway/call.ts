/**
 * Declares calls: one declaration carries everything that the guard, the documents and the test generators need.
 *
 * A call's `run` sees resolved objects only. The caller comes from the session; the guard has already checked the ids
 * in the body against that session (security rules G1, G2).
 */
import type { AccountId, OrderId, UserId } from '@salar/protocol';
import {
  accepted,
  createFlatReader,
  createInputReader,
  id,
  refused,
  toJsonSchema,
} from '@salar/protocol/wire';
import type {
  ErrorKind,
  Fields,
  Generic,
  InputOf,
  JsonObject,
  JsonSchema,
  Shape,
} from '@salar/protocol/wire';
import type { SignedRequest } from '@salar/services/api-keys/request-signature';
import type { CustomerServices } from '@salar/services/compose/customer-services';
import type { KeyPermission } from '@salar/services/api-keys/key-permissions';
import type { StoreAnswer, IdempotentRequest } from '@salar/services/idempotency/idempotency-store';
import type { Origin } from '@salar/services/ports/request-origin';
import type { Session } from '@salar/services/sessions/session-service';
import type { User } from '@salar/store/tables/customers/users';
import type { RateLimitStatus } from './guard/rate-limits.ts';
import type { FrameSubscriptions } from './socket/subscriptions.ts';

/** How often a call may be made. The limits are in `guard/rate-limits.ts`. */
export type RateClass =
  | 'read'
  | 'orders'
  | 'cancels'
  | 'tickets'
  | 'uploads'
  | 'sign-in'
  | 'socket-sign-in'
  | 'register'
  | 'mail'
  | 'links';

/** Ids that a request may claim, and which object of the caller the guard resolves each of them to. */
type Subject = {
  readonly AccountId?: 'ownAccount';
  readonly UserId?: 'ownUser' | 'claimedUser';
  readonly OrderId?: 'ownOrder';
  readonly RequestCode?: 'ownTicket';
  readonly AccountWithdrawInfoId?: 'ownDestination';
  readonly APIKey?: 'ownKey';
};

/** Ids that any request may claim; `AccoundId` is a misprint of the family's documents that clients copy. */
export const claimFields = { OMSId: id(), AccountId: id(), AccoundId: id(), UserId: id(), OrderId: id() };

/** An id that a request claims; undefined when it claims none. */
export type Claim = number | undefined | 'malformed';
export type Claims = { readonly [Name in keyof typeof claimFields]: Claim };

/** A request of the usual form, whose fields were read directly. */
export type FlatRequest = {
  readonly claims: Claims;
  readonly answer: (context: SessionContext) => Answer | Promise<Answer>;
};

export type IncomingRequest = {
  readonly ip: string;
  /** The raw `aptoken` header, if the client sent one. */
  readonly token: string | null;
  readonly origin: Origin;
  readonly header: (name: string) => string | undefined;
  /** The request as received over HTTP, for verifying a signature. */
  readonly sent?: SignedRequest;
  /** Gives the client its device token to keep, where it can: in a browser, as a cookie that scripts cannot read. */
  readonly keepDevice: (token: string) => void;
  /** The body of an upload. */
  readonly file?: Buffer | undefined;
  /** Receives the caller's rate-limit status, for transports that can report it. The last call wins. */
  readonly reportRateLimit?: (standing: RateLimitStatus) => void;
  /** Receives how long the session lasts without further requests, for transports that can report it. */
  readonly reportSessionLeft?: (milliseconds: number) => void;
  /** True for a request that came as a WebSocket frame. */
  readonly isSocket?: boolean;
  /** The subscriptions of the requesting socket; always set for calls whose transport is `socket`. */
  readonly subscriptions?: FrameSubscriptions;
};

/** The services that calls see: the engine, the read models and the clock, and the groups that their chapter names. */
export type CallServices<Groups extends keyof CustomerServices = keyof CustomerServices> = Pick<
  CustomerServices,
  'engine' | 'history' | 'now' | Groups
>;

export type PublicContext<Groups extends keyof CustomerServices = keyof CustomerServices> = {
  readonly services: CallServices<Groups>;
  readonly request: IncomingRequest;
  /**
   * For calls with `UserId: 'claimedUser'`: the user that the request names. A code proves the claim, never this id.
   */
  readonly claimedUserId: UserId | null;
};
export type SessionContext<Groups extends keyof CustomerServices = keyof CustomerServices> = {
  readonly services: CallServices<Groups>;
  readonly request: IncomingRequest;
  readonly session: Session;
  readonly user: User;
  /** The account that all ids were checked against. */
  readonly accountId: AccountId;
  /** For a request with an idempotency key: its name, and how to store the answer together with the effect. */
  readonly keyed: { readonly name: string; readonly keep: StoreAnswer } | null;
  /** For calls with `OrderId: 'ownOrder'`: the requested id, to be looked up in this account only. */
  readonly orderId: OrderId | null;
};

type Declaration<F extends Fields, Out> = {
  readonly name: string;
  /** Other names of the same call. All names are case-insensitive. */
  readonly aliases?: readonly string[];
  /** `required`: the family refuses the call without OMSId. */
  readonly omsId?: 'required' | 'optional';
  readonly subject?: Subject;
  readonly input: F;
  readonly output: Shape<Out>;
  readonly rate: RateClass;
  /** The rate class on a socket, where it differs. */
  readonly socketRate?: RateClass;
  /** One or two sentences for the API documents. */
  readonly about: string;
  readonly example: { readonly input: Readonly<Record<string, unknown>>; readonly output: unknown };
  /** Counts how many calls of its class a request stands for; 1 by default. */
  readonly countRequests?: (raw: JsonObject) => number;
  /** How a granted answer changes the session of a socket. The token is in the answer's `SessionToken`. */
  readonly session?: 'begins' | 'ends';
  /** Allows repeating the call under the same `Idempotency-Key`, and says how long its answer is kept. */
  readonly repeats?: IdempotentRequest['life'];
  /** The only transport that offers the call; both by default. */
  readonly transport?: 'socket';
  /** For a request that is a list: the name of the field that a bare list is read as. */
  readonly bareList?: string;
  /** Adds fields that clients of this call expect to a generic refusal. */
  readonly decorateRefusal?: (answer: Generic) => Generic;
};

type CallBase = Omit<Declaration<Fields, never>, 'output' | 'input'> & {
  readonly fields: Fields;
  readonly inputSchema: JsonSchema;
  readonly outputSchema: JsonSchema;
  /** Any one of these permissions admits an API key. When empty, only the customer in person may call. */
  readonly permissions: readonly KeyPermission[];
  /** Requires that the customer authenticated recently (security rule S6). */
  readonly needsRecentAuth: boolean;
  /** Requires a place that the session is known from, because it moves money or opens a way to it (security rule S6). */
  readonly needsKnownPlace: boolean;
};
export type PublicCall = CallBase & {
  readonly auth: 'public';
  readonly answer: (context: PublicContext, raw: JsonObject) => Answer | Promise<Answer>;
};
export type SessionCall = CallBase & {
  readonly auth: 'session';
  readonly answer: (context: SessionContext, raw: JsonObject) => Answer | Promise<Answer>;
  /** Reads the usual form of a request in one pass; null for any other form. Absent for most calls. */
  readonly readFlat?: (text: string) => FlatRequest | null;
};
export type Call = PublicCall | SessionCall;

/** The answer of a call: JSON text and status. */
export type Answer =
  | {
      readonly status: number;
      readonly body: string;
      /** Part of the request was not decided, so that a repeat must try again. */
      readonly isUnsettled?: boolean;
    }
  | CallRefusal;

/** A refusal in the generic form. It is returned as a value, never thrown. */
export class CallRefusal {
  readonly generic: Generic;
  readonly status: number;

  constructor(generic: Generic, status = 200) {
    this.generic = generic;
    this.status = status;
  }
}

export function refuseCall(kind: ErrorKind, detail: string | null = null, errormsg?: string): CallRefusal {
  return new CallRefusal(refused(kind, detail, errormsg));
}

/**
 * Refuses a change of the account itself without recent re-authentication, and a call about money from another place than the
 * session's. Clients prompt for it and repeat the call.
 */
export const reauthenticationRequired = refuseCall('operationFailed', 'Re-authentication required');

/** The result of `run`, which need not be a promise: a hot call has none of its own. */
type Outcome<Out> = Out | CallRefusal | Promise<Out | CallRefusal>;

/** The answer of a `run` that has nothing to return but success. */
export const done = accepted();

type PublicDeclaration<Groups extends keyof CustomerServices, F extends Fields, Out> = Declaration<F, Out> & {
  readonly run: (context: PublicContext<Groups>, input: InputOf<F>) => Outcome<Out>;
};
type SessionDeclaration<Groups extends keyof CustomerServices, F extends Fields, Out> = Declaration<
  F,
  Out
> & {
  readonly permissions: readonly KeyPermission[];
  readonly needsRecentAuth?: true;
  /** Set for calls that move money, or say where to. What needs a recent re-authentication needs a known place, too. */
  readonly isMoneyCall?: true;
  /** Reads the usual form of a request directly: for the calls that are made most. */
  readonly isHot?: true;
  readonly run: (context: SessionContext<Groups>, input: InputOf<F>) => Outcome<Out>;
};

/** Declares a call that needs no session. */
export function publicCall<F extends Fields, Out>(
  declaration: PublicDeclaration<keyof CustomerServices, F, Out>,
): PublicCall {
  const read = createInputReader(declaration.input);
  const run = createRun(declaration);
  const answer: PublicCall['answer'] = (context, raw) => {
    const input = read(raw);
    return input.ok ? run(context, input.value) : refuseCall('invalidRequest', input.detail);
  };
  const open = { permissions: [], needsRecentAuth: false, needsKnownPlace: false } as const;
  return { ...toCallBase(declaration), ...open, auth: 'public', answer };
}

/** Declares a call of a customer with a session, or of an API key with one of the permissions. */
export function sessionCall<F extends Fields, Out>(
  declaration: SessionDeclaration<keyof CustomerServices, F, Out>,
): SessionCall {
  const read = createInputReader(declaration.input);
  const run = createRun(declaration);
  const answer: SessionCall['answer'] = (context, raw) => {
    const input = read(raw);
    return input.ok ? run(context, input.value) : refuseCall('invalidRequest', input.detail);
  };
  const { permissions, needsRecentAuth = false, isMoneyCall = false, isHot = false } = declaration;
  const access = { permissions, needsRecentAuth, needsKnownPlace: needsRecentAuth || isMoneyCall };
  const base = { ...toCallBase(declaration), ...access, auth: 'session', answer } as const;
  return isHot ? { ...base, readFlat: createFlatRequestReader(declaration, run) } : base;
}

type ChapterCalls<Groups extends keyof CustomerServices> = {
  readonly publicCall: <F extends Fields, Out>(declaration: PublicDeclaration<Groups, F, Out>) => PublicCall;
  readonly sessionCall: <F extends Fields, Out>(
    declaration: SessionDeclaration<Groups, F, Out>,
  ) => SessionCall;
};

/** Returns `publicCall` and `sessionCall` for calls that see only these groups of the services. */
export function callsWith<Groups extends keyof CustomerServices = never>(): ChapterCalls<Groups> {
  return { publicCall, sessionCall };
}

/** Returns a function that runs the call and writes its answer. */
function createRun<F extends Fields, Out, Context>({
  output,
  run,
}: Declaration<F, Out> & {
  readonly run: (context: Context, input: InputOf<F>) => Outcome<Out>;
}): (context: Context, input: InputOf<F>) => Answer | Promise<Answer> {
  const write = (result: Out | CallRefusal): Answer =>
    result instanceof CallRefusal ? result : { status: 200, body: output.write(result, '') };
  return (context, input) => {
    const result = run(context, input);
    return result instanceof Promise ? result.then(write) : write(result);
  };
}

function createFlatRequestReader<F extends Fields, Out>(
  { input: fields, subject }: Declaration<F, Out>,
  run: (context: SessionContext, input: InputOf<F>) => Answer | Promise<Answer>,
): (text: string) => FlatRequest | null {
  const { OrderId, ...others } = claimFields;
  const all = { ...others, ...(subject?.OrderId && { OrderId }), ...fields };
  const read = createFlatReader(all) as (text: string) => (Claims & InputOf<F>) | null;
  return (text) => {
    const input = read(text);
    return input && { claims: input, answer: (context) => run(context, input) };
  };
}

function toCallBase<F extends Fields, Out>(
  declaration: Declaration<F, Out>,
): Omit<CallBase, 'permissions' | 'needsRecentAuth' | 'needsKnownPlace'> {
  const { name, aliases, omsId, subject, input, output, rate, about, example } = declaration;
  const { socketRate, countRequests, session, repeats, transport, bareList, decorateRefusal } = declaration;
  return {
    name,
    rate,
    about,
    example,
    fields: input,
    inputSchema: toJsonSchema(input),
    outputSchema: output.schema,
    ...(aliases && { aliases }),
    ...(omsId && { omsId }),
    ...(subject && { subject }),
    ...(socketRate && { socketRate }),
    ...(countRequests && { countRequests }),
    ...(session && { session }),
    ...(repeats && { repeats }),
    ...(transport && { transport }),
    ...(bareList && { bareList }),
    ...(decorateRefusal && { decorateRefusal }),
  };
}
