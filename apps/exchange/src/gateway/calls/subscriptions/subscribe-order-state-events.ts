import { instrumentId } from '@salar/protocol';
import { id, subscribedShape } from '@salar/protocol/wire';
import type { KeyPermission } from '@salar/services/api-keys/key-permissions';
import { refuseCall } from '../../call.ts';
import { sessionCall } from './chapter-calls.ts';
import { subscribeToAccount } from './subscribe-account.ts';

const permissions: readonly KeyPermission[] = ['Trading'];

export const subscribeOrderStateEvents = sessionCall({
  name: 'SubscribeOrderStateEvents',
  transport: 'socket',
  permissions,
  subject: { AccountId: 'ownAccount' },
  input: { InstrumentId: id() },
  output: subscribedShape,
  rate: 'read',
  about:
    'Sends an `OrderStateEvent` for each change of an order of the account, on every instrument or on the given one.',
  example: {
    input: { OMSId: 1, AccountId: 1031, InstrumentId: 1 },
    output: { Subscribed: true, Subscribe: true },
  },
  async run(context, { InstrumentId }) {
    const { services } = context;
    const isKnown =
      InstrumentId === undefined ||
      (await services.engine.read((view) => view.instrument(instrumentId(InstrumentId)) !== undefined));
    if (!isKnown) return refuseCall('notFound', 'Instrument not Found');
    const refusal = subscribeToAccount(context, {
      key: `order states ${InstrumentId ?? 'of all'}`,
      permissions,
      listen: (listener) =>
        services.trading.accountFeed.listenToOrders(context.accountId, (event, view) => {
          const isRequested =
            InstrumentId === undefined ||
            (event.kind === 'order' && event.order.instrumentId === InstrumentId);
          if (isRequested) listener(event, view);
        }),
    });
    return refusal ?? { Subscribed: true, Subscribe: true };
  },
});
