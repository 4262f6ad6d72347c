import { shape } from '@salar/protocol/wire';
import { sessionCall } from './chapter-calls.ts';

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
      readonly productId: Parameters<typeof services.transfers.deposits.listProviders>[0];
    }) =>
      services.transfers.deposits.listProviders(productId).length > 0 ||
      services.transfers.withdrawals.listProviders(productId).length > 0;
    const products = await services.engine.read((view) => view.products());
    return products.filter(moves).map(({ symbol }) => symbol);
  },
});
