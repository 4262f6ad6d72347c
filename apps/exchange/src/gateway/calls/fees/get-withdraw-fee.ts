import { parseAmount, productId } from '@salar/protocol';
import { toWireDecimal, decimalField, id, required, ticketFeeShape } from '@salar/protocol/wire';
import { refuseCall } from '../../call.ts';
import { sessionCall } from './chapter-calls.ts';

export const getWithdrawFee = sessionCall({
  name: 'GetWithdrawFee',
  permissions: ['Trading', 'Withdraw'],
  subject: { AccountId: 'ownAccount' },
  input: { ProductId: required(id()), Amount: decimalField(), AccountProviderId: id() },
  output: ticketFeeShape,
  rate: 'read',
  about: 'The fee of a withdrawal, in the same product. The receiver gets the amount minus the fee.',
  example: {
    input: { OMSId: 1, AccountId: 1031, ProductId: 3, Amount: 25, AccountProviderId: 2 },
    output: { FeeAmount: 1, TicketAmount: 25 },
  },
  async run({ services }, { ProductId, Amount, AccountProviderId }) {
    const product = await services.engine.read((view) => view.product(productId(ProductId)));
    if (!product) return refuseCall('notFound');
    const amount = parseAmount(Amount ?? '0', product.decimals);
    if (!amount.ok) return refuseCall('invalidRequest', 'Invalid Amount');
    const fee = services.transfers.withdrawals.quoteFee({
      productId: product.productId,
      ...(AccountProviderId !== undefined && { providerId: AccountProviderId }),
      amount: amount.value,
    });
    if (!fee.ok) return refuseCall('invalidRequest', 'Invalid AccountProviderId');
    return {
      FeeAmount: toWireDecimal(fee.value, product.decimals),
      TicketAmount: toWireDecimal(amount.value, product.decimals),
    };
  },
});
