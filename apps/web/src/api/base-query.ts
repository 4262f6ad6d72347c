/**
 * The one way to the server: lossless answers, the session header, a bound on waiting, and the end of a dead session.
 */
import { fetchBaseQuery } from '@reduxjs/toolkit/query/react';
import type { BaseQueryFn, FetchBaseQueryError } from '@reduxjs/toolkit/query/react';
import { selectSessionToken, signedOut } from '../app/session-slice.ts';
import { isRefusalAnswer, readGenericAnswer } from './wire/generic-answer.ts';
import type { WireValue } from './wire/lossless-json.ts';
import { parseLossless } from './wire/lossless-json.ts';

/** One request. `path` is from the root of this origin, for example `/AP/GetProducts`. */
export type ApiRequest = {
  readonly path: string;
  readonly method?: 'GET' | 'POST';
  readonly body?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
};

/** `keepsRefusal`: a `{result:false}` answer reaches the endpoint as data instead of becoming an error. */
export type ApiOptions = { readonly keepsRefusal?: boolean };

const timeoutMs = 15_000;

const send = fetchBaseQuery({
  baseUrl: globalThis.location?.origin ?? '',
  timeout: timeoutMs,
  responseHandler: async (response) => parseLossless(await response.text()),
  prepareHeaders: (headers, { getState }) => {
    headers.set('content-type', 'application/json');
    const token = selectSessionToken(getState() as Parameters<typeof selectSessionToken>[0]);
    if (token && !headers.has('authorization') && !headers.has('pending2fatoken'))
      headers.set('aptoken', token);
    return headers;
  },
});

export const baseQuery: BaseQueryFn<ApiRequest, WireValue, FetchBaseQueryError, ApiOptions> = async (
  request,
  api,
  options,
) => {
  const { path, method = 'POST', body = {}, headers = {} } = request;
  const hadSession = selectSessionToken(api.getState() as Parameters<typeof selectSessionToken>[0]) !== null;
  const answer = await send(
    { url: path, method, headers, ...(method === 'POST' ? { body } : {}) },
    api,
    options ?? {},
  );
  if (answer.error) {
    if (hadSession && httpStatusOf(answer.error) === 401) api.dispatch(signedOut());
    return { error: answer.error };
  }
  const value = answer.data as WireValue;
  if (!options?.keepsRefusal && isRefusalAnswer(value)) {
    const refusal = readGenericAnswer(value);
    return { error: { status: 'CUSTOM_ERROR', error: refusal.message ?? '', data: refusal } };
  }
  return { data: value };
};

/** The HTTP status behind a failure, or null when no answer came. */
function httpStatusOf(error: FetchBaseQueryError): number | null {
  if (typeof error.status === 'number') return error.status;
  return error.status === 'PARSING_ERROR' ? error.originalStatus : null;
}
