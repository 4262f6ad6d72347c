import { unsubscribedShape } from '@salar/protocol/wire';
import { sessionCall } from './chapter-calls.ts';
import { getSubscriptions } from './subscribe.ts';

export const unsubscribeAccountEvents = sessionCall({
  name: 'UnsubscribeAccountEvents',
  transport: 'socket',
  permissions: ['Trading', 'AccountReadOnly'],
  subject: { AccountId: 'ownAccount' },
  input: {},
  output: unsubscribedShape,
  rate: 'read',
  about: 'Ends `SubscribeAccountEvents`. Also succeeds without one.',
  example: { input: { OMSId: 1, AccountId: 1031 }, output: { UnSubscribed: true } },
  async run({ request }) {
    getSubscriptions(request).remove((key) => key === 'account events');
    return { UnSubscribed: true };
  },
});
