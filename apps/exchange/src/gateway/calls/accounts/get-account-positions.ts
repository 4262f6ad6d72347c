import { positionShape, shape } from '@salar/protocol/wire';
import { findNotionalProduct } from '@salar/services/accounts/notional-product';
import { toPositionRow } from '../../wire-rows/account-rows.ts';
import { sessionCall } from './chapter-calls.ts';

export const getAccountPositions = sessionCall({
  name: 'GetAccountPositions',
  permissions: ['Trading', 'AccountReadOnly'],
  subject: { AccountId: 'ownAccount' },
  input: {},
  output: shape.list(positionShape),
  rate: 'read',
  about:
    'The balances of the account in every product, including zeros. Available is `Amount` minus `Hold`; pending sums come from open tickets.',
  example: {
    input: { OMSId: 1, AccountId: 1031 },
    output: [{ OMSId: 1, AccountId: 1031, ProductSymbol: 'USDT', Amount: 2500.75, Hold: 300 }],
  },
  async run({ services, accountId }) {
    const positions = await services.trading.positions.list(accountId);
    const notional = await services.engine.read(findNotionalProduct);
    return positions.map((position) => toPositionRow(accountId, position, notional));
  },
});
