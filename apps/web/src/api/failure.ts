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
  | { readonly kind: 'HTTP'; readonly status: number; readonly data: unknown }
  | { readonly kind: 'REFUSED'; readonly message: string | null; readonly detail: string | null };

export type ApiError = FetchBaseQueryError | SerializedError;

export function toFailure(error: ApiError): ApiFailure {
  if (!('status' in error)) return { kind: 'PARSING_ERROR' };
  const { status } = error;
  if (typeof status === 'number') return { kind: 'HTTP', status, data: error.data };
  if (status === 'CUSTOM_ERROR') {
    const refusal = error.data as GenericAnswer;
    return { kind: 'REFUSED', message: refusal.message, detail: refusal.detail };
  }
  return { kind: status };
}

/**
 * True when the request may have been carried out: 409 means that the first one is still running, and a server or proxy
 * may fail after the work is done.
 */
export function isOutcomeUnknown(failure: ApiFailure): boolean {
  if (failure.kind === 'HTTP') return failure.status === 409 || failure.status >= 500;
  return failure.kind !== 'REFUSED';
}
