import { subscribedShape } from '@salar/protocol/wire';
import type { KeyPermission } from '@salar/services/api-keys/key-permissions';
import { sessionCall } from './chapter-calls.ts';
import { subscribeToAccount } from './subscribe-account.ts';

const permissions: readonly KeyPermission[] = ['Trading', 'AccountReadOnly'];

export const subscribeAccountEvents = sessionCall({
  name: 'SubscribeAccountEvents',
  transport: 'socket',
  permissions,
  subject: { AccountId: 'ownAccount' },
  input: {},
  output: subscribedShape,
  rate: 'read',
  about:
    'Sends the events of the account from now on: orders, trades, positions, deposits, withdrawals, ledger entries, refusals and changes of the account itself, each as its own event. Request positions and open orders after the answer.',
  example: { input: { OMSId: 1, AccountId: 1031 }, output: { Subscribed: true, Subscribe: true } },
  async run(context) {
    const refusal = subscribeToAccount(context, {
      key: 'account events',
      permissions,
      listen: (listener) => context.services.trading.accountFeed.listen(context.accountId, listener),
    });
    return refusal ?? { Subscribed: true, Subscribe: true };
  },
});
