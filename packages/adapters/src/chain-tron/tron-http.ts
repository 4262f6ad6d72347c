/** A TRON full node's HTTP interface with a timeout; numbers are kept as text. */
import { ChainUnavailable } from '@salar/services/ports/chain-client';
import { parseNumbersAsText } from '../node-answers/number-text.ts';
import { RequestsLimited } from '../node-answers/try-request.ts';
import { boundedText } from '../http/bounded-text.ts';

/** The statuses of hosted nodes for too many requests. */
const limitStatuses: readonly number[] = [403, 429];
/** Security rule D4. */
const answerTimeoutMs = 5000;

export class TronHttp {
  readonly #url: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #timeoutMs: number;

  constructor(options: { url: string; apiKey?: string; timeoutMs?: number }) {
    this.#url = options.url.replace(/\/$/, '');
    this.#headers = {
      'content-type': 'application/json',
      ...(options.apiKey === undefined ? {} : { 'TRON-PRO-API-KEY': options.apiKey }),
    };
    this.#timeoutMs = options.timeoutMs ?? answerTimeoutMs;
  }

  /** @throws ChainUnavailable when the answer is unusable */
  async request(path: string, body: object = {}): Promise<unknown> {
    try {
      const response = await fetch(`${this.#url}/${path}`, {
        method: 'POST',
        headers: this.#headers,
        body: JSON.stringify(body),
        redirect: 'error', // our credentials are for this node only
        signal: AbortSignal.timeout(this.#timeoutMs),
      });
      if (limitStatuses.includes(response.status))
        throw new RequestsLimited(`the node answered with status ${response.status}`);
      if (!response.ok) throw new Error(`the node answered with status ${response.status}`);
      return parseNumbersAsText(await boundedText(response));
    } catch (cause) {
      if (cause instanceof RequestsLimited) throw cause;
      throw new ChainUnavailable('the node did not answer', { cause });
    }
  }
}
