import { unsubscribedShape } from '@salar/protocol/wire';
import { sessionCall } from './chapter-calls.ts';
import { getSubscriptions } from './subscribe.ts';

export const unsubscribeOrderStateEvents = sessionCall({
  name: 'UnsubscribeOrderStateEvents',
  transport: 'socket',
  permissions: ['Trading'],
  subject: { AccountId: 'ownAccount' },
  input: {},
  output: unsubscribedShape,
  rate: 'read',
  about: 'Ends `SubscribeOrderStateEvents` on every instrument. Also succeeds without one.',
  example: { input: { OMSId: 1, AccountId: 1031 }, output: { UnSubscribed: true } },
  async run({ services, request }) {
    // A subscription requested before this may still wait for its read, and reads resolve in order.
    await services.engine.read((view) => view.lastSequence);
    getSubscriptions(request).remove((key) => key.startsWith('order states '));
    return { UnSubscribed: true };
  },
});
