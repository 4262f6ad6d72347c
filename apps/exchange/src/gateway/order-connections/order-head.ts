/**
 * Reads the one form of an HTTP/1.1 request that the order reader accepts.
 *
 * Our reader never interprets what `node:http` could read differently, which is what request smuggling needs. It accepts
 * exactly this form, in which nothing is left to interpretation, and leaves every other one to `node:http`:
 *
 * - the request line is one of the two below, byte for byte;
 * - each header is `Name: value` with one blank, a name that is in the list below and occurs once, and a value of
 *   printable ASCII without a blank at either end, and lines end with CR LF;
 * - `Content-Length` is there, in plain digits; `Transfer-Encoding`, `Expect`, `Upgrade` and `Trailer` are not in the
 *   list, and `Connection` is `keep-alive`;
 * - nothing follows the body: requests that were sent without waiting for the answer are not read here.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { Call } from '../call.ts';
import { cancelOrder } from '../calls/orders/cancel-order.ts';
import { sendOrder } from '../calls/orders/send-order.ts';
import { bodyBytesMax } from '../http/read-request.ts';

export type OrderHead = {
  readonly call: Call;
  readonly method: 'POST';
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  /** Where the body begins. */
  readonly bodyAt: number;
  /** Bytes of head and body together; the body may not have arrived yet. */
  readonly length: number;
  /** The body with one character for each byte; null while it has not arrived, and for a long one. */
  readonly bodyText: string | null;
};

const requestLines = [sendOrder, cancelOrder].map((call) => {
  const target = `/AP/${call.name}`;
  return { call, target, line: `POST ${target} HTTP/1.1\r\n` };
});

/** Far below the bound of `node:http`, so that it decides about long heads. */
const headLengthMax = 8 * 1024;

/** Every other header makes the request one for `node:http`, also when it has no meaning for us. */
const knownHeaders: ReadonlySet<string> = new Set([
  'host',
  'connection',
  'content-length',
  'content-type',
  'accept',
  'accept-encoding',
  'accept-language',
  'cache-control',
  'pragma',
  'cookie',
  'origin',
  'referer',
  'user-agent',
  'aptoken',
  'authorization',
  'apikey',
  'nonce',
  'signature',
  'userid',
  'x-salar-timestamp',
  'x-salar-nonce',
  'x-salar-signature',
  'idempotency-key',
  'x-forwarded-for',
  'x-forwarded-proto',
  'x-forwarded-host',
  'x-forwarded-port',
  'x-real-ip',
  'x-request-id',
  'sec-fetch-dest',
  'sec-fetch-mode',
  'sec-fetch-site',
  'sec-ch-ua',
  'sec-ch-ua-mobile',
  'sec-ch-ua-platform',
  'priority',
  'dnt',
]);

const valuePattern = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;
const lengthPattern = /^[1-9]\d{0,4}$/;

/** Reads the head of a request, which has to be complete. @returns null for anything that `node:http` has to read */
export function readOrderHead(bytes: Buffer): OrderHead | null {
  const text = bytes.toString('latin1', 0, headLengthMax);
  const known = requestLines.find(({ line }) => text.startsWith(line));
  if (known === undefined) return null;
  const headEnd = text.indexOf('\r\n\r\n', known.line.length - 2);
  if (headEnd < 0) return null;
  const headers = readHeaders(text, known.line.length, headEnd);
  if (headers === null) return null;
  const { host, connection, 'content-length': size } = headers;
  if (host === undefined || size === undefined || !lengthPattern.test(size)) return null;
  if (connection !== undefined && connection.toLowerCase() !== 'keep-alive') return null;
  const bodyAt = headEnd + 4;
  const bodyLength = Number(size);
  if (bodyLength > bodyBytesMax || bytes.length > bodyAt + bodyLength) return null;
  const { call, target } = known;
  const length = bodyAt + bodyLength;
  const bodyText = text.length === length ? text.slice(bodyAt) : null;
  return { call, method: 'POST', target, headers, bodyAt, length, bodyText };
}

/** Reads the lines from `start`, where the first header begins, to `end`, where the last one ends. */
function readHeaders(text: string, start: number, end: number): Record<string, string> | null {
  const headers: Record<string, string> = {};
  for (let at = start; at < end;) {
    const crlf = text.indexOf('\r\n', at);
    const lineEnd = crlf < 0 || crlf > end ? end : crlf;
    const colon = text.indexOf(': ', at);
    if (colon < 0 || colon > lineEnd) return null;
    const name = text.slice(at, colon).toLowerCase();
    const value = text.slice(colon + 2, lineEnd);
    if (!knownHeaders.has(name) || !valuePattern.test(value) || headers[name] !== undefined) return null;
    headers[name] = value;
    at = lineEnd + 2;
  }
  return headers;
}
