/** Converts the result of a call to an answer of HTTP: status, headers in their order, and body. Both readers write it. */
import { writeAnswerBody } from '../call-dispatcher.ts';
import type { DispatchResult } from '../call-dispatcher.ts';
import type { Call } from '../call.ts';
import { notAuthorized } from '../guard/guard.ts';
import type { AnswerHeaders } from './cross-origin.ts';
import { rateHeaders, sessionHeaders, textHeaders } from './security-headers.ts';
import type { HttpRequest } from './http-request.ts';

export type HttpAnswer = {
  readonly status: number;
  /** In seconds; null when there is nothing to wait for. */
  readonly retryAfter: number | null;
  /** JSON for an answer of a call, plain text for a refusal that no call decided. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

/** Converts the result of a dispatched call; a refusal before the call is plain text, which clients recognise. */
export function toHttpAnswer(call: Call, result: DispatchResult, headers: AnswerHeaders): HttpAnswer {
  const refuse = (status: number, text: string, retryAfter: number | null = null): HttpAnswer => ({
    ...toTextAnswer(status, text, retryAfter),
    headers: headers.text,
  });
  if (result === notAuthorized) return refuse(401, 'NOT AUTHORIZED');
  if ('conflict' in result)
    return result.conflict === 'running'
      ? refuse(409, 'REQUEST IN PROGRESS', 1)
      : refuse(409, 'IDEMPOTENCY KEY REUSED');
  if (!('tryLater' in result))
    return {
      status: result.status,
      retryAfter: null,
      headers: headers.json,
      body: writeAnswerBody(call, result),
    };
  return result.tryLater === 'rate'
    ? refuse(429, 'TOO MANY REQUESTS', result.seconds)
    : refuse(503, 'SERVICE UNAVAILABLE', result.seconds);
}

/** @param retryAfter  in seconds */
export function toTextAnswer(status: number, text: string, retryAfter: number | null = null): HttpAnswer {
  return { status, retryAfter, headers: textHeaders, body: text };
}

/** Returns the headers about the caller's rate limit and session, as far as the request reached them. */
export function toReportedHeaders({
  rateLimit,
  sessionLeftMs,
}: HttpRequest): Readonly<Record<string, string>> {
  return {
    ...(rateLimit && rateHeaders(rateLimit)),
    ...(sessionLeftMs !== null && sessionHeaders(sessionLeftMs)),
  };
}
