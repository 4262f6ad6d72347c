/** A request that came over HTTP, whichever reader read it, as the dispatcher receives it. */
import type { IncomingHttpHeaders } from 'node:http';
import type { SignedRequest } from '@salar/services/api-keys/request-signature';
import type { Origin } from '@salar/services/ports/request-origin';
import type { IncomingRequest } from '../call.ts';
import type { RateLimitStatus } from '../guard/rate-limits.ts';
import { readRequestOrigin } from './request-origin.ts';

export type ReceivedRequest = {
  /** The client's address, behind our own proxies as well. */
  readonly ip: string;
  /** With lower-case names. */
  readonly headers: IncomingHttpHeaders;
  /** The request line, for verifying a signature. */
  readonly method: string;
  readonly target: string;
  /** The body; null if the request has none or it has not been read yet. */
  readonly body: Buffer | null;
  /** Sets the cookie that identifies the browser's device. */
  readonly keepDevice: (token: string) => void;
};

export class HttpRequest implements IncomingRequest {
  readonly token: string | null;
  rateLimit: RateLimitStatus | null = null;
  sessionLeftMs: number | null = null;
  readonly #received: ReceivedRequest;

  constructor(received: ReceivedRequest) {
    const token = received.headers['aptoken'];
    this.#received = received;
    this.token = typeof token === 'string' && token !== '' ? token : null;
  }

  get ip(): string {
    return this.#received.ip;
  }

  header(name: string): string | undefined {
    const value = this.#received.headers[name];
    return typeof value === 'string' ? value : undefined;
  }

  get sent(): SignedRequest {
    const { method, target, body } = this.#received;
    return { method, target, body };
  }

  /** The raw body: for an upload, the file. */
  get file(): Buffer | undefined {
    return this.#received.body ?? undefined;
  }

  /** Computed on demand: most calls do not need it. */
  get origin(): Origin {
    return readRequestOrigin(this.#received.ip, this.#received.headers);
  }

  reportRateLimit(rateLimit: RateLimitStatus): void {
    this.rateLimit = rateLimit;
  }

  reportSessionLeft(milliseconds: number): void {
    this.sessionLeftMs = milliseconds;
  }

  keepDevice(token: string): void {
    this.#received.keepDevice(token);
  }
}
