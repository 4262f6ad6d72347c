import { fuzzCalls } from '@salar/testing/fuzz-calls';
import { expect, test } from 'vitest';
import { calls } from './registry.ts';
import { openGatewayWorld } from './testing/gateway-world.ts';

/** `FUZZ_CALLS` runs more or fewer; another seed with `FUZZ_SEED`. */
const count = Number(process.env['FUZZ_CALLS'] ?? 30_000);
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
        tokens: people.map((person) => person.token),
        knownIds: [1, 2, 3, ...people.flatMap((person) => [person.userId, person.accountId])],
        skip: new Set(['LogOut', 'ResendVerificationEmail', 'ResetPassword']),
        send: async ({ method, path, headers, body }) => {
          const response = await world.app.inject({
            method,
            url: path,
            headers,
            ...(body !== undefined && { payload: body }),
          });
          return { status: response.statusCode, body: response.body };
        },
      });
      expect(report.failures).toEqual([]);
      expect(report.calls).toBe(count);
      world.services.sequencer.engine.checkInvariants();
    } finally {
      await world.close();
    }
  },
  count * 20 + 60_000,
);
