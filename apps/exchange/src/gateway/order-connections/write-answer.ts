/** Writes a whole answer as one text, byte for byte as `node:http` and Fastify write it, except the time in `Date`. */
import { STATUS_CODES } from 'node:http';
import { toReportedHeaders } from '../http/http-answer.ts';
import type { HttpAnswer } from '../http/http-answer.ts';
import type { HttpRequest } from '../http/http-request.ts';

/** Headers that do not change while the exchange runs. */
export type SiteHeaders = Readonly<Record<string, string>>;

export type AnswerText = {
  readonly text: string;
  /** True when every character is one byte, which is cheaper to send. */
  readonly isAscii: boolean;
};

/**
 * @param site.keepAliveMs  how long the connection is kept when it is idle
 * @param site.siteHeaders  those of every answer
 */
export function writeHttpAnswer(
  answer: HttpAnswer,
  request: HttpRequest,
  { keepAliveMs, siteHeaders }: { readonly keepAliveMs: number; readonly siteHeaders: SiteHeaders },
): AnswerText {
  const { status, retryAfter, body } = answer;
  const length = Buffer.byteLength(body);
  const text =
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n` +
    formatHeaders(toReportedHeaders(request)) +
    (retryAfter === null ? '' : `retry-after: ${retryAfter}\r\n`) +
    formatFixedHeaders(answer.headers) +
    formatFixedHeaders(siteHeaders) +
    `content-length: ${length}\r\nDate: ${formatDate()}\r\nConnection: keep-alive\r\n` +
    `Keep-Alive: timeout=${Math.floor(keepAliveMs / 1000)}\r\n\r\n${body}`;
  return { text, isAscii: length === body.length };
}

function formatHeaders(headers: Readonly<Record<string, string>>): string {
  let text = '';
  for (const name in headers) text += `${name}: ${headers[name]}\r\n`;
  return text;
}

const fixedHeaders = new Map<SiteHeaders, string>();

function formatFixedHeaders(headers: SiteHeaders): string {
  let text = fixedHeaders.get(headers);
  if (text === undefined) {
    text = formatHeaders(headers);
    fixedHeaders.set(headers, text);
  }
  return text;
}

const date = { second: -1, text: '' };

/** Formats the current time for the header `Date`, once each second. */
function formatDate(): string {
  const second = Math.floor(Date.now() / 1000);
  if (second !== date.second) {
    date.second = second;
    date.text = new Date(second * 1000).toUTCString();
  }
  return date.text;
}
