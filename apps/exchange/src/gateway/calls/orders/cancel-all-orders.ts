import { instrumentId } from '@salar/protocol';
import { withAliases, genericShape, id } from '@salar/protocol/wire';
import { done, refuseCall } from '../../call.ts';
import { sessionCall } from './chapter-calls.ts';

export const cancelAllOrders = sessionCall({
  name: 'CancelAllOrders',
  permissions: ['Trading'],
  subject: { AccountId: 'ownAccount' },
  // The family's documents contain this misprint, and clients copy it.
  input: { InstrumentId: withAliases(id(), 'IntrumentId') },
  output: genericShape,
  rate: 'cancels',
  repeats: 'a day',
  about: 'Cancels every open order of the account, or those on one instrument.',
  example: {
    input: { OMSId: 1, AccountId: 1031 },
    output: { result: true, errormsg: null, errorcode: 0, detail: null },
  },
  async run({ services, session, accountId }, { InstrumentId }) {
    const instrument = InstrumentId === undefined ? null : instrumentId(InstrumentId);
    const outcome = await services.trading.orders.cancelAll(accountId, instrument, session.key);
    return outcome.ok ? done : refuseCall('operationFailed');
  },
});
