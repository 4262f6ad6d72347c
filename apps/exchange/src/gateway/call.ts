/**
 * What a call is: declared once, with everything the guard, the documents and the test generators need to know.
 *
 * A call's `run` sees resolved objects only. Who is asking comes from the session; ids that the body claims are checked
 * by the guard before, against the same session (security rules G1, G2).
 */
import type { AccountId, OrderId, UserId } from '@salar/protocol';
import { accepted, createInputReader, refused, toJsonSchema } from '@salar/protocol/wire/index';
import type {
  ErrorKind,
  Fields,
  Generic,
  InputOf,
  JsonObject,
  JsonSchema,
  Shape,
} from '@salar/protocol/wire/index';
import type { SignedRequest } from '@salar/services/api-keys/request-signature';
import type { CustomerServices } from '@salar/services/compose/customer-services';
import type { KeyPermission } from '@salar/services/api-keys/key-permissions';
import type { StoreAnswer, IdempotentRequest } from '@salar/services/idempotency/idempotency-store';
import type { Origin } from '@salar/services/ports/request-origin';
import type { Session } from '@salar/services/sessions/session-service';
import type { User } from '@salar/store/tables/customers/users';
import type { RateLimitStatus } from './guard/rate-limits.ts';
import type { FrameSubscriptions } from './socket/subscriptions.ts';

/** How often a call may be made; figures in `rate-limits.ts`. */
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

/** Ids that a request may claim, and to what of the caller the guard resolves them. */
export type Subject = {
  readonly AccountId?: 'ownAccount';
  readonly UserId?: 'ownUser' | 'claimedUser';
  readonly OrderId?: 'ownOrder';
  readonly RequestCode?: 'ownTicket';
  readonly AccountWithdrawInfoId?: 'ownDestination';
  readonly APIKey?: 'ownKey';
};

export type IncomingRequest = {
  readonly ip: string;
  /** The `aptoken` header as it came, if it came. */
  readonly token: string | null;
  readonly origin: Origin;
  readonly header: (name: string) => string | undefined;
  /** The request as it came over HTTP, for whoever signed it. */
  readonly sent?: SignedRequest;
  /** Lets the client keep the token of its device, where it can: a browser, in a cookie that no script reads. */
  readonly keepDevice: (token: string) => void;
  /** What an upload carries. */
  readonly file?: Buffer | undefined;
  /** Takes how the caller's rate stands, for doors that can tell it; the last one counts. */
  readonly reportRateLimit?: (standing: RateLimitStatus) => void;
  /** Takes how long the caller's session goes on if nothing more is asked in it, for doors that can tell it. */
  readonly reportSessionLeft?: (milliseconds: number) => void;
  /** It came as a frame. */
  readonly isSocket?: boolean;
  /** Of the socket that asks: there for every call whose door is the socket. */
  readonly subscriptions?: FrameSubscriptions;
};

export type PublicContext = {
  readonly services: CustomerServices;
  readonly request: IncomingRequest;
  /** For calls with `UserId: 'claimedUser'`: whom the request names. A code proves the claim, never this id. */
  readonly claimedUserId: UserId | null;
};
export type SessionContext = {
  readonly services: CustomerServices;
  readonly request: IncomingRequest;
  readonly session: Session;
  readonly user: User;
  /** The account all ids were checked against. */
  readonly accountId: AccountId;
  /** Of a request that the client gave a key: what it is called by it, and how to keep its answer with the effect. */
  readonly keyed: { readonly name: string; readonly keep: StoreAnswer } | null;
  /** For calls with `OrderId: 'ownOrder'`: the id that was given, to be looked up in this account only. */
  readonly orderId: OrderId | null;
};

type Declaration<F extends Fields, Out> = {
  readonly name: string;
  /** Other names of the same call; case never matters. */
  readonly aliases?: readonly string[];
  /** `required`: the family refuses the call without OMSId. */
  readonly omsId?: 'required' | 'optional';
  readonly subject?: Subject;
  readonly input: F;
  readonly output: Shape<Out>;
  readonly rate: RateClass;
  /** The class on a socket, where it is another one. */
  readonly socketRate?: RateClass;
  /** One or two sentences for the API documents. */
  readonly about: string;
  readonly example: { readonly input: Readonly<Record<string, unknown>>; readonly output: unknown };
  /** How many calls of its class a request stands for; 1 without it. */
  readonly countRequests?: (raw: JsonObject) => number;
  /** What a granted answer does to the session of a socket; the token stands in the answer's `SessionToken`. */
  readonly session?: 'begins' | 'ends';
  /** It may be sent again under the same `Idempotency-Key`; so long its answer is kept. */
  readonly repeats?: IdempotentRequest['life'];
  /** By which doors it comes in; by both without it. */
  readonly transport?: 'socket';
  /** The request is a list: the name of the field that a bare list is taken for. */
  readonly bareList?: string;
  /** Adds what clients of this call look for to a generic refusal. */
  readonly decorateRefusal?: (answer: Generic) => Generic;
};

export type CallBase = Omit<Declaration<Fields, never>, 'output' | 'input'> & {
  readonly fields: Fields;
  readonly inputSchema: JsonSchema;
  readonly outputSchema: JsonSchema;
  /** Any of these lets an API key in; without one, only the customer in person comes in. */
  readonly permissions: readonly KeyPermission[];
  /** Only shortly after the customer proved who they are (security rule S6). */
  readonly needsRecentAuth: boolean;
};
export type PublicCall = CallBase & {
  readonly auth: 'public';
  readonly answer: (context: PublicContext, raw: JsonObject) => Promise<Answer>;
};
export type SessionCall = CallBase & {
  readonly auth: 'session';
  readonly answer: (context: SessionContext, raw: JsonObject) => Promise<Answer>;
};
export type Call = PublicCall | SessionCall;

/** What goes back: JSON text and status. */
export type Answer =
  | {
      readonly status: number;
      readonly body: string;
      /** A part of it was not decided: a repeat is to try again. */
      readonly isUnsettled?: boolean;
    }
  | CallRefusal;

/** A "no" in the generic form. A value, never thrown. */
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

/** What concerns the account itself is done shortly after a proof; clients ask for one and repeat the call. */
export const reauthenticationRequired = refuseCall('operationFailed', 'Re-authentication required');

/** What a call's `run` gives when it has nothing to tell but "done". */
export const done = accepted();

export function publicCall<F extends Fields, Out>(
  declaration: Declaration<F, Out> & {
    readonly run: (context: PublicContext, input: InputOf<F>) => Promise<Out | CallRefusal>;
  },
): PublicCall {
  const answer = createAnswer(declaration);
  return { ...toCallBase(declaration), permissions: [], needsRecentAuth: false, auth: 'public', answer };
}

export function sessionCall<F extends Fields, Out>(
  declaration: Declaration<F, Out> & {
    readonly permissions: readonly KeyPermission[];
    readonly needsRecentAuth?: true;
    readonly run: (context: SessionContext, input: InputOf<F>) => Promise<Out | CallRefusal>;
  },
): SessionCall {
  const answer = createAnswer(declaration);
  const { permissions, needsRecentAuth = false } = declaration;
  return { ...toCallBase(declaration), permissions, needsRecentAuth, auth: 'session', answer };
}

function createAnswer<F extends Fields, Out, Context>(
  declaration: Declaration<F, Out> & {
    readonly run: (context: Context, input: InputOf<F>) => Promise<Out | CallRefusal>;
  },
): (context: Context, raw: JsonObject) => Promise<Answer> {
  const read = createInputReader(declaration.input);
  const { output, run } = declaration;
  return async (context, raw) => {
    const input = read(raw);
    if (!input.ok) return refuseCall('invalidRequest', input.detail);
    const result = await run(context, input.value);
    if (result instanceof CallRefusal) return result;
    return { status: 200, body: output.write(result, '') };
  };
}

function toCallBase<F extends Fields, Out>(
  declaration: Declaration<F, Out>,
): Omit<CallBase, 'permissions' | 'needsRecentAuth'> {
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
