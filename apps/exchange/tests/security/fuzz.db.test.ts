import type { AddressInfo } from 'node:net';
import { fuzzCalls } from '@salar/testing/fuzz/fuzz-calls';
import { formBodies, formHeads, formPlaces } from '@salar/testing/fuzz/fuzz-forms';
import { expect, test } from 'vitest';
import { calls } from '../../src/gateway/calls/registry.ts';
import { openGatewayWorld } from '../support/gateway-world.ts';
import { TestSocket } from '../support/test-socket.ts';
import { openSurroundedWorld } from '../support/surrounded-world.ts';

/** `FUZZ_CALLS` sets the number of calls, and `FUZZ_SEED` another seed. */
const count = Number(process.env['FUZZ_CALLS'] ?? 4_000);
const socketCount = Math.ceil(count / 4);
/** Calls that wait for the database run in parallel. */
const atOnce = 16;
const seed = Number(process.env['FUZZ_SEED'] ?? 20260504);

test(
  `${count} random and malformed calls end in no fault`,
  async () => {
    const world = await openGatewayWorld();
    try {
      const people = [await world.customer({ level: 1 }), await world.customer()];
      const [rich] = people;
      if (rich) await world.fund(rich, 'USDT', 10n ** 15n);
      await world.rest('BTCUSDT', 'sell', 10_000_000, 100_000n);
      await world.rest('BTCUSDT', 'buy', 9_990_000, 100_000n);
      const report = await fuzzCalls({
        calls,
        count,
        seed,
        atOnce,
        tokens: people.map((person) => person.token),
        knownIds: [1, 2, 3, ...people.flatMap((person) => [person.userId, person.accountId])],
        skip: new Set(['LogOut', 'ResendVerificationEmail', 'ResetPassword']),
        send: async ({ method, path, headers, body = '' }) => {
          if (world.orderClient.reads(method, path)) {
            const reply = await world.orderClient.post(path, headers, body);
            return { status: reply.status, body: reply.text };
          }
          const response = await world.app.inject({
            method,
            url: path,
            headers,
            ...(method === 'POST' && { payload: body }),
          });
          return { status: response.statusCode, body: response.body };
        },
      });
      expect(report.failures).toEqual([]);
      expect(report.calls).toBe(count);
      world.sequencer.engine.checkInvariants();
    } finally {
      await world.close();
    }
  },
  count * 20 + 60_000,
);

test(
  'random and malformed payloads of frames cause no fault, and close no socket',
  async () => {
    const world = await openGatewayWorld();
    try {
      const person = await world.customer({ level: 1 });
      await world.fund(person, 'USDT', 10n ** 15n);
      await world.rest('BTCUSDT', 'sell', 10_000_000, 100_000n);
      await world.app.listen({ host: '127.0.0.1', port: 0 });
      const { port } = world.app.server.address() as AddressInfo;
      const openSocket = () => TestSocket.open(`ws://127.0.0.1:${port}/WSGateway`);
      const [anonymous, signedIn] = [await openSocket(), await openSocket()];
      await signedIn.request('WebAuthenticateUser', { SessionToken: person.token });
      const report = await fuzzCalls({
        calls,
        count: socketCount,
        seed,
        atOnce,
        tokens: [person.token],
        knownIds: [1, 2, 3, person.userId, person.accountId],
        skip: new Set(['LogOut', 'ResendVerificationEmail', 'ResetPassword']),
        send: async ({ path, headers, body }) => {
          const socket = headers['aptoken'] === person.token ? signedIn : anonymous;
          const frame = await socket.requestText(/^\/AP\/(\w+)/.exec(path)?.[1] ?? '', body ?? '');
          return { status: frame.m === 1 ? 200 : 400, body: frame.o };
        },
      });
      expect(report.failures).toEqual([]);
      expect(report.calls).toBe(socketCount);
      expect(report.byStatus.get(200)).toBeGreaterThan(socketCount / 2);
      for (const socket of [anonymous, signedIn]) socket.socket.close();
      world.sequencer.engine.checkInvariants();
    } finally {
      await world.close();
    }
  },
  socketCount * 20 + 60_000,
);

test('D6 files, forms and webhooks of any shape cause no fault, and never pass as signed', async () => {
  const watched = await openSurroundedWorld();
  const { world } = watched;
  try {
    const person = await world.customer({ level: 1 });
    const session = { aptoken: person.token, userid: String(person.userId) };
    const faults: string[] = [];
    const tries = formPlaces.flatMap((url) =>
      formBodies.flatMap((payload) =>
        formHeads.flatMap((head, at) => {
          // A webhook's signature is in its headers; a session has no effect there.
          const who = url.startsWith('/webhooks') ? [{}] : at === 0 ? [{}, session] : [session];
          return who.map((own) => ({ url, payload, headers: { ...head, ...own } }));
        }),
      ),
    );
    const tryOn = async (): Promise<void> => {
      for (let one = tries.pop(); one !== undefined; one = tries.pop()) {
        const { url, payload, headers } = one;
        const reply = await world.app.inject({ method: 'POST', url, headers, payload });
        const isFault = reply.statusCode >= 500 || /"errorcode":102\b/.test(reply.body);
        const isTaken = url.startsWith('/webhooks') && reply.statusCode === 200;
        if (isFault || isTaken)
          faults.push(`${url} ${JSON.stringify(headers)} ${payload.toString().slice(0, 80)}: ${reply.body}`);
      }
    };
    // The number of simultaneous uploads per customer.
    await Promise.all([tryOn(), tryOn()]);
    expect(faults).toEqual([]);
    expect(await world.database.query('SELECT 1 FROM level_document')).not.toEqual([]);
    expect(await world.database.query('SELECT 1 FROM brazil_validation')).toHaveLength(1);
  } finally {
    await watched.close();
  }
}, 300_000);
