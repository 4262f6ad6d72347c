/**
 * Defines the calls of the exchange as endpoints of the store. Requests and answers are typed by the client's
 * declarations: an unknown call, request field or answer field does not compile.
 */
import type { CallName } from '@salar/client/calls-over';
import type { CallInput, CallOutput } from '@salar/client/client';
import type { WireValue } from '@salar/client/lossless-json';
import { omsId } from './api.ts';
import type { ApiRequest } from './base-query.ts';
import type { Fit } from './wire/fit.ts';
import type { Wire, WireRow } from './wire/wire-row.ts';

/** The definition of an endpoint in the store. */
type CallEndpoint<Arg, Result> = {
  readonly query: (arg: Arg) => ApiRequest;
  readonly transformResponse: (answer: WireValue) => Result;
};

/** The answer of a call, not yet validated. */
export type AnswerOf<Name extends CallName> = Wire<CallOutput<Name>>;

/** One row of a call's answer. */
export type RowOf<Name extends CallName> = WireRow<
  CallOutput<Name> extends readonly (infer Row)[] ? Row : CallOutput<Name>
>;

type RequestOptions = Partial<Omit<ApiRequest, 'body'>>;

type DefineCall = <Name extends CallName, const Body extends object, Arg, Result>(
  name: Name,
  body: ((arg: Arg) => Body & Fit<Body, CallInput<Name>>) | null,
  read: (answer: AnswerOf<NoInfer<Name>>) => Result,
  /** Deviations from the default way to send a request. */
  manner?: (arg: NoInfer<Arg>) => RequestOptions,
) => CallEndpoint<Arg, Result>;

/** Defines a call of the main service. */
export const call = createDefineCall({});

/** Defines a call of the main service that names the order management system. */
export const omsCall = createDefineCall({ OMSId: omsId });

/** Uses the token of a sign-in that waits for its second factor; without one, the current session. */
export function inPendingSignIn({ pending2FaToken }: { readonly pending2FaToken?: string }): RequestOptions {
  return pending2FaToken ? { session: 'none', headers: { pending2fatoken: pending2FaToken } } : {};
}

function createDefineCall(always: object): DefineCall {
  return (name, body, read, manner) => ({
    query: (arg) => ({ path: `/AP/${name}`, body: { ...always, ...body?.(arg) }, ...manner?.(arg) }),
    transformResponse: (answer) => read(answer as never),
  });
}
