/**
 * The one way to the server: lossless answers, the session header, a bound on waiting; and what happens when the session
 * is dead or too old for a call (`session-calls.ts`).
 */
import type { BaseQueryApi, BaseQueryFn, FetchBaseQueryError } from '@reduxjs/toolkit/query/react';
import { loadRefusals } from '../i18n/refusals.ts';
import { takeFirstAnswer } from './first-answers.ts';
import { sendWithSession } from './session-calls.ts';
import { noteSessionEnd } from './session-end.ts';
import { holdsRefusal, isRefusalAnswer, readGenericAnswer } from './wire/generic-answer.ts';
import { NoAnswer } from '@salar/client/errors';
import { sendRequest } from '@salar/client/http-request';
import type { WireValue } from '@salar/client/lossless-json';
import { parseLossless } from '@salar/client/lossless-json';

/** One request. `path` is from the root of this origin, for example `/AP/GetProducts`. */
export type ApiRequest = {
  readonly path: string;
  readonly method?: 'GET' | 'POST';
  readonly body?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * What the call has to do with the session where it is not just made with it. `none`: it is about beginning one.
   * `renews`: its answer brings a new token for it. `ends`: a session that is dead already is what it wants.
   */
  readonly session?: 'none' | 'renews' | 'ends';
};

/** `keepsRefusal`: a `{result:false}` answer reaches the endpoint as data instead of becoming an error. */
export type ApiOptions = { readonly keepsRefusal?: boolean };

export type ApiAnswer =
  | { readonly data: WireValue; readonly error?: undefined }
  | { readonly error: FetchBaseQueryError; readonly data?: undefined };

const timeoutMs = 15_000;

export const baseQuery: BaseQueryFn<ApiRequest, WireValue, FetchBaseQueryError, ApiOptions> = async (
  request,
  api,
  options,
) => {
  const ask = (token: string | null) => send(request, api, token);
  const answer = request.session === 'none' ? await ask(null) : await sendWithSession(ask, request, api);
  // The page shows a refusal as soon as it has it; until then it shows that it waits.
  if (holdsRefusal(answer.error ? answer.error.data : answer.data)) await loadRefusals();
  if (answer.error || options?.keepsRefusal || !isRefusalAnswer(answer.data)) return answer;
  const refusal = readGenericAnswer(answer.data);
  return { error: { status: 'CUSTOM_ERROR', error: refusal.message ?? '', data: refusal } };
};

async function send(request: ApiRequest, api: BaseQueryApi, token: string | null): Promise<ApiAnswer> {
  const { path, method = 'POST', headers = {} } = request;
  const body = method === 'POST' ? JSON.stringify(request.body ?? {}) : undefined;
  try {
    const { status, text, sessionEndsIn } = await sendRequest({
      url: (globalThis.location?.origin ?? '') + path,
      method,
      headers: {
        'content-type': 'application/json',
        ...headers,
        ...(token === null ? {} : { aptoken: token }),
      },
      body,
      fetch: takeFirstAnswer(path, body, token),
      timeoutMs,
      signal: api.signal,
    });
    if (sessionEndsIn !== null) noteSessionEnd(Number(sessionEndsIn), api);
    return readAnswer(status, text);
  } catch (error) {
    const isLate = error instanceof NoAnswer && error.isLate;
    return { error: { status: isLate ? 'TIMEOUT_ERROR' : 'FETCH_ERROR', error: String(error) } };
  }
}

/** What came back from the server. Refusals by status may have a body that is no JSON. */
export function readAnswer(status: number, text: string): ApiAnswer {
  const isGood = status >= 200 && status <= 299;
  try {
    const data = parseLossless(text);
    return isGood ? { data } : { error: { status, data } };
  } catch (error) {
    if (!isGood) return { error: { status, data: text } };
    return {
      error: { status: 'PARSING_ERROR', originalStatus: status, data: text, error: String(error) },
    };
  }
}
