/**
 * One mapper for everything that can go wrong between a screen and the server.
 *
 * Kinds are those of the product spec, section 7: no connection, too slow, an unreadable answer, an HTTP status; and a
 * refusal, which carries the server's own words.
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
 * The request left, and nobody can say whether it was carried out: 409 tells that the first one still runs, and a server
 * or a proxy that falls over may do so after the work.
 */
export function isOutcomeUnknown(failure: ApiFailure): boolean {
  if (failure.kind === 'HTTP') return failure.status === 409 || failure.status >= 500;
  return failure.kind !== 'REFUSED';
}
