import { shape } from '@salar/protocol/wire';
import { sessionCall } from './chapter-calls.ts';

const { boolean, integer, object, text } = shape;

export const getAccountWithdrawInfos = sessionCall({
  name: 'GetAccountWithdrawInfos',
  permissions: ['Withdraw', 'AccountReadOnly'],
  subject: { AccountId: 'ownAccount' },
  input: {},
  output: shape.list(
    object({
      AccountWithdrawInfoId: text,
      OMSId: integer,
      AccountId: integer,
      ProductId: integer,
      ProductName: text,
      Name: text,
      AccountIdentifier: text,
      Verified: boolean,
    }),
  ),
  rate: 'read',
  about:
    'Saved destinations of all products, oldest first. AccountIdentifier is an address, or JSON text of bank fields. Verified is true once the mailed link was confirmed.',
  example: {
    input: { OMSId: 1, AccountId: 1031 },
    output: [
      {
        AccountWithdrawInfoId: 'b8c1f0aa-50f4-4d0b-8f21-1de4b1a0c7d2',
        OMSId: 1,
        AccountId: 1031,
        ProductId: 3,
        ProductName: 'USDT',
        Name: 'wallet:ledger:Ethereum (local)',
        AccountIdentifier: '0x71C7...',
        Verified: true,
      },
    ],
  },
  async run({ services, accountId }) {
    const destinations = await services.transfers.destinations.list(accountId);
    return services.engine.read((view) =>
      destinations.map(({ id, productId, name, identifier, verifiedAt }) => ({
        AccountWithdrawInfoId: id,
        OMSId: 1,
        AccountId: accountId,
        ProductId: productId,
        ProductName: view.product(productId)?.symbol ?? '',
        Name: name,
        AccountIdentifier: identifier,
        Verified: verifiedAt !== null,
      })),
    );
  },
});
