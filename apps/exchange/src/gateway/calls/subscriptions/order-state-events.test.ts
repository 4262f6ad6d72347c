import type { EngineView } from '@salar/engine';
import { expect, test } from 'vitest';
import { Subscriptions } from '../../socket/subscriptions.ts';
import type { SessionContext } from '../../call.ts';
import { subscribeOrderStateEvents } from './subscribe-order-state-events.ts';
import { unsubscribeOrderStateEvents } from './unsubscribe-order-state-events.ts';

test('an unsubscription ends the subscription requested before it, also while that waits for a commit', async () => {
  let commit = (): void => undefined;
  const isCommitted = new Promise<void>((resolve) => {
    commit = resolve;
  });
  const events = { open: 0 };
  const view = { instrument: () => ({}) } as unknown as EngineView;
  const services = {
    engine: {
      read: async (look: (view: EngineView) => unknown) => {
        const result = look(view);
        await isCommitted;
        return result;
      },
    },
    access: { sessions: { onEnded: () => () => undefined } },
    trading: {
      accountFeed: {
        listenToOrders: () => {
          events.open += 1;
          return () => {
            events.open -= 1;
          };
        },
      },
    },
  };
  const subscriptions = new Subscriptions({ send: () => undefined, isBehind: () => false });
  const call = (sequence: number) =>
    ({
      services,
      user: {},
      accountId: 1031,
      request: { token: 'token', ip: '::1', subscriptions: subscriptions.forRequest({ sequence }) },
    }) as unknown as SessionContext;
  const answers = Promise.all([
    subscribeOrderStateEvents.answer(call(2), { instrumentid: '1' }),
    unsubscribeOrderStateEvents.answer(call(4), {}),
  ]);
  commit();
  expect(await answers).toEqual([
    { status: 200, body: expect.stringContaining('"Subscribed":true') },
    { status: 200, body: expect.stringContaining('"UnSubscribed":true') },
  ]);
  expect(events.open).toBe(0);
});
