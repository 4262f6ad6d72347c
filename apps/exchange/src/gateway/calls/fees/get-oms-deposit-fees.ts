import { id, providerFeeShape, shape } from '@salar/protocol/wire';
import { toProviderFeeRows } from '../../wire-rows/fee-rows.ts';
import { sessionCall } from './chapter-calls.ts';

export const getOmsDepositFees = sessionCall({
  name: 'GetOMSDepositFees',
  permissions: ['Deposit'],
  input: { ProductId: id(), AccountProviderId: id() },
  output: shape.list(providerFeeShape),
  rate: 'read',
  about:
    'The fees of deposits, in the deposited product, one row per product and provider. Deposits are free.',
  example: {
    input: { OMSId: 1, ProductId: 3 },
    output: [{ AccountProviderId: 2, FeeAmt: 0, FeeCalcType: 'FlatRate', IsActive: true, ProductId: 3 }],
  },
  run({ services }, input) {
    return services.engine.read((view) => {
      const providers = view
        .products()
        .flatMap(({ productId }) => services.transfers.deposits.listProviders(productId));
      return toProviderFeeRows(providers, () => 0n, input, view);
    });
  },
});
