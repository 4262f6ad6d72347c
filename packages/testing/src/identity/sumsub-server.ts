/**
 * Sumsub as its interface is documented, over a real socket: signed requests, applicants with state, the widget's
 * page, and webhooks that arrive as reliably or unreliably as a test requires.
 */
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sumsubWidgetPage } from './sumsub-widget.ts';

export type SumsubAnswer =
  | { readonly reviewAnswer: 'GREEN' }
  | {
      readonly reviewAnswer: 'RED';
      readonly reviewRejectType: 'RETRY' | 'FINAL';
      readonly moderationComment?: string;
      readonly clientComment?: string;
    };

type Applicant = {
  readonly id: string;
  readonly inspectionId: string;
  readonly externalUserId: string;
  levelName: string;
  reviewStatus: string;
  reviewResult: SumsubAnswer | null;
  attemptCnt: number;
};
type Token = { readonly applicant: Applicant; readonly levelName: string; readonly expiresAt: number };

/** A webhook call to the exchange, kept so that it can be repeated. */
export type SumsubCall = { readonly body: Buffer; readonly headers: Readonly<Record<string, string>> };

/** How webhooks are delivered: at once, each twice, with a wrong digest, or not before they are released. */
export type SumsubDelivery = 'once' | 'twice' | 'broken_digest' | 'held';

/** How the next requests are answered: with this status, not at all, or done with the connection cut. */
export type SumsubFault = number | 'silent' | 'cut';

const skewMaxSeconds = 60;

export class SumsubServer {
  readonly appToken = 'sbx:test-app-token';
  readonly secretKey = 'test-secret';
  readonly webhookSecret = 'hook-secret';
  readonly calls: SumsubCall[] = [];
  /** Requested paths, signed correctly or not. */
  readonly requestedPaths: string[] = [];
  readonly faults: SumsubFault[] = [];
  delivery: SumsubDelivery = 'once';
  algorithm: 'sha1' | 'sha256' | 'sha512' = 'sha256';
  /** Where webhooks are sent; nowhere without it. */
  webhookUrl: string | null = null;
  /** How long a widget token is valid; a test makes it short. */
  tokenLifeMs: number | null = null;
  readonly #applicants = new Map<string, Applicant>();
  readonly #tokens = new Map<string, Token>();
  readonly #held: SumsubCall[] = [];
  readonly #server: Server;
  #correlations = 0;

  constructor() {
    this.#server = createServer((request, response) => {
      this.#answer(request, response).catch((error: unknown) => {
        response.writeHead(500).end(String(error));
      });
    });
  }

  /** @returns the address of interface and widget */
  async start(port = 0): Promise<string> {
    await new Promise<void>((resolve) => {
      this.#server.listen(port, '127.0.0.1', resolve);
    });
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => {
      this.#server.close(resolve);
    });
  }

  /** Submits the customer's documents. */
  async submit(externalUserId: string): Promise<void> {
    const applicant = this.#applicant(externalUserId);
    applicant.attemptCnt += 1;
    await this.#move(applicant, 'pending', null, 'applicantPending');
  }

  /** Decides as the provider's reviewer. */
  async decide(externalUserId: string, answer: SumsubAnswer): Promise<void> {
    await this.#move(this.#applicant(externalUserId), 'completed', answer, 'applicantReviewed');
  }

  /** Sets the applicant back to review, or on hold. */
  async hold(externalUserId: string): Promise<void> {
    await this.#move(this.#applicant(externalUserId), 'onHold', null, 'applicantOnHold');
  }

  /** Resets the applicant; all documents are removed. */
  async reset(externalUserId: string): Promise<void> {
    await this.#move(this.#applicant(externalUserId), 'init', null, 'applicantReset');
  }

  /** Sends a webhook for a change of nothing. */
  async sendWebhook(externalUserId: string, type: string, more: object = {}): Promise<void> {
    await this.#deliver(this.#call(this.#applicant(externalUserId), type, more));
  }

  /** Deletes an applicant without a webhook. */
  deleteApplicant(externalUserId: string): void {
    this.#applicants.delete(externalUserId);
  }

  /** Sends the held webhooks, in this order. */
  async release(order: 'as_made' | 'reversed'): Promise<void> {
    const held = this.#held.splice(0);
    for (const call of order === 'reversed' ? held.toReversed() : held) await this.send(call);
  }

  /**
   * Repeats a webhook.
   * @returns its status
   */
  async send(call: SumsubCall): Promise<number> {
    if (this.webhookUrl === null) return 0;
    const response = await fetch(this.webhookUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...call.headers },
      body: new Uint8Array(call.body),
    });
    await response.arrayBuffer();
    return response.status;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request);
    const path = request.url ?? '/';
    const url = new URL(path, 'http://sumsub');
    if (url.pathname.startsWith('/websdk/')) return this.#widget(request, response, url, body);
    this.requestedPaths.push(`${request.method ?? ''} ${path}`);
    const fault = this.faults.shift();
    if (fault === 'silent') return;
    if (typeof fault === 'number') return refuse(response, fault, 'Out of order');
    if (!this.#isSigned(request, path, body)) return refuse(response, 401, 'Invalid signature');
    const answer = await this.#work(request.method ?? '', url, body);
    if (fault === 'cut') request.socket.destroy();
    else if (answer === null) refuse(response, 404, 'Not found');
    else send(response, 200, answer);
  }

  #isSigned(request: IncomingMessage, path: string, body: Buffer): boolean {
    const seconds = Number(request.headers['x-app-access-ts']);
    if (request.headers['x-app-token'] !== this.appToken) return false;
    if (!(Math.abs(Date.now() / 1000 - seconds) <= skewMaxSeconds)) return false;
    const right = createHmac('sha256', this.secretKey)
      .update(`${seconds}${request.method ?? ''}${path}`)
      .update(body)
      .digest();
    const given = Buffer.from(String(request.headers['x-app-access-sig']), 'hex');
    return given.length === right.length && timingSafeEqual(given, right);
  }

  async #work(method: string, url: URL, body: Buffer): Promise<object | null> {
    if (method === 'POST' && url.pathname === '/resources/accessTokens/sdk') return this.#createToken(body);
    const [, id, act] = /^\/resources\/applicants\/([^/]+)\/(.+)$/.exec(url.pathname) ?? [];
    const applicant = id === undefined ? null : this.#find(decodeURIComponent(id));
    if (!applicant) return null;
    if (method === 'GET' && act === 'one') return applicantJson(applicant);
    if (method === 'GET' && act === 'status') return reviewJson(applicant);
    if (method === 'POST' && act === 'reset') {
      await this.reset(applicant.externalUserId);
      return { ok: 1 };
    }
    if (method === 'POST' && act === 'status/testCompleted') {
      await this.decide(applicant.externalUserId, JSON.parse(body.toString()) as SumsubAnswer);
      return { ok: 1 };
    }
    return null;
  }

  async #createToken(body: Buffer): Promise<object> {
    const request = JSON.parse(body.toString()) as { userId: string; levelName: string; ttlInSecs: number };
    const { userId, levelName, ttlInSecs } = request;
    const known = this.#applicants.get(userId);
    const applicant = known ?? newApplicant(userId, levelName);
    this.#applicants.set(userId, applicant);
    if (!known) await this.#deliver(this.#call(applicant, 'applicantCreated'));
    else if (known.levelName !== levelName) {
      Object.assign(applicant, { levelName, reviewStatus: 'init', reviewResult: null });
      await this.#deliver(this.#call(applicant, 'applicantLevelChanged'));
    }
    const token = `_act-sbx-${randomBytes(16).toString('hex')}`;
    const lifeMs = this.tokenLifeMs ?? ttlInSecs * 1000;
    this.#tokens.set(token, { applicant, levelName, expiresAt: Date.now() + lifeMs });
    return { token, userId };
  }

  #find(id: string): Applicant | null {
    const [, externalUserId] = /^-;externalUserId=(.+)$/.exec(id) ?? [];
    if (externalUserId !== undefined) return this.#applicants.get(externalUserId) ?? null;
    return [...this.#applicants.values()].find((applicant) => applicant.id === id) ?? null;
  }

  #applicant(externalUserId: string): Applicant {
    const applicant = this.#applicants.get(externalUserId);
    if (!applicant) throw new Error(`no token was requested for ${externalUserId}`);
    return applicant;
  }

  async #move(
    applicant: Applicant,
    reviewStatus: string,
    reviewResult: SumsubAnswer | null,
    type: string,
  ): Promise<void> {
    Object.assign(applicant, { reviewStatus, reviewResult });
    await this.#deliver(this.#call(applicant, type));
  }

  #call(applicant: Applicant, type: string, more: object = {}): SumsubCall {
    this.#correlations += 1;
    const at = new Date().toISOString().replace('T', ' ');
    const body = Buffer.from(
      JSON.stringify({
        applicantId: applicant.id,
        inspectionId: applicant.inspectionId,
        applicantType: 'individual',
        correlationId: `req-${this.#correlations}`,
        levelName: applicant.levelName,
        externalUserId: applicant.externalUserId,
        type,
        sandboxMode: true,
        reviewStatus: applicant.reviewStatus,
        ...(applicant.reviewResult && { reviewResult: applicant.reviewResult }),
        createdAt: at.replace(/\.\d+Z$/, '+0000'),
        createdAtMs: at.replace('Z', ''),
        clientId: 'acme',
        ...more,
      }),
    );
    const digest = createHmac(this.algorithm, this.webhookSecret).update(body).digest('hex');
    return {
      body,
      headers: {
        'x-payload-digest': this.delivery === 'broken_digest' ? breakDigest(digest) : digest,
        'x-payload-digest-alg': `HMAC_${this.algorithm.toUpperCase()}_HEX`,
      },
    };
  }

  async #deliver(call: SumsubCall): Promise<void> {
    this.calls.push(call);
    if (this.delivery === 'held') {
      this.#held.push(call);
      return;
    }
    await this.send(call);
    if (this.delivery === 'twice') await this.send(call);
  }

  /** The page in the frame, and the actions of its buttons. */
  async #widget(request: IncomingMessage, response: ServerResponse, url: URL, body: Buffer): Promise<void> {
    if (request.method === 'GET') {
      response
        .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
        .end(sumsubWidgetPage);
      return;
    }
    const { token: text, act } = JSON.parse(body.toString()) as { token: string; act: string };
    const token = this.#tokens.get(text);
    if (!token || token.expiresAt < Date.now()) return refuse(response, 401, 'invalid-token');
    if (act === 'submit') await this.submit(token.applicant.externalUserId);
    const { id, levelName, reviewStatus } = token.applicant;
    send(response, 200, { applicantId: id, levelName, reviewStatus, path: url.pathname });
  }
}

function newApplicant(externalUserId: string, levelName: string): Applicant {
  const id = createHash('sha256').update(externalUserId).digest('hex').slice(0, 24);
  return {
    id,
    inspectionId: id.toUpperCase(),
    externalUserId,
    levelName,
    reviewStatus: 'init',
    reviewResult: null,
    attemptCnt: 0,
  };
}

function applicantJson(applicant: Applicant): object {
  return {
    id: applicant.id,
    inspectionId: applicant.inspectionId,
    externalUserId: applicant.externalUserId,
    type: 'individual',
    createdAt: '2026-01-15 13:00:00',
    info: { firstName: 'Ana', lastName: 'Prueba', dob: '1990-01-01', country: 'COL' },
    review: reviewJson(applicant),
  };
}

function reviewJson({ id, levelName, reviewStatus, reviewResult, attemptCnt }: Applicant): object {
  return {
    reviewId: `review-${id}`,
    attemptId: `attempt-${attemptCnt}`,
    attemptCnt,
    levelName,
    createDate: '2026-01-15 13:00:00+0000',
    reviewStatus,
    ...(reviewResult && { reviewResult, reviewDate: '2026-01-15 13:23:19+0000' }),
  };
}

function send(response: ServerResponse, status: number, value: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

function refuse(response: ServerResponse, status: number, description: string): void {
  send(response, status, { code: status, description, correlationId: 'req-0' });
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Returns the digest with another first digit. */
function breakDigest(digest: string): string {
  return `${digest.startsWith('0') ? '1' : '0'}${digest.slice(1)}`;
}
