import { AmountField, AssetPicker, IconButton, ReverseIcon, Well, formatSwapBalance } from '@salar/ui';
import type { AssetOption } from '@salar/ui';
import { useMemo } from 'react';
import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import type { Holding } from '../../api/customer/holdings.ts';
import { assetOptions } from './asset-options.ts';
import type { TypedSide } from './use-swap-amounts.ts';
import type { Swap } from './use-swap.ts';

/** Both sides of the swap, with the button that reverses them on the seam. */
export function SwapWells({
  swap,
  amountRef,
}: {
  readonly swap: Swap;
  readonly amountRef: Ref<HTMLInputElement>;
}) {
  const { t } = useTranslation();
  const options = useMemo(() => assetOptions(swap.holdings), [swap.holdings]);
  const { from, to, amounts } = swap;
  const isShort = swap.obstacle === 'notEnough';
  return (
    <div className="relative flex flex-col gap-2">
      <SwapWell
        side="pay"
        swap={swap}
        options={options}
        asset={from}
        onChoose={swap.chooseFrom}
        error={isShort ? t('swap.errors.insufficientFunds') : null}
        amountRef={amountRef}
        max={from ? () => amounts.type('pay', from.available) : undefined}
      />
      <div className="absolute inset-x-0 top-1/2 z-10 grid -translate-y-1/2 place-items-center">
        <IconButton
          label={t('swap.reverse')}
          icon={<ReverseIcon />}
          variant="quiet"
          isRound
          onPress={swap.reverse}
          isDisabled={from === null || to === null}
        />
      </div>
      <SwapWell
        side="receive"
        swap={swap}
        options={options}
        asset={to}
        onChoose={swap.chooseTo}
        error={null}
      />
    </div>
  );
}

type SwapWellProps = {
  readonly side: TypedSide;
  readonly swap: Swap;
  readonly options: readonly AssetOption[];
  readonly asset: Holding | null;
  readonly onChoose: (productId: number) => void;
  readonly error: string | null;
  readonly amountRef?: Ref<HTMLInputElement>;
  readonly max?: (() => void) | undefined;
};

function SwapWell({ side, swap, options, asset, onChoose, error, amountRef, max }: SwapWellProps) {
  const { t } = useTranslation();
  const { amounts } = swap;
  const words = side === 'pay' ? payWords : receiveWords;
  return (
    <Well isInvalid={error !== null}>
      <p aria-hidden="true" className="text-small font-medium text-ink-2">
        {t(words.label)}
      </p>
      <AmountField
        label={t(words.amount)}
        isLabelHidden
        look="bare"
        value={amounts.drafts[side]}
        onChange={(text) => amounts.type(side, text)}
        isLoading={amounts.isComputing && amounts.typedSide !== side}
        error={error}
        placesMax={asset?.decimals}
        isFiat={asset?.isFiat}
        inputRef={amountRef}
        picker={
          <AssetPicker
            label={t(words.asset)}
            searchLabel={t('swap.picker.search')}
            emptyText={t('swap.picker.empty')}
            options={options}
            value={asset?.productId ?? null}
            onChange={onChoose}
          />
        }
        balance={
          asset
            ? t('swap.balance', { amount: formatSwapBalance(asset.available), symbol: asset.symbol })
            : undefined
        }
        max={max ? { label: t('swap.max'), onPress: max } : undefined}
      />
    </Well>
  );
}

const payWords = { label: 'swap.pay.label', amount: 'swap.pay.amount', asset: 'swap.pay.asset' } as const;
const receiveWords = {
  label: 'swap.receive.label',
  amount: 'swap.receive.amount',
  asset: 'swap.receive.asset',
} as const;
