/**
 * Calls to Avenia: signed headers, a timeout, and a distinction between failures without effect and unclear ones.
 *
 * Errors contain nothing of the provider's answer: it may name a person.
 */
import { createPrivateKey, sign } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { retry } from '@salar/protocol/backoff';
import type { Backoff } from '@salar/protocol/backoff';
import { RampRefused, RampUnavailable } from '@salar/services/ports/ramp-provider';
import { boundedText } from '../http/bounded-text.ts';
import { pauseAbout } from '../pause-about.ts';

export type AveniaSettings = {
  /** Without `/v2` and without a trailing slash. */
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly privateKeyPem: string;
};

/** One call; `path` begins with `/v2`, as it is sent, query included. */
export type AveniaCall = { readonly method: 'GET' | 'POST'; readonly path: string; readonly body?: object };

export type AveniaHttpOptions = AveniaSettings & {
  readonly timeoutMs?: number;
  readonly now?: () => number;
};

const timeoutMsDefault = 30_000;
const readTries = 3;
const backoff: Backoff = { firstMs: 300, maxMs: 5_000 };
const answerBytesMax = 2_000_000;
/** Statuses (besides every 5xx) after which the requested object may exist. */
const unclearStatuses = new Set([401, 403, 408, 409, 429]);

export class AveniaHttp {
  readonly #options: AveniaHttpOptions;
  readonly #key: KeyObject;
  readonly #now: () => number;

  /** @throws when the private key is malformed */
  constructor(options: AveniaHttpOptions) {
    this.#options = options;
    this.#key = createPrivateKey(options.privateKeyPem);
    this.#now = options.now ?? Date.now;
  }

  /**
   * Reads, and retries when that may help.
   * @throws RampRefused, RampUnavailable
   */
  async read(path: string): Promise<unknown> {
    return retry(() => this.send({ method: 'GET', path }), {
      backoff,
      canRetry: (error, failures) => error instanceof RampUnavailable && failures < readTries,
      pause: pauseAbout,
    });
  }

  /**
   * Makes one call, once.
   * @throws RampRefused, RampUnavailable
   */
  async send(call: AveniaCall): Promise<unknown> {
    const { method, path } = call;
    const body = call.body === undefined ? '' : JSON.stringify(call.body);
    const place = `${method} ${path.split('?', 1)[0]}`;
    const answer = await this.#fetch(call, body, place);
    if (answer.status >= 200 && answer.status <= 299) return parsed(answer.text, place);
    const failure = `${place} was answered with ${answer.status}`;
    if (answer.status >= 500 || unclearStatuses.has(answer.status))
      throw new RampUnavailable(failure, { cause: answer.status });
    throw new RampRefused(failure, { cause: answer.status });
  }

  async #fetch(
    { method, path }: AveniaCall,
    body: string,
    place: string,
  ): Promise<{ readonly status: number; readonly text: string }> {
    try {
      const response = await fetch(this.#options.baseUrl + path, {
        method,
        headers: {
          ...this.#signed(`${method}${path}${body}`),
          ...(body !== '' && { 'content-type': 'application/json' }),
        },
        ...(body !== '' && { body }),
        redirect: 'error',
        signal: AbortSignal.timeout(this.#options.timeoutMs ?? timeoutMsDefault),
      });
      return { status: response.status, text: await boundedText(response, answerBytesMax) };
    } catch (error) {
      throw new RampUnavailable(`${place} got no answer`, { cause: error });
    }
  }

  #signed(request: string): Record<string, string> {
    const timestamp = String(this.#now());
    return {
      'x-api-key': this.#options.apiKey,
      'x-api-timestamp': timestamp,
      'x-api-signature': sign('RSA-SHA256', Buffer.from(timestamp + request), this.#key).toString('base64'),
    };
  }
}

function parsed(text: string, place: string): unknown {
  try {
    return text === '' ? null : JSON.parse(text);
  } catch {
    throw new RampUnavailable(`${place} returned an unreadable answer`);
  }
}
