/** Calls over HTTP: one request each, repeated where that is safe. */
import type { Caller } from './credentials.ts';
import type { CallOptions } from './call-options.ts';
import {
  KeyReused,
  NoAnswer,
  NotSignedIn,
  OutOfService,
  parseRefusal,
  StillRunning,
  TooManyRequests,
  UnexpectedAnswer,
} from './errors.ts';
import type { SalarError } from './errors.ts';
import { sendRequest } from './http-request.ts';
import { parseLossless } from './lossless-json.ts';
import type { WireValue } from './lossless-json.ts';

export type HttpOptions = {
  /** The address of the exchange, such as `https://exchange.example`. */
  readonly url: string;
  readonly caller: Caller;
  readonly fetch?: typeof fetch | undefined;
  readonly timeoutMs?: number | undefined;
};

const timeoutMsUsual = 15_000;
/** How often a request is repeated. */
const repeatsMax = 2;
/** When the server demands a longer wait than this, the caller gets the error instead. */
const waitMsMax = 10_000;

export class HttpCalls {
  readonly #options: HttpOptions;

  constructor(options: HttpOptions) {
    this.#options = options;
  }

  /**
   * @param mayRepeat  whether sending it twice has the same effect as sending it once
   * @returns the answer, with its numbers as text
   * @throws SalarRefusal when the exchange refuses, and the other errors of `errors.ts`
   */
  async call(
    name: string,
    payload: object,
    { mayRepeat, ...options }: CallOptions & { readonly mayRepeat: boolean },
  ): Promise<WireValue> {
    const { signal } = options;
    for (let repeats = 0; ; repeats += 1) {
      try {
        return await this.#sendAsCaller(name, payload, options);
      } catch (error) {
        const waitMs = mayRepeat && repeats < repeatsMax ? computeRetryDelayMs(error, repeats) : null;
        if (waitMs === null || waitMs > waitMsMax) throw error;
        await pause(waitMs, signal);
      }
    }
  }

  /** An unauthenticated request had no effect, so it may be sent again with a new session. */
  async #sendAsCaller(name: string, payload: object, options: CallOptions): Promise<WireValue> {
    try {
      return await this.#send(name, payload, options);
    } catch (error) {
      if (!(error instanceof NotSignedIn) || !this.#options.caller.renew()) throw error;
      return this.#send(name, payload, options);
    }
  }

  async #send(name: string, payload: object, options: CallOptions): Promise<WireValue> {
    const { url, caller, fetch } = this.#options;
    const { signal, idempotencyKey, timeoutMs = this.#options.timeoutMs ?? timeoutMsUsual } = options;
    const outgoing = { method: 'POST', target: `/AP/${name}`, body: JSON.stringify(payload) };
    const { status, text, ...answered } = await sendRequest({
      url: url.replace(/\/$/, '') + outgoing.target,
      method: outgoing.method,
      headers: {
        'content-type': 'application/json',
        ...(await caller.buildHeaders(outgoing)),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      },
      body: outgoing.body,
      timeoutMs,
      signal,
      fetch,
    });
    const retryAfter = parseSeconds(answered.retryAfter);
    if (status === 401) throw new NotSignedIn('Not signed in');
    if (status === 409) throw toConflictError(text, retryAfter);
    if (status === 429) throw new TooManyRequests(retryAfter);
    if (status === 503) throw new OutOfService(retryAfter);
    const answer = readAnswer(text, status);
    const refusal = parseRefusal(answer);
    if (refusal !== null) throw refusal;
    if (status !== 200) throw new UnexpectedAnswer(`Status ${status}: ${text.slice(0, 200)}`);
    return answer;
  }
}

function toConflictError(text: string, retryAfter: number | null): SalarError {
  return text === 'REQUEST IN PROGRESS' ? new StillRunning(retryAfter) : new KeyReused(text);
}

function readAnswer(text: string, status: number): WireValue {
  try {
    return parseLossless(text);
  } catch (cause) {
    throw new UnexpectedAnswer(`Status ${status}: ${text.slice(0, 200)}`, { cause });
  }
}

const passing = [NoAnswer, OutOfService, TooManyRequests, StillRunning];

/** Returns how long to wait before the next attempt; null when another one is pointless. */
function computeRetryDelayMs(error: unknown, repeats: number): number | null {
  if (!passing.some((kind) => error instanceof kind)) return null;
  const { retryAfterSeconds: asked = null } = error as { readonly retryAfterSeconds?: number | null };
  return asked === null ? 250 * 2 ** repeats * (1 + Math.random()) : asked * 1000;
}

function parseSeconds(retryAfter: string | null): number | null {
  return retryAfter !== null && /^\d+$/.test(retryAfter) ? Number(retryAfter) : null;
}

async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(over, ms);
    signal?.addEventListener('abort', over, { once: true });
    function over(): void {
      clearTimeout(timer);
      signal?.removeEventListener('abort', over);
      if (signal?.aborted) reject(signal.reason);
      else resolve();
    }
  });
}
