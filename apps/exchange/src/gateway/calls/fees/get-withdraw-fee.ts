import { parseAmount, productId } from '@salar/protocol';
import { toWireDecimal, decimalField, id, required, shape } from '@salar/protocol/wire';
import { refuseCall } from '../../call.ts';
import { sessionCall } from './chapter-calls.ts';

const withdrawFeeShape = shape.object({
  FeeAmount: shape.number,
  TicketAmount: shape.number,
  PasskeySignature: shape.text,
});

const signatureNames = { none: 'None', optional: 'Optional', needed: 'Needed' } as const;

export const getWithdrawFee = sessionCall({
  name: 'GetWithdrawFee',
  permissions: ['Trading', 'Withdraw'],
  subject: { AccountId: 'ownAccount' },
  input: { ProductId: required(id()), Amount: decimalField(), AccountProviderId: id() },
  output: withdrawFeeShape,
  rate: 'read',
  about:
    'The fee of a withdrawal, in the same product. The receiver gets the amount minus the fee. `PasskeySignature` is `Needed` when a withdrawal of this amount is paid without waiting for an operator only if its customer signs it with a passkey, `Optional` when it can be signed, and otherwise `None`.',
  example: {
    input: { OMSId: 1, AccountId: 1031, ProductId: 3, Amount: 25, AccountProviderId: 2 },
    output: { FeeAmount: 1, TicketAmount: 25, PasskeySignature: 'Optional' },
  },
  async run({ services, user }, { ProductId, Amount, AccountProviderId }) {
    const product = await services.engine.read((view) => view.product(productId(ProductId)));
    if (!product) return refuseCall('notFound');
    const amount = parseAmount(Amount ?? '0', product.decimals);
    if (!amount.ok) return refuseCall('invalidRequest', 'Invalid Amount');
    const withdrawal = {
      userId: user.userId,
      productId: product.productId,
      ...(AccountProviderId !== undefined && { providerId: AccountProviderId }),
      amount: amount.value,
    };
    const fee = services.transfers.withdrawals.quoteFee(withdrawal);
    if (!fee.ok) return refuseCall('invalidRequest', 'Invalid AccountProviderId');
    return {
      FeeAmount: toWireDecimal(fee.value, product.decimals),
      TicketAmount: toWireDecimal(amount.value, product.decimals),
      PasskeySignature: signatureNames[await services.transfers.withdrawals.findSignatureUse(withdrawal)],
    };
  },
});
