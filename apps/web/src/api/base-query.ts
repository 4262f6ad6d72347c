/**
 * Sends every request to the server: parses JSON without losing digits, adds the session header and limits the waiting
 * time. `session-calls.ts` handles a session that is dead or too old for a call.
 */
import type { BaseQueryApi, BaseQueryFn } from '@reduxjs/toolkit/query/react';
import { loadRefusals } from '../i18n/refusals.ts';
import type { RequestError } from './failure.ts';
import { takeFirstAnswer } from './first-answers.ts';
import { sendWithSession } from './session-calls.ts';
import { recordSessionEnd } from './session-end.ts';
import { holdsRefusal, isRefusalAnswer, readGenericAnswer } from './wire/generic-answer.ts';
import { NoAnswer } from '@salar/client/errors';
import { sendRequest } from '@salar/client/http-request';
import type { WireValue } from '@salar/client/lossless-json';
import { parseLossless } from '@salar/client/lossless-json';

/** One request. `path` is relative to this origin, for example `/AP/GetProducts`. */
export type ApiRequest = {
  readonly path: string;
  readonly method?: 'GET' | 'POST';
  readonly body?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * How the call uses the session, when it is more than an ordinary call within it. `none`: the call is made before
   * there is a session. `renews`: its answer carries a new token for the session. `ends`: it signs out, so a session
   * that is already dead is no error.
   */
  readonly session?: 'none' | 'renews' | 'ends';
};

/** `keepsRefusal`: a `{result:false}` answer reaches the endpoint as data instead of becoming an error. */
export type ApiOptions = { readonly keepsRefusal?: boolean };

export type ApiAnswer =
  | { readonly data: WireValue; readonly error?: undefined }
  | { readonly error: RequestError; readonly data?: undefined };

const timeoutMs = 15_000;

export const baseQuery: BaseQueryFn<ApiRequest, WireValue, RequestError, ApiOptions> = async (
  request,
  api,
  options,
) => {
  const sendWith = (token: string | null, code?: string) =>
    send(code === undefined ? request : addCode(request, code), api, token);
  const answer =
    request.session === 'none' ? await sendWith(null) : await sendWithSession(sendWith, request, api);
  // The page shows the refusal as soon as it receives it, so the translations must be loaded first.
  if (holdsRefusal(answer.error ? answer.error.data : answer.data)) await loadRefusals();
  if (answer.error || options?.keepsRefusal || !isRefusalAnswer(answer.data)) return answer;
  const refusal = readGenericAnswer(answer.data);
  return { error: { status: 'CUSTOM_ERROR', error: refusal.message ?? '', data: refusal } };
};

/** Adds a code of the second factor to a request that was refused without one. */
function addCode(request: ApiRequest, code: string): ApiRequest {
  return { ...request, body: { ...request.body, TfaCode: code } };
}

async function send(request: ApiRequest, api: BaseQueryApi, token: string | null): Promise<ApiAnswer> {
  const { path, method = 'POST', headers = {} } = request;
  const body = method === 'POST' ? JSON.stringify(request.body ?? {}) : undefined;
  try {
    const { status, text, retryAfter, sessionEndsIn } = await sendRequest({
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
    if (sessionEndsIn !== null) recordSessionEnd(Number(sessionEndsIn), api);
    return readAnswer(status, text, retryAfter);
  } catch (error) {
    const isLate = error instanceof NoAnswer && error.isLate;
    return { error: { status: isLate ? 'TIMEOUT_ERROR' : 'FETCH_ERROR', error: String(error) } };
  }
}

/**
 * Parses the server's response. A refusal by HTTP status may have a body that is not JSON.
 *
 * @param retryAfter  the header `Retry-After`
 */
export function readAnswer(status: number, text: string, retryAfter: string | null): ApiAnswer {
  const isGood = status >= 200 && status <= 299;
  const wait =
    retryAfter !== null && /^\d+$/.test(retryAfter) ? { retryAfterSeconds: Number(retryAfter) } : {};
  try {
    const data = parseLossless(text);
    return isGood ? { data } : { error: { status, data, ...wait } };
  } catch (error) {
    if (!isGood) return { error: { status, data: text, ...wait } };
    return {
      error: { status: 'PARSING_ERROR', originalStatus: status, data: text, error: String(error) },
    };
  }
}
