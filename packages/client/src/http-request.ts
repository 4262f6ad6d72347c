/** Sends one request over HTTP, and returns the answer unchanged. */
import { NoAnswer } from './errors.ts';

export type HttpRequest = {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /** How long the request waits for its whole answer. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  readonly fetch?: typeof fetch | undefined;
};

export type HttpAnswer = {
  readonly status: number;
  readonly text: string;
  readonly retryAfter: string | null;
  /** The seconds until the session ends unless another request is made in it; null without a session. */
  readonly sessionEndsIn: string | null;
};

/**
 * Sends a request once.
 *
 * @throws NoAnswer when none arrived; the signal's reason when the request was aborted
 */
export async function sendRequest(request: HttpRequest): Promise<HttpAnswer> {
  const { url, method, headers, body, timeoutMs, signal, fetch: send = fetch } = request;
  signal?.throwIfAborted();
  // One signal for both reasons, without `AbortSignal.any`: not every browser in use has it.
  const end = new AbortController();
  const giveUp = () => end.abort();
  signal?.addEventListener('abort', giveUp);
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    end.abort();
  }, timeoutMs);
  try {
    const init = { method, headers, signal: end.signal, ...(body !== undefined && { body }) };
    const response = await send(url, init);
    const text = await response.text();
    return {
      status: response.status,
      text,
      retryAfter: response.headers.get('retry-after'),
      sessionEndsIn: response.headers.get('session-ends-in'),
    };
  } catch (cause) {
    signal?.throwIfAborted();
    throw new NoAnswer(isLate ? 'No answer in time' : 'No connection', { wasSent: true, isLate, cause });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', giveUp);
  }
}
