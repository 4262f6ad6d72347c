import { AmountField, AssetPicker, IconButton, ReverseIcon, Well, formatSwapBalance } from '@salar/ui';
import type { AssetOption } from '@salar/ui';
import { useMemo } from 'react';
import type { Ref } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { Holding } from '../../customer/holdings.ts';
import { buildAssetOptions } from '../../lib/amounts/asset-options.ts';
import { useAmountInUsd } from '../../lib/amounts/use-amount-in-usd.ts';
import { OwnAmountText } from '../../lib/amounts/own-amount.tsx';
import { useProductName } from '../../lib/amounts/use-product-name.ts';
import type { TypedSide } from './use-swap-amounts.ts';
import type { Swap } from './use-swap.ts';

/** Both sides of the swap, with the button that reverses them between. */
export function SwapWells({
  swap,
  amountRef,
  announcedBy,
}: {
  readonly swap: Swap;
  readonly amountRef: Ref<HTMLInputElement>;
  /** Id of the live region that announces the result of the amounts. */
  readonly announcedBy: string;
}) {
  const { t } = useTranslation();
  const getProductName = useProductName();
  const options = useMemo(
    () => buildAssetOptions(swap.holdings, drawBalance, getProductName),
    [swap.holdings, getProductName],
  );
  const { from, to, amounts } = swap;
  const isShort = swap.obstacle === 'notEnough';
  return (
    <div className="flex flex-col gap-2">
      <SwapWell
        side="pay"
        swap={swap}
        options={options}
        asset={from}
        onChoose={swap.chooseFrom}
        error={isShort ? t('swap.errors.insufficientFunds') : null}
        announcedBy={announcedBy}
        amountRef={amountRef}
        max={from ? () => amounts.put('pay', from.available) : undefined}
      />
      <div className="z-10 -my-1 flex h-0 items-center justify-center">
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
        announcedBy={announcedBy}
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
  readonly announcedBy: string;
  readonly amountRef?: Ref<HTMLInputElement>;
  readonly max?: (() => void) | undefined;
};

function SwapWell(props: SwapWellProps) {
  const { side, swap, options, asset, onChoose, error, announcedBy, amountRef, max } = props;
  const { t } = useTranslation();
  const { amounts } = swap;
  const echo = useEcho(amounts[side], asset?.symbol ?? '');
  const texts = side === 'pay' ? payTexts : receiveTexts;
  return (
    <Well
      className="max-sm:p-3"
      isInvalid={error !== null || (amounts.problem !== null && amounts.typedSide === side)}
    >
      <p aria-hidden="true" className="text-small font-medium text-ink-2">
        {t(texts.label)}
      </p>
      <AmountField
        label={t(texts.amount)}
        isLabelHidden
        look="bare"
        value={amounts.drafts[side]}
        onChange={(text) => amounts.type(side, text)}
        isLoading={amounts.isComputing && amounts.typedSide !== side}
        error={error}
        echo={echo}
        announcedBy={announcedBy}
        symbol={asset?.symbol}
        placesMax={asset?.decimals}
        isFiat={asset?.isFiat}
        inputRef={amountRef}
        picker={
          <AssetPicker
            label={t(texts.asset)}
            searchLabel={t('swap.picker.search')}
            emptyText={t('swap.picker.empty')}
            options={options}
            value={asset?.productId ?? null}
            onChange={onChoose}
          />
        }
        balance={
          asset ? (
            <OwnAmountText
              amount={formatSwapBalance(asset.available)}
              write={(amount) => t('swap.balance', { amount, symbol: asset.symbol })}
            />
          ) : undefined
        }
        max={max ? { label: t('swap.max'), onPress: max } : undefined}
      />
    </Well>
  );
}

/** The approximate value of the amount; undefined without an amount or a price. */
function useEcho(amount: string, symbol: string): string | undefined {
  const { t } = useTranslation();
  const usd = useAmountInUsd(amount, symbol);
  return usd === null ? undefined : t('swap.about', { usd });
}

function drawBalance(available: string) {
  return <OwnAmountText amount={formatSwapBalance(available)} write={(amount) => amount} />;
}

const payTexts = { label: 'swap.pay.label', amount: 'swap.pay.amount', asset: 'swap.pay.asset' } as const;
const receiveTexts = {
  label: 'swap.receive.label',
  amount: 'swap.receive.amount',
  asset: 'swap.receive.asset',
} as const;
