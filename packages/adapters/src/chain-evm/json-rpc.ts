/** A small JSON-RPC client that trusts nothing: timeouts, checked ids, and every field validated. */
import { ChainUnavailable } from '@salar/services/ports/chain-client';
import { boundedText } from '../node-answers/bounded-text.ts';

/** Security rule D4. */
const rpcTimeoutMs = 5000;

export type RpcCall = { readonly method: string; readonly params: readonly unknown[] };

/** The node answered with an error; `message` is the node's text. */
export class RpcRefusal extends Error {
  override readonly name = 'RpcRefusal';
}

export class JsonRpc {
  readonly #url: string;
  readonly #timeoutMs: number;
  #nextId = 1;

  constructor(url: string, timeoutMs = rpcTimeoutMs) {
    this.#url = url;
    this.#timeoutMs = timeoutMs;
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
    return requests.map((request) => readResult(request, list));
  }

  async #post(body: unknown): Promise<unknown> {
    try {
      const response = await fetch(this.#url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(this.#timeoutMs),
      });
      return JSON.parse(await readAnswer(response));
    } catch (cause) {
      throw new ChainUnavailable('the node did not answer', { cause });
    }
  }
}

/** A node may refuse with an HTTP status; its text says why. */
async function readAnswer(response: Response): Promise<string> {
  if (response.status === 429 || response.status >= 500)
    throw new ChainUnavailable(`the node answered with status ${response.status}`);
  return boundedText(response);
}

function readResult(request: { id: number; method: string }, answers: readonly unknown[]): unknown {
  const answer = answers.find(
    (candidate): candidate is Record<string, unknown> =>
      isRecord(candidate) && candidate['id'] === request.id,
  );
  if (answer === undefined) throw new ChainUnavailable(`the node did not answer ${request.method}`);
  const { error } = answer;
  if (isRecord(error)) throw new RpcRefusal(`${request.method}: ${String(error['message'])}`);
  if (error !== undefined && error !== null)
    throw new ChainUnavailable(`the node returned a malformed error for ${request.method}`);
  if (!('result' in answer))
    throw new ChainUnavailable(`the node's answer to ${request.method} has no result`);
  return answer['result'];
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
