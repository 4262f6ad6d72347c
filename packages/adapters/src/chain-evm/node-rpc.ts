/**
 * The connection to one node: every unusable answer is `ChainUnavailable`, and a node that fails repeatedly is left
 * alone for a moment.
 */
import { ChainUnavailable } from '@salar/services/ports/chain-client';
import { ConsecutiveBreaker, circuitBreaker, handleType, isBrokenCircuitError } from 'cockatiel';
import type { CircuitBreakerPolicy } from 'cockatiel';
import { RequestsLimited } from '../node-answers/try-request.ts';
import { JsonRpc, RpcRefusal } from './json-rpc.ts';
import type { RpcCall, RpcLimits } from './json-rpc.ts';

/** Failures in a row after which the node is left alone. */
const failuresMax = 5;
const pauseMs = 2_000;
/** The texts of hosted nodes about too many requests, which some of them return with status 200; batches have a limit of their own. */
const limitTexts = /^(?!.*batch).*(?:too many requests|rate.?limit|request limit|per second)/i;

export class NodeRpc {
  readonly #rpc: JsonRpc;
  readonly #breaker: CircuitBreakerPolicy;

  constructor(url: string, limits: RpcLimits = {}) {
    this.#rpc = new JsonRpc(url, limits);
    this.#breaker = circuitBreaker(handleType(ChainUnavailable), {
      halfOpenAfter: pauseMs,
      breaker: new ConsecutiveBreaker(failuresMax),
    });
  }

  async call(method: string, ...params: readonly unknown[]): Promise<unknown> {
    const [result] = await this.batch([{ method, params }]);
    return result;
  }

  /**
   * Sends several calls in one request.
   * @throws ChainUnavailable also when the node refuses one of them
   */
  async batch(calls: readonly RpcCall[]): Promise<readonly unknown[]> {
    try {
      return await this.#request(calls);
    } catch (error) {
      if (!(error instanceof RpcRefusal)) throw error;
      const Reason = limitTexts.test(error.message) ? RequestsLimited : ChainUnavailable;
      throw new Reason(`the node refuses ${error.message.slice(0, 200)}`, { cause: error });
    }
  }

  /**
   * Makes a call whose refusal says something about its content, not about the node.
   * @throws RpcRefusal when the node refuses it
   */
  async attempt(method: string, ...params: readonly unknown[]): Promise<void> {
    await this.#request([{ method, params }]);
  }

  async #request(calls: readonly RpcCall[]): Promise<readonly unknown[]> {
    try {
      return await this.#breaker.execute(() => this.#rpc.batch(calls));
    } catch (error) {
      if (!isBrokenCircuitError(error)) throw error;
      throw new ChainUnavailable(`the node failed ${failuresMax} times in a row and is left alone`, {
        cause: error,
      });
    }
  }
}
