import { Num, Select, Skeleton } from '@salar/ui';
import { useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { HideBalancesButton } from '../../lib/amounts/own-amount.tsx';
import { filterOwned, computeTotal } from './asset-rows.ts';
import type { AssetRow } from './asset-rows.ts';

const allAssets = 'all';
/** Decimals shown here; the open row of the asset shows all. */
const placesMax = 8;

export type TotalBalanceProps = {
  readonly rows: readonly AssetRow[] | undefined;
  readonly isHidden: boolean;
};

/** The value of all assets or, chosen from the list, of one of them. */
export function TotalBalance({ rows, isHidden }: TotalBalanceProps) {
  const { t } = useTranslation();
  const [choice, setChoice] = useState(allAssets);
  if (rows === undefined) return <LoadingTotal />;
  const owned = filterOwned(rows);
  const chosen = owned.find(({ productId }) => String(productId) === choice);
  const options = [
    { id: allAssets, label: t('balances.total.allAssets') },
    ...owned.map(({ productId, symbol }) => ({ id: String(productId), label: symbol })),
  ];
  return (
    <section aria-label={t('balances.total.label')} className="flex min-w-0 flex-col gap-1">
      <div className="flex flex-wrap items-center gap-x-1">
        <span className="text-small font-medium text-ink-2">{t('balances.total.label')}</span>
        <HideBalancesButton />
        <Select
          label={t('balances.total.choose')}
          isLabelHidden
          look="quiet"
          options={options}
          value={chosen ? choice : allAssets}
          onChange={setChoice}
        />
      </div>
      <Note rows={rows} chosen={chosen} isHidden={isHidden} />
      {chosen ? (
        <Figure value={chosen.amount} unit={chosen.symbol} isHidden={isHidden} />
      ) : (
        <Figure value={computeTotal(rows).usd} unit="USD" isHidden={isHidden} />
      )}
    </section>
  );
}

type FigureProps = {
  readonly value: string | null;
  readonly unit: string;
  readonly isHidden: boolean;
};

/** The figure above the horizon, which mirrors it; browsers that cannot mirror draw the horizon alone. */
function Figure({ value, unit, isHidden }: FigureProps) {
  return (
    <Num
      value={value}
      unit={unit}
      maxPlaces={unit === 'USD' ? 2 : placesMax}
      isHidden={isHidden}
      className="self-start text-balance [overflow-wrap:anywhere] whitespace-normal leading-[1.2]! mirrored"
    />
  );
}

function Note({
  rows,
  chosen,
  isHidden,
}: {
  readonly rows: readonly AssetRow[];
  readonly chosen: AssetRow | undefined;
  readonly isHidden: boolean;
}) {
  const { t } = useTranslation();
  if (chosen) {
    return chosen.usdValue === null ? (
      <p className="text-small text-ink-3">{t('balances.table.priceUnavailable')}</p>
    ) : (
      <p className="text-small text-ink-3">
        <Num value={chosen.usdValue} unit="USD" maxPlaces={2} isHidden={isHidden} isPlain />
      </p>
    );
  }
  const { uncounted } = computeTotal(rows);
  return (
    <p className="text-small text-ink-3">
      {t('balances.total.approximate')}
      {uncounted > 0 ? <> · {t('balances.total.uncounted', { count: uncounted })}</> : null}
    </p>
  );
}

function LoadingTotal() {
  const { t } = useTranslation();
  return (
    <section aria-busy="true" className="flex min-w-0 flex-col gap-1">
      <span className="flex min-h-11 items-center text-small font-medium text-ink-2 pointer-fine:min-h-9">
        {t('balances.total.label')}
      </span>
      <span className="sr-only" role="status">
        {t('balances.loadingBalances')}
      </span>
      <Skeleton className="my-0.5 h-4 w-44" />
      <span className="text-balance">
        <Skeleton className="h-[1.2em] w-64 max-w-full" />
      </span>
    </section>
  );
}
