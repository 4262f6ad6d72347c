/**
 * The calls of the exchange as endpoints of the store. What is asked and what is answered goes by the client's
 * declarations: a call, a field of a request or a field of an answer that does not exist is an error of types.
 */
import type { CallName } from '@salar/client/calls-over';
import type { CallInput, CallOutput } from '@salar/client/client';
import type { WireValue } from '@salar/client/lossless-json';
import { omsId } from './api.ts';
import type { ApiRequest } from './base-query.ts';
import type { Fit } from './wire/fit.ts';
import type { Wire, WireRow } from './wire/wire-row.ts';

/** What an endpoint of the store is defined with. */
type CallEndpoint<Arg, Result> = {
  readonly query: (arg: Arg) => ApiRequest;
  readonly transformResponse: (answer: WireValue) => Result;
};

/** What a call answers. */
export type AnswerOf<Name extends CallName> = Wire<CallOutput<Name>>;

/** One row of what a call answers. */
export type RowOf<Name extends CallName> = WireRow<
  CallOutput<Name> extends readonly (infer Row)[] ? Row : CallOutput<Name>
>;

type RequestOptions = Partial<Omit<ApiRequest, 'body'>>;

type DefineCall = <Name extends CallName, const Body extends object, Arg, Result>(
  name: Name,
  body: ((arg: Arg) => Body & Fit<Body, CallInput<Name>>) | null,
  read: (answer: AnswerOf<NoInfer<Name>>) => Result,
  /** How the request goes where it does not go like all others. */
  manner?: (arg: NoInfer<Arg>) => RequestOptions,
) => CallEndpoint<Arg, Result>;

/** A call of the main service. */
export const call = createDefineCall({});

/** A call of the main service that names the order management system. */
export const omsCall = createDefineCall({ OMSId: omsId });

/** Of a sign-in that waits for a second factor, whose token it carries; of the present session without one. */
export function inPendingSignIn({ pending2FaToken }: { readonly pending2FaToken?: string }): RequestOptions {
  return pending2FaToken ? { session: 'none', headers: { pending2fatoken: pending2FaToken } } : {};
}

function createDefineCall(always: object): DefineCall {
  return (name, body, read, manner) => ({
    query: (arg) => ({ path: `/AP/${name}`, body: { ...always, ...body?.(arg) }, ...manner?.(arg) }),
    transformResponse: (answer) => read(answer as never),
  });
}
