import { unsubscribedShape } from '@salar/protocol/wire/index';
import { sessionCall } from '../../call.ts';
import { subscriptionsOf } from './subscribe.ts';

export const unsubscribeAccountEvents = sessionCall({
  name: 'UnsubscribeAccountEvents',
  door: 'socket',
  permissions: ['Trading', 'AccountReadOnly'],
  subject: { AccountId: 'ownAccount' },
  input: {},
  output: unsubscribedShape,
  rate: 'read',
  about: 'Ends `SubscribeAccountEvents`; without one it is fine, too.',
  example: { input: { OMSId: 1, AccountId: 1031 }, output: { UnSubscribed: true } },
  async run({ request }) {
    subscriptionsOf(request).remove((key) => key === 'account events');
    return { UnSubscribed: true };
  },
});
