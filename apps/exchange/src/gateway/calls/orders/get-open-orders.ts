import { instrumentId } from '@salar/protocol';
import { id, orderShape, shape } from '@salar/protocol/wire';
import { toOrderRows } from '../../wire-rows/order-row.ts';
import { sessionCall } from './chapter-calls.ts';

export const getOpenOrders = sessionCall({
  name: 'GetOpenOrders',
  permissions: ['Trading', 'AccountReadOnly'],
  subject: { AccountId: 'ownAccount' },
  input: { InstrumentId: id() },
  output: shape.list(orderShape),
  rate: 'read',
  about: 'The open orders of the account, newest first, including stops that wait for their trigger.',
  example: { input: { OMSId: 1, AccountId: 1031 }, output: [{ OrderId: 5120, OrderState: 'Working' }] },
  async run({ services, user, accountId }, { InstrumentId }) {
    const instrument = InstrumentId === undefined ? undefined : instrumentId(InstrumentId);
    return services.engine.read((view) =>
      toOrderRows(view.openOrders(accountId, instrument), view, user.userName),
    );
  },
});
