import { id, providerFeeShape, shape } from '@salar/protocol/wire';
import { toProviderFeeRows } from '../../wire-rows/fee-rows.ts';
import { sessionCall } from './chapter-calls.ts';

export const getOmsWithdrawFees = sessionCall({
  name: 'GetOMSWithdrawFees',
  permissions: ['Withdraw'],
  input: { ProductId: id(), AccountProviderId: id() },
  output: shape.list(providerFeeShape),
  rate: 'read',
  about: 'The fees of withdrawals, in the withdrawn product, one row per product and provider.',
  example: {
    input: { OMSId: 1, ProductId: 3 },
    output: [{ AccountProviderId: 2, FeeAmt: 1, FeeCalcType: 'FlatRate', IsActive: true, ProductId: 3 }],
  },
  run({ services }, input) {
    return services.engine.read((view) => {
      const providers = view
        .products()
        .flatMap(({ productId }) => services.transfers.withdrawals.listProviders(productId));
      return toProviderFeeRows(providers, ({ withdrawFee }) => withdrawFee, input, view);
    });
  },
});
