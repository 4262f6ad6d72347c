import { parseAmount, productId } from '@salar/protocol';
import { toWireDecimal, decimalField, id, required, ticketFeeShape, zero } from '@salar/protocol/wire';
import { refuseCall } from '../../call.ts';
import { sessionCall } from './chapter-calls.ts';

export const getDepositFee = sessionCall({
  name: 'GetDepositFee',
  permissions: ['Trading', 'Deposit'],
  subject: { AccountId: 'ownAccount' },
  input: { ProductId: required(id()), Amount: decimalField(), AccountProviderId: id() },
  output: ticketFeeShape,
  rate: 'read',
  about: 'The fee of a deposit, in the same product. Deposits are free.',
  example: {
    input: { OMSId: 1, AccountId: 1031, ProductId: 3, Amount: 25, AccountProviderId: 2 },
    output: { FeeAmount: 0, TicketAmount: 25 },
  },
  async run({ services }, { ProductId, Amount, AccountProviderId }) {
    const product = await services.engine.read((view) => view.product(productId(ProductId)));
    if (!product) return refuseCall('notFound');
    const amount = parseAmount(Amount ?? '0', product.decimals);
    if (!amount.ok) return refuseCall('invalidRequest', 'Invalid Amount');
    const providers = services.transfers.deposits.listProviders(product.productId);
    if (!providers.some(({ providerId }) => providerId === (AccountProviderId ?? providerId)))
      return refuseCall('invalidRequest', 'Invalid AccountProviderId');
    return { FeeAmount: zero, TicketAmount: toWireDecimal(amount.value, product.decimals) };
  },
});
