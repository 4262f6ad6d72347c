/**
 * A sandbox of Avenia's identity check: an HTTP server with its protocol, including signatures and webhooks.
 *
 * The real adapter runs against it, in tests and on a laptop. `finish`, `decide` and `expire` do what a customer does
 * in Avenia's own form, and what its reviewers decide.
 */
import { randomUUID, verify } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Log } from '@salar/services/ports/log';
import { newPrivateKey, readState, writeState } from './sandbox-state.ts';
import type { SandboxAttempt, SandboxState } from './sandbox-state.ts';
import { SandboxWebhooks } from './sandbox-webhooks.ts';

export type AveniaSandboxOptions = {
  readonly apiKey: string;
  /** Verifies the signatures of calls. */
  readonly publicKeyPem: string;
  /** Returns the address of the page in place of Avenia's form. */
  readonly hostedUrl: (attemptId: string) => string;
  /** File of the state; null: not persisted. */
  readonly file: string | null;
  /** Submitted forms are approved after this time; null: a reviewer decides. */
  readonly autoApproveMs: number | null;
  readonly log: Log;
  readonly now?: () => number;
};

/** `away`: refused without effect. `silent`: carried out, and never answered. `slow`: answered late. */
export type SandboxFault = 'away' | 'silent' | 'slow';

type Request = { readonly method: string; readonly url: URL; readonly body: Record<string, unknown> };
type Answer = { readonly status: number; readonly body: unknown };

const skewMsMax = 60_000;
const webhooksMax = 3;
const hostedLifeMs = 86_400_000;
const bodyBytesMax = 100_000;
const slowMs = 400;

export class AveniaSandbox {
  readonly #options: AveniaSandboxOptions;
  readonly #state: SandboxState;
  readonly #webhooks: SandboxWebhooks;
  readonly #server: Server;
  readonly #now: () => number;
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #faults: { readonly path: string; readonly fault: SandboxFault }[] = [];
  /** Accepts documents shared by an identity provider. */
  isSharingOn = true;

  constructor(options: AveniaSandboxOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
    this.#state = readState(options.file);
    this.#webhooks = new SandboxWebhooks(this.#state, options.log);
    this.#server = createServer((request, response) => {
      this.#serve(request, response).catch((error: unknown) => {
        options.log.error({ err: error }, 'the Avenia stand-in failed');
        response.destroy();
      });
    });
  }

  /**
   * Listens on loopback only.
   * @returns the base URL for the adapter
   */
  async start(port = 0): Promise<string> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(port, '127.0.0.1', resolve);
    });
    for (const attempt of this.#state.attempts)
      if (attempt.status === 'PROCESSING') this.#autoApprove(attempt);
    const { port: listening } = this.#server.address() as AddressInfo;
    return `http://127.0.0.1:${listening}`;
  }

  async stop(): Promise<void> {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#webhooks.stop();
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
    });
  }

  /** Makes the next call whose path begins with `path` fail. */
  misbehave(path: string, fault: SandboxFault): void {
    this.#faults.push({ path, fault });
  }

  attempt(id: string): SandboxAttempt | null {
    return this.#state.attempts.find((one) => one.id === id) ?? null;
  }

  /** Returns attempts that wait for a decision, oldest first. */
  waiting(): readonly SandboxAttempt[] {
    return this.#state.attempts.filter(({ status }) => status === 'PROCESSING');
  }

  subAccounts(): SandboxState['subAccounts'] {
    return this.#state.subAccounts;
  }

  listAttempts(subAccountId: string): readonly SandboxAttempt[] {
    return this.#state.attempts.filter((one) => one.subAccountId === subAccountId);
  }

  /** Submits the customer's documents. Returns false when the form is not open. */
  finish(id: string): boolean {
    const attempt = this.#move(id, ['PENDING'], { status: 'PROCESSING' });
    if (attempt) this.#autoApprove(attempt);
    return attempt !== null;
  }

  /**
   * Decides an attempt. A rejection has a reason, and whether another attempt is allowed. Returns false when it does
   * not wait for a decision.
   */
  decide(
    id: string,
    decision: { readonly isApproved: boolean; readonly message?: string | null; readonly isFinal?: boolean },
  ): boolean {
    const { isApproved, message = null, isFinal = false } = decision;
    const outcome = {
      status: 'COMPLETED',
      result: isApproved ? 'APPROVED' : 'REJECTED',
      resultMessage: isApproved ? null : message,
      retryable: !isApproved && !isFinal,
    } as const;
    return this.#move(id, ['PENDING', 'PROCESSING'], outcome) !== null;
  }

  /** Lets the hosted form expire. */
  expire(id: string): boolean {
    return this.#move(id, ['PENDING'], { status: 'EXPIRED' }) !== null;
  }

  /** Signs with a new key from now on. */
  rotateKey(): void {
    this.#state.privateKeyPem = newPrivateKey();
    this.#save();
  }

  /** Sends every event twice from now on. */
  deliverTwice(): void {
    this.#webhooks.copies = 2;
  }

  /** Signs a body as an event of the provider. */
  sign(body: Buffer): string {
    return this.#webhooks.sign(body);
  }

  /** Resolves when every event so far has arrived or been given up. */
  settled(): Promise<void> {
    return this.#webhooks.settled();
  }

  #move(
    id: string,
    from: readonly SandboxAttempt['status'][],
    to: Partial<Pick<SandboxAttempt, 'status' | 'result' | 'resultMessage' | 'retryable'>>,
  ): SandboxAttempt | null {
    const attempt = this.attempt(id);
    if (!attempt || !from.includes(attempt.status)) return null;
    Object.assign(attempt, to, { updatedAt: this.#time() });
    this.#save();
    this.#webhooks.send(structuredClone(attempt));
    return attempt;
  }

  #autoApprove({ id }: SandboxAttempt): void {
    if (this.#options.autoApproveMs === null) return;
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      this.decide(id, { isApproved: true });
    }, this.#options.autoApproveMs);
    this.#timers.add(timer);
  }

  async #serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const raw = await readBytes(incoming);
    const path = incoming.url ?? '/';
    const method = incoming.method ?? 'GET';
    const at = this.#faults.findIndex((one) => `${method} ${path}`.startsWith(one.path));
    const fault = at === -1 ? null : (this.#faults.splice(at, 1)[0]?.fault ?? null);
    const answer = fault === 'away' ? says(503, 'not now') : this.#answer(incoming, { method, path, raw });
    if (fault === 'silent') {
      response.destroy();
      return;
    }
    if (fault === 'slow') await new Promise((resolve) => setTimeout(resolve, slowMs));
    response.writeHead(answer.status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer.body));
  }

  #answer(
    incoming: IncomingMessage,
    { method, path, raw }: { readonly method: string; readonly path: string; readonly raw: Buffer },
  ): Answer {
    const url = new URL(path, 'http://avenia');
    const hook = method === 'POST' ? this.#hooks[url.pathname] : undefined;
    if (hook) {
      hook();
      return gives({});
    }
    if (url.pathname === '/v2/public-key') return gives({ publicKey: this.#webhooks.publicKeyPem() });
    if (!this.#isSigned(incoming, `${method}${path}${raw.toString('utf8')}`))
      return says(401, 'invalid signature');
    const body = parseJson(raw);
    if (body === null) return says(400, 'invalid body');
    this.#expireOverdue();
    const call = `${method} ${url.pathname}`;
    const handler = this.#calls[call] ?? this.#calls[call.replace(/\/[0-9a-f-]{36}$/, '/{id}')];
    return handler ? handler({ method, url, body }) : says(404, 'not found');
  }

  readonly #hooks: Readonly<Record<string, () => void>> = {
    '/__rotate-key': () => this.rotateKey(),
    '/__deliver-twice': () => this.deliverTwice(),
  };

  #isSigned({ headers }: IncomingMessage, request: string): boolean {
    const timestamp = String(headers['x-api-timestamp'] ?? '');
    if (headers['x-api-key'] !== this.#options.apiKey) return false;
    if (!/^\d{13}$/.test(timestamp) || Math.abs(this.#now() - Number(timestamp)) > skewMsMax) return false;
    const signature = Buffer.from(String(headers['x-api-signature'] ?? ''), 'base64');
    return verify('RSA-SHA256', Buffer.from(timestamp + request), this.#options.publicKeyPem, signature);
  }

  readonly #calls: Readonly<Record<string, (request: Request) => Answer>> = {
    'POST /v2/account/sub-accounts': ({ body }) => {
      const { accountType, name } = body;
      if (accountType !== 'INDIVIDUAL' && accountType !== 'COMPANY') return says(400, 'accountType');
      if (typeof name !== 'string' || name === '') return says(400, 'name');
      const id = randomUUID();
      this.#state.subAccounts.push({ id, name, accountType, createdAt: this.#time() });
      this.#save();
      return gives({ id });
    },
    'GET /v2/account/sub-accounts': ({ url }) => buildPage('subAccounts', this.#state.subAccounts, url),
    'DELETE /v2/account/sub-accounts/{id}': () => says(405, 'sub-accounts are permanent'),
    'POST /v2/kyc/new-level-1/web-sdk': ({ url, body }) => {
      const { redirectUrl } = body;
      if (typeof redirectUrl !== 'string' || !URL.canParse(redirectUrl)) return says(400, 'redirectUrl');
      const attempt = this.#newAttempt(url, { status: 'PENDING', redirectUrl });
      if (attempt === null) return says(404, 'sub-account');
      return gives({ attemptId: attempt.id, kycUrl: this.#options.hostedUrl(attempt.id) });
    },
    'POST /v2/kyc/import-token/': ({ url, body }) => {
      if (!this.isSharingOn) return says(401, 'feature not enabled');
      if (typeof body['importToken'] !== 'string') return says(400, 'importToken');
      const attempt = this.#newAttempt(url, { status: 'PROCESSING', redirectUrl: null });
      if (attempt === null) return says(404, 'sub-account');
      this.#autoApprove(attempt);
      return gives({ id: attempt.id, message: 'import started' });
    },
    'GET /v2/kyc/attempts': ({ url }) => {
      const attempts = this.listAttempts(url.searchParams.get('subAccountId') ?? '');
      return gives({ attempts: attempts.map(written).toReversed(), cursor: null });
    },
    'GET /v2/kyc/attempts/{id}': ({ url }) => {
      const attempt = this.attempt(url.pathname.split('/').at(-1) ?? '');
      return attempt ? gives({ attempt: written(attempt) }) : says(404, 'attempt');
    },
    'POST /v2/notifications/webhooks': ({ body }) => {
      const { webhookUrl, subscriptions } = body;
      if (typeof webhookUrl !== 'string' || !Array.isArray(subscriptions)) return says(400, 'webhookUrl');
      if (this.#state.webhooks.length >= webhooksMax) return says(409, 'at most 3 URLs');
      const id = randomUUID();
      this.#state.webhooks.push({ id, url: webhookUrl, subscriptions: subscriptions.map(String) });
      this.#save();
      return gives({ webhookId: id });
    },
    'GET /v2/notifications/webhooks': () => gives({ webhooks: this.#state.webhooks }),
    'DELETE /v2/notifications/webhooks/{id}': ({ url }) => {
      const id = url.pathname.split('/').at(-1);
      const at = this.#state.webhooks.findIndex((one) => one.id === id);
      if (at === -1) return says(404, 'webhook');
      this.#state.webhooks.splice(at, 1);
      this.#save();
      return gives({});
    },
  };

  #newAttempt(
    url: URL,
    { status, redirectUrl }: Pick<SandboxAttempt, 'status' | 'redirectUrl'>,
  ): SandboxAttempt | null {
    const subAccountId = url.searchParams.get('subAccountId');
    if (!this.#state.subAccounts.some(({ id }) => id === subAccountId)) return null;
    const at = this.#time();
    const attempt: SandboxAttempt = {
      id: randomUUID(),
      subAccountId: subAccountId ?? '',
      levelName: 'level-1',
      status,
      result: null,
      resultMessage: null,
      retryable: false,
      redirectUrl,
      createdAt: at,
      updatedAt: at,
    };
    this.#state.attempts.push(attempt);
    this.#save();
    this.#webhooks.send(structuredClone(attempt));
    return attempt;
  }

  #expireOverdue(): void {
    for (const { id, status, createdAt } of this.#state.attempts)
      if (status === 'PENDING' && this.#now() - Date.parse(createdAt) > hostedLifeMs) this.expire(id);
  }

  #time(): string {
    return new Date(this.#now()).toISOString();
  }

  #save(): void {
    writeState(this.#options.file, this.#state);
  }
}

const pageSize = 50;

function buildPage(name: string, all: readonly object[], url: URL): Answer {
  const from = Number(url.searchParams.get('cursor') ?? '0');
  const next = from + pageSize;
  return gives({ [name]: all.slice(from, next), cursor: next < all.length ? String(next) : null });
}

/** Formats an attempt for an answer: undecided fields are left out. */
function written(attempt: SandboxAttempt): object {
  const { result, resultMessage, retryable, redirectUrl: _ours, ...rest } = attempt;
  return {
    ...rest,
    ...(result !== null && { result, retryable }),
    ...(resultMessage !== null && { resultMessage }),
  };
}

function gives(body: unknown): Answer {
  return { status: 200, body };
}

function says(status: number, error: string): Answer {
  return { status, body: { error } };
}

async function readBytes(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > bodyBytesMax) throw new Error('a request to the Avenia stand-in is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function parseJson(raw: Buffer): Record<string, unknown> | null {
  if (raw.length === 0) return {};
  try {
    const value: unknown = JSON.parse(raw.toString('utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}
