/** Bitcoin Core's JSON-RPC with a timeout; numbers are kept as text. */
import { ChainUnavailable } from '@salar/services/ports/chain-client';
import { boundedText } from '../http/bounded-text.ts';
import { findResult } from '../node-answers/find-result.ts';
import { readAnswer } from '../node-answers/read-answer.ts';
import { parseNumbersAsText } from '../node-answers/number-text.ts';
import { wholeSchema } from './bitcoin-answers.ts';

/** Security rule D4. */
const rpcTimeoutMs = 5000;

/** The node answered with an error. */
export class BitcoinRefusal extends Error {
  override readonly name = 'BitcoinRefusal';
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

export type BitcoinCall = { readonly method: string; readonly params?: readonly unknown[] };

export class BitcoinRpc {
  readonly #url: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #timeoutMs: number;
  #nextId = 1;

  /** @param url  including user and password, such as `http://user:password@127.0.0.1:8332` */
  constructor(url: string, timeoutMs = rpcTimeoutMs) {
    const { username, password, origin, pathname } = new URL(url);
    const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    this.#url = `${origin}${pathname}`;
    this.#headers = {
      'content-type': 'application/json',
      authorization: `Basic ${Buffer.from(credentials).toString('base64')}`,
    };
    this.#timeoutMs = timeoutMs;
  }

  /** @throws BitcoinRefusal when the node answers with an error; ChainUnavailable when its answer is unusable */
  async call(method: string, ...params: readonly unknown[]): Promise<unknown> {
    const [result] = await this.batch([{ method, params }]);
    return result;
  }

  /** Sends several calls in one request; one refused call fails all. */
  async batch(calls: readonly BitcoinCall[]): Promise<readonly unknown[]> {
    const first = this.#nextId;
    this.#nextId += calls.length;
    const requests = calls.map(({ method, params = [] }, place) => ({
      jsonrpc: '1.0',
      id: first + place,
      method,
      params,
    }));
    const answers = await this.#post(requests.length === 1 ? requests[0] : requests);
    const list = Array.isArray(answers) ? (answers as unknown[]) : [answers];
    return requests.map(({ id, method }) => findResult(list, { id: String(id), method }, toRefusal));
  }

  #send(body: string): Promise<Response> {
    return fetch(this.#url, {
      method: 'POST',
      headers: this.#headers,
      body,
      redirect: 'error', // our credentials are for this node only
      signal: AbortSignal.timeout(this.#timeoutMs),
    });
  }

  async #post(body: unknown): Promise<unknown> {
    try {
      const response = await this.#send(JSON.stringify(body)).catch((error: unknown) => {
        if (isReset(error)) return this.#send(JSON.stringify(body));
        throw error;
      });
      if (response.status === 401 || response.status === 403)
        throw new Error(`it rejected our user and password (status ${response.status})`);
      // Other statuses come with an error of the node, which is in the body.
      return parseNumbersAsText(await boundedText(response));
    } catch (cause) {
      throw new ChainUnavailable('the node did not answer', { cause });
    }
  }
}

/**
 * Returns true for a connection that the node closed: while it was idle, the next request finds out. Every call may be sent
 * twice, because each one reads, or sends a transaction that the network takes once.
 */
function isReset(error: unknown): boolean {
  const { cause } = error as { cause?: { code?: unknown } };
  return cause?.code === 'ECONNRESET' || cause?.code === 'UND_ERR_SOCKET';
}

function toRefusal({ code, message }: Record<string, unknown>): BitcoinRefusal {
  return new BitcoinRefusal(readAnswer(wholeSchema, code), String(message));
}
