/** The form of operators' requests: a method, a body of JSON, and the signature over both. */
import { randomInt } from 'node:crypto';
import { formatOperatorRequest, hashRequestBody } from '@salar/approvals/operator-request';
import { assert } from '@salar/protocol';
import type { Params } from './act.ts';
import type { PreviewRequest } from './act-performer.ts';
import type { OperatorCredentials } from './operator-registry.ts';

export type OperatorRequest = {
  /** JSON: `params` by name and, to perform what was previewed, its digest `seen`. */
  readonly body: string;
  readonly proof: OperatorSignature | UnsignedProof;
  /** A packed file, whose hash is a parameter. */
  readonly file?: string;
};

export type OperatorSignature = {
  /** The text of the request with the hash of the body, as `formatOperatorRequest` returns it. */
  readonly text: string;
  readonly signature: string;
};

/** Accepted for the first operator, and for the key of an operator of version 0.1, who proves a secret. */
export type UnsignedProof = {
  /** `show` or `do`, a space, and the command. */
  readonly method: string;
  readonly credentials: OperatorCredentials | null;
};

export type OperatorCall = {
  readonly command: string;
  readonly params: Params;
  /** A packed file, whose hash is a parameter. */
  readonly file?: string;
} & PreviewRequest;

/** Splits a method into mode and command; null when it is not one. */
export function readMethod(
  method: string,
): { readonly mode: 'show' | 'do'; readonly command: string } | null {
  const [, mode, command = ''] = /^(show|do) (.+)$/.exec(method) ?? [];
  return mode === 'show' || mode === 'do' ? { mode, command } : null;
}

/** Reads the body of a request strictly; null for anything else. */
export function readBody(body: string): Pick<OperatorCall, 'params' | 'seen'> | null {
  const { params, seen, ...rest } = parseObject(body) ?? {};
  const texts = toTexts(params);
  if (texts === null || Object.keys(rest).length > 0) return null;
  if (seen === undefined) return { params: texts };
  return typeof seen === 'string' ? { params: texts, seen } : null;
}

/** Reads a JSON object of texts by name; null for anything else. */
export function readTexts(json: string): Params | null {
  return toTexts(parseObject(json));
}

function toTexts(value: unknown): Params | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const texts = Object.entries(value).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return texts.length === Object.keys(value).length ? Object.fromEntries(texts) : null;
}

/** Formats a method and a body. */
export function formatCall({ command, params, mode, seen }: OperatorCall) {
  return {
    method: `${mode} ${command}`,
    body: JSON.stringify(seen === undefined ? { params } : { params, seen }),
  };
}

export type RequestSignerOptions = {
  /** The host name of the exchange. */
  readonly installation: string;
  readonly operator: string;
  /** 32 hexadecimal digits, chosen at random. */
  readonly session: string;
  /** Signs a text with the operator's key. */
  readonly sign: (text: string) => string;
  readonly clock: () => number;
};

/** Signs requests of one session, with numbers from a random one on, so that several runs can share the session. */
export class RequestSigner {
  readonly #options: RequestSignerOptions;
  #number = randomInt(1, 500_000_000);

  constructor(options: RequestSignerOptions) {
    this.#options = options;
  }

  /** @throws when the operator's name or the installation is malformed, or when the key cannot sign */
  sign(call: OperatorCall): OperatorRequest {
    const { installation, operator, session, sign, clock } = this.#options;
    const { method, body } = formatCall(call);
    this.#number += 1;
    const text = formatOperatorRequest({
      installation,
      operator,
      session,
      number: this.#number,
      at: clock(),
      method,
      bodyHash: hashRequestBody(body),
    });
    assert(text !== null, `${operator} at ${installation} is the name of an operator at a host`);
    const { file } = call;
    return { body, proof: { text, signature: sign(text) }, ...(file === undefined ? {} : { file }) };
  }
}

function parseObject(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
