/**
 * Sumsub's HTTP API: tokens for the widget, and the state of applicants.
 *
 * Reads are retried; a token is requested once. Of an error only its code is kept: the message may name a person.
 */
import { retry } from '@salar/protocol/backoff';
import { pauseAbout } from '../pause-about.ts';
import { z } from 'zod';
import { AnswerTooLong, boundedText } from '../http/bounded-text.ts';
import { parseJson } from '../parse-json.ts';
import { readApplicant } from './sumsub-applicant.ts';
import type { SumsubApplicant } from './sumsub-applicant.ts';
import { signRequest } from './sumsub-signature.ts';
import type { SumsubSettings } from './sumsub-settings.ts';

/** Sumsub is unreachable, slow, or rejects our request. */
export class SumsubUnavailable extends Error {
  override readonly name = 'SumsubUnavailable';
  /** The HTTP status, or the kind of connection failure. */
  readonly code: string;
  readonly canRetry: boolean;

  constructor(code: string, canRetry: boolean, options?: ErrorOptions) {
    super(`the identity provider did not answer (${code})`, options);
    this.code = code;
    this.canRetry = canRetry;
  }
}

const readTries = 3;
const retryMsMax = 5_000;
const answerBytesMax = 1_048_576;
const tokenSchema = z.object({ token: z.string().min(1).max(4_096) });
const objectSchema = z.looseObject({});

type SumsubRequest = { readonly method: 'GET' | 'POST'; readonly path: string; readonly body?: Buffer };

export class SumsubClient {
  readonly #settings: Pick<SumsubSettings, 'baseUrl' | 'appToken' | 'secretKey'>;
  readonly #timeoutMs: number;
  readonly #retryMs: number;
  readonly #now: () => number;

  constructor(options: {
    readonly settings: Pick<SumsubSettings, 'baseUrl' | 'appToken' | 'secretKey'>;
    readonly timeoutMs?: number;
    /** The delay before the second attempt; the third waits twice as long. */
    readonly retryMs?: number;
    readonly now?: () => number;
  }) {
    this.#settings = options.settings;
    this.#timeoutMs = options.timeoutMs ?? 10_000;
    this.#retryMs = options.retryMs ?? 300;
    this.#now = options.now ?? Date.now;
  }

  /**
   * Requests a token that opens the widget for one user and one level.
   *
   * @throws SumsubUnavailable
   */
  async createToken(request: {
    readonly externalUserId: string;
    readonly email: string;
    readonly levelName: string;
    readonly ttlSeconds: number;
  }): Promise<string> {
    const body = Buffer.from(
      JSON.stringify({
        applicantIdentifiers: { email: request.email },
        ttlInSecs: request.ttlSeconds,
        userId: request.externalUserId,
        levelName: request.levelName,
      }),
    );
    const answer = await this.#request({ method: 'POST', path: '/resources/accessTokens/sdk', body });
    const { data } = tokenSchema.safeParse(answer);
    if (data === undefined) throw new SumsubUnavailable('no token', false);
    return data.token;
  }

  /**
   * Returns the applicant of one of our users; null when they have none.
   *
   * @throws SumsubUnavailable
   */
  async findApplicant(externalUserId: string): Promise<SumsubApplicant | null> {
    const path = `/resources/applicants/-;externalUserId=${encodeURIComponent(externalUserId)}/one`;
    const answer = await this.#read(path);
    if (answer === null) return null;
    const applicant = readApplicant(answer);
    if (applicant === null) throw new SumsubUnavailable('unreadable', false);
    if (applicant.externalUserId !== externalUserId) throw new SumsubUnavailable('another applicant', false);
    return applicant;
  }

  async #read(path: string): Promise<object | null> {
    try {
      return await retry(() => this.#request({ method: 'GET', path }), {
        backoff: { firstMs: this.#retryMs, maxMs: retryMsMax },
        canRetry: (error, failures) =>
          error instanceof SumsubUnavailable && error.canRetry && failures < readTries,
        pause: pauseAbout,
      });
    } catch (error) {
      if (error instanceof SumsubUnavailable && error.code === '404') return null;
      throw error;
    }
  }

  async #request({ method, path, body }: SumsubRequest): Promise<object> {
    const { baseUrl, appToken, secretKey } = this.#settings;
    const seconds = Math.floor(this.#now() / 1000);
    let response: Response;
    let text: string;
    try {
      response = await fetch(`${baseUrl}${path}`, {
        method,
        headers: {
          accept: 'application/json',
          'x-app-token': appToken,
          'x-app-access-ts': String(seconds),
          'x-app-access-sig': signRequest(secretKey, { seconds, method, path, body: body ?? null }),
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: new Uint8Array(body) }),
        redirect: 'error',
        signal: AbortSignal.timeout(this.#timeoutMs),
      });
      text = await boundedText(response, answerBytesMax);
    } catch (error) {
      if (error instanceof AnswerTooLong)
        throw new SumsubUnavailable('response too large', false, { cause: error });
      const isSlow = error instanceof Error && error.name === 'TimeoutError';
      throw new SumsubUnavailable(isSlow ? 'slow' : 'away', true, { cause: error });
    }
    if (!response.ok)
      throw new SumsubUnavailable(String(response.status), response.status === 429 || response.status >= 500);
    const { data } = objectSchema.safeParse(parseJson(text));
    if (data === undefined) throw new SumsubUnavailable('unreadable', true);
    return data;
  }
}
