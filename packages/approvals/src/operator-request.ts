/** The text that an operator's command line signs for each request. */
import { createHash } from 'node:crypto';
import { installationPattern } from './installation.ts';
import { formatSignedText, readSignedText } from '@salar/protocol/signed-texts/signed-text';

export type OperatorRequestText = {
  /** The host name of the exchange: a request for one is refused by another. */
  readonly installation: string;
  readonly operator: string;
  /** 32 hexadecimal digits, chosen at random by the command line. */
  readonly session: string;
  /** A number from 1 on. A pair of session and number is accepted once. */
  readonly number: number;
  /** Milliseconds since 1970, by the operator's clock. */
  readonly at: number;
  /** `show` or `do`, a space, and the command, such as `do withdrawals accept`. */
  readonly method: string;
  /** SHA-256 of the request's body in hexadecimal. */
  readonly bodyHash: string;
};

const patterns = [
  ['installation', installationPattern],
  ['operator', /^[a-z][a-z0-9.-]{1,31}$/],
  ['session', /^[0-9a-f]{32}$/],
  ['number', /^[1-9][0-9]{0,8}$/],
  ['at', /^(?:0|[1-9][0-9]{0,14})$/],
  ['method', /^(?:show|do) [a-z]+(?: [a-z]+)?$/],
  ['body', /^[0-9a-f]{64}$/],
] as const;

/** Formats the text of a request; null when a field is malformed. */
export function formatOperatorRequest(request: OperatorRequestText): string | null {
  const { installation, operator, session, number, at, method, bodyHash } = request;
  const values = [installation, operator, session, String(number), String(at), method, bodyHash];
  if (!patterns.every(([, pattern], index) => pattern.test(values[index] ?? ''))) return null;
  return formatSignedText(
    'operator-request',
    patterns.map(([label], index) => [label, values[index] ?? ''] as const),
  );
}

/** Reads the text of a request; null for any text that `formatOperatorRequest` would not return. */
export function readOperatorRequest(text: string): OperatorRequestText | null {
  const lines = readSignedText('operator-request', text);
  if (lines === null) return null;
  const [installation, operator, session, number, at, method, bodyHash] = lines.map(([, value]) => value);
  const request = {
    installation: installation ?? '',
    operator: operator ?? '',
    session: session ?? '',
    number: Number(number),
    at: Number(at),
    method: method ?? '',
    bodyHash: bodyHash ?? '',
  };
  return formatOperatorRequest(request) === text ? request : null;
}

/** Computes the hash of a request's body, in hexadecimal. */
export function hashRequestBody(body: string): string {
  return createHash('sha256').update(body, 'utf8').digest('hex');
}
