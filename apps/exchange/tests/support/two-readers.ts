/**
 * Two equal gateways, one of which leaves every connection to `node:http`, on services that return what they
 * received: the number of a placed order is a hash of the request as the service received it. So equal answers mean that
 * both read the same request.
 */
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { accept, refuse } from '@salar/protocol';
import type { SignedCredentials } from '@salar/services/api-keys/key-authenticator';
import type { CustomerServices } from '@salar/services/compose/customer-services';
import type { IdempotentRequest } from '@salar/services/idempotency/idempotency-store';
import { createGateway } from '../../src/gateway/server.ts';
import { RawClient } from './raw-client.ts';

export const tokens = {
  /** Found in memory. */
  maria: `sal_s_${'m'.repeat(43)}`,
  /** Found in the table, so that the look-up waits. */
  joao: `sal_s_${'j'.repeat(43)}`,
  /** The session of an API key that may only read. */
  reader: `sal_s_${'r'.repeat(43)}`,
  unknown: `sal_s_${'u'.repeat(43)}`,
} as const;
export const accountIds = { maria: 1017, joao: 1018 } as const;
export const apiKey = 'a1'.repeat(16);

/** Returns the signature that the services of these gateways accept. */
export function signRequest(target: string, body: string): string {
  return createHash('sha256').update(`POST ${target} ${body}`).digest('hex');
}

export type TwoReaders = {
  readonly direct: Gateway;
  readonly node: Gateway;
  /** Moves the clock that both share. */
  readonly clock: { now: number };
  readonly close: () => Promise<void>;
};

export class Gateway {
  readonly app: FastifyInstance;
  /** How many requests `node:http` has read. */
  readByNode = 0;
  /** Every order and cancel that the services received, in order. */
  readonly effects: readonly string[];

  constructor(app: FastifyInstance, effects: readonly string[]) {
    this.app = app;
    this.effects = effects;
    app.server.on('request', () => (this.readByNode += 1));
  }

  open(): Promise<RawClient> {
    return RawClient.open((this.app.server.address() as AddressInfo).port);
  }
}

/** @param options.rateLimits  off by default */
export async function openTwoReaders(
  options: { readonly rateLimits?: 'on' | 'off' } = {},
): Promise<TwoReaders> {
  const clock = { now: Date.UTC(2026, 4, 4, 12) };
  const openGateway = async (isNodeOnly: boolean) => {
    const effects: string[] = [];
    const app = createGateway({
      services: createEchoServices(clock, effects),
      config: {
        publicUrl: 'http://localhost:8080',
        profile: 'local',
        rateLimits: options.rateLimits ?? 'off',
        trustedProxies: ['127.0.0.1'],
      },
    });
    if (isNodeOnly) useNodeOnly(app);
    await app.listen({ host: '127.0.0.1', port: 0 });
    return new Gateway(app, effects);
  };
  const direct = await openGateway(false);
  const node = await openGateway(true);
  return {
    direct,
    node,
    clock,
    close: async () => void (await Promise.all([direct.app.close(), node.app.close()])),
  };
}

function useNodeOnly({ server }: FastifyInstance): void {
  server.removeAllListeners('connection');
  for (const listener of createServer().listeners('connection'))
    server.on('connection', (socket) => void Reflect.apply(listener, server, [socket]));
}

/** Replaces what differs from one run to the next: times, and the numbers of incidents. */
export function normalize(answers: string): string {
  return answers
    .replaceAll(/^date: .*$/gim, 'date')
    .replaceAll(/[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g, 'incident');
}

function createEchoServices(clock: { now: number }, effects: string[]): CustomerServices {
  const users = {
    maria: { userId: 17, accountId: accountIds.maria },
    joao: { userId: 18, accountId: accountIds.joao },
  };
  const sessionOf = (user: { readonly userId: number }, key: object | null) => ({
    sessionId: 's',
    user,
    key,
    createdAt: clock.now - 60_000,
    authenticatedAt: clock.now,
    requestIp: null,
  });
  const resolve = (token: string, address: string) => {
    if (address === '203.0.113.66') return null;
    if (token === tokens.maria) return sessionOf(users.maria, null);
    if (token === tokens.joao) return Promise.resolve(sessionOf(users.joao, null));
    if (token === tokens.reader)
      return sessionOf(users.maria, { apiKey: 'reader', permissions: ['ReadOnly'] });
    return null;
  };
  const authenticate = (credentials: SignedCredentials) => {
    if (credentials.apiKey !== apiKey || !('request' in credentials)) return refuse('key_refused');
    const { method, target, body } = credentials.request;
    const signed = createHash('sha256')
      .update(`${method} ${target} ${String(body)}`)
      .digest('hex');
    return signed === credentials.signature
      ? accept({
          user: users.maria,
          key: { apiKey, permissions: ['Trading'], hasAddresses: false, dailyNotional: null },
        })
      : refuse('key_refused');
  };
  const runOnce = async (request: IdempotentRequest, work: (keep: unknown) => Promise<unknown>) => {
    if (request.key === 'running') return refuse('running');
    if (request.key === 'reused') return refuse('key_reused');
    return accept(await work(() => Promise.resolve()));
  };
  const decide = async (what: string, request: unknown) => {
    const hash = createHash('sha256')
      .update(`${what} ${JSON.stringify(request)}`)
      .digest();
    effects.push(`${what} ${hash.toString('hex')}`);
    const kind = hash.readUInt8(0);
    if (kind % 3 === 0) await new Promise((done) => void setImmediate(done));
    if (kind < 4) throw Object.assign(new Error('the queue is full'), { retryAfterMs: 1500 });
    if (kind < 6) throw new Error('a fault');
    if (kind < 30) return refuse(what === 'place' ? 'insufficient_funds' : 'order_unknown');
    return accept({ orderId: hash.readUIntBE(1, 6) });
  };
  const orders = {
    place: (request: unknown) => decide('place', request),
    cancel: (...named: unknown[]) => decide('cancel', named),
    cancelByClientOrderId: (...named: unknown[]) => decide('cancel by client id', named),
  };
  return {
    now: () => clock.now,
    access: {
      sessions: { resolve, isInMemory: () => true },
      keyAuthenticator: { authenticate, isInMemory: () => true },
    },
    accounts: { refusals: { note: () => undefined } },
    trading: { orders },
    idempotency: { runOnce },
    // The calls see an engine and read models, which orders do not use.
  } as unknown as CustomerServices;
}
