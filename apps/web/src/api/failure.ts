/**
 * Maps everything that can go wrong between a screen and the server to one type.
 *
 * The kinds are those of the product spec, section 7: no connection, timeout, an unreadable answer, an HTTP status, and
 * a refusal, which carries the server's message.
 */
import type { SerializedError } from '@reduxjs/toolkit';
import type { FetchBaseQueryError } from '@reduxjs/toolkit/query/react';
import type { GenericAnswer } from './wire/generic-answer.ts';

export type ApiFailure =
  | { readonly kind: 'FETCH_ERROR' }
  | { readonly kind: 'TIMEOUT_ERROR' }
  | { readonly kind: 'PARSING_ERROR' }
  | ({ readonly kind: 'HTTP' } & StatusError)
  | { readonly kind: 'REFUSED'; readonly message: string | null; readonly detail: string | null };

/** An answer with an HTTP status outside 200 to 299. */
type StatusError = {
  readonly status: number;
  readonly data: unknown;
  /** After how many seconds the server accepts the request, when it says so (`Retry-After`). */
  readonly retryAfterSeconds?: number;
};

/** The error of a request. */
export type RequestError = Exclude<FetchBaseQueryError, { status: number }> | StatusError;

export type ApiError = RequestError | SerializedError;

export function toFailure(error: ApiError): ApiFailure {
  if (!('status' in error)) return { kind: 'PARSING_ERROR' };
  if (isStatusError(error)) return { kind: 'HTTP', ...error };
  if (error.status === 'CUSTOM_ERROR') {
    const refusal = error.data as GenericAnswer;
    return { kind: 'REFUSED', message: refusal.message, detail: refusal.detail };
  }
  return { kind: error.status };
}

function isStatusError(error: RequestError): error is StatusError {
  return typeof error.status === 'number';
}

/**
 * True when the request may have been carried out: 409 means that the first one is still running, and a server or proxy
 * may fail after the work is done.
 */
export function isOutcomeUnknown(failure: ApiFailure): boolean {
  if (failure.kind === 'HTTP') return failure.status === 409 || failure.status >= 500;
  return failure.kind !== 'REFUSED';
}
