/** A small JSON-RPC client that trusts nothing: timeouts, checked ids, and every field validated. */
import { ChainUnavailable } from '@salar/services/ports/chain-client';
import { boundedText } from '../http/bounded-text.ts';
import { RequestsLimited } from '../node-answers/try-request.ts';
import { findResult } from '../node-answers/find-result.ts';

/** Security rule D4. */
const rpcTimeoutMs = 5000;

export type RpcLimits = { readonly timeoutMs?: number | undefined; readonly bytesMax?: number };

export type RpcCall = { readonly method: string; readonly params: readonly unknown[] };

/** The node answered with an error; `message` is the node's text. */
export class RpcRefusal extends Error {
  override readonly name = 'RpcRefusal';
}

export class JsonRpc {
  readonly #url: string;
  readonly #limits: RpcLimits;
  #nextId = 1;

  constructor(url: string, limits: RpcLimits = {}) {
    this.#url = url;
    this.#limits = limits;
  }

  /** @throws RpcRefusal when the node answers with an error; ChainUnavailable when its answer is unusable */
  async call(method: string, ...params: readonly unknown[]): Promise<unknown> {
    const [result] = await this.batch([{ method, params }]);
    return result;
  }

  /** Sends several calls in one request; one refused call fails all. */
  async batch(calls: readonly RpcCall[]): Promise<readonly unknown[]> {
    const first = this.#nextId;
    this.#nextId += calls.length;
    const requests = calls.map((call, index) => ({ jsonrpc: '2.0', id: first + index, ...call }));
    const answers = await this.#post(requests.length === 1 ? requests[0] : requests);
    const list = Array.isArray(answers) ? (answers as unknown[]) : [answers];
    return requests.map((request) =>
      findResult(list, request, ({ message }) => new RpcRefusal(`${request.method}: ${String(message)}`)),
    );
  }

  async #post(body: unknown): Promise<unknown> {
    try {
      const response = await fetch(this.#url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        redirect: 'error', // our credentials are for this node only
        signal: AbortSignal.timeout(this.#limits.timeoutMs ?? rpcTimeoutMs),
      });
      return JSON.parse(await readAnswer(response, this.#limits.bytesMax));
    } catch (cause) {
      if (cause instanceof RequestsLimited) throw cause;
      throw new ChainUnavailable('the node did not answer', { cause });
    }
  }
}

/** A node may refuse with an HTTP status; its text says why. */
async function readAnswer(response: Response, bytesMax?: number): Promise<string> {
  if (response.status === 429) throw new RequestsLimited('the node answered with status 429');
  if (response.status >= 500) throw new ChainUnavailable(`the node answered with status ${response.status}`);
  return boundedText(response, bytesMax);
}
