/** Fees of deposits and withdrawals as the wire lists them. */
import type { Engine } from '@salar/engine';
import { decimal } from '@salar/protocol/wire/index';
import type { WireProviderFee } from '@salar/protocol/wire/index';
import type { Provider } from '@salar/services';

/** One row for each provider that is asked for, with its flat fee. */
export function providerFeeRows(
  providers: readonly Provider[],
  feeOf: (provider: Provider) => bigint,
  asked: { readonly ProductId?: number | undefined; readonly AccountProviderId?: number | undefined },
  engine: Engine,
): readonly WireProviderFee[] {
  return providers
    .filter(({ productId }) => productId === (asked.ProductId ?? productId))
    .filter(({ providerId }) => providerId === (asked.AccountProviderId ?? providerId))
    .map((provider) => {
      const fee = decimal(feeOf(provider), engine.product(provider.productId)?.decimals ?? 0);
      return {
        OMSId: 1,
        AccountId: 0,
        AccountProviderId: provider.providerId,
        FeeId: provider.providerId,
        FeeAmt: fee,
        FeeCalcType: 'FlatRate',
        IsActive: true,
        ProductId: provider.productId,
        MinimalFeeAmt: fee,
        MinimalFeeCalcType: 'FlatRate',
      };
    });
}
