import { shape } from '@salar/protocol/wire';
import { sessionCall } from '../../call.ts';

export const getTreasuryProductsForAccount = sessionCall({
  name: 'GetTreasuryProductsForAccount',
  permissions: ['Trading', 'AccountReadOnly'],
  subject: { AccountId: 'ownAccount' },
  input: {},
  output: shape.list(shape.text),
  rate: 'read',
  about: 'Symbols of the products that can be deposited or withdrawn.',
  example: { input: { OMSId: 1, AccountId: 1031 }, output: ['BTC', 'USDT'] },
  async run({ services }) {
    const moves = ({
      productId,
    }: {
      readonly productId: Parameters<typeof services.deposits.listProviders>[0];
    }) =>
      services.deposits.listProviders(productId).length > 0 ||
      services.withdrawals.listProviders(productId).length > 0;
    const products = await services.engine.read((view) => view.products());
    return products.filter(moves).map(({ symbol }) => symbol);
  },
});
