import { EyeIcon, EyeOffIcon, IconButton, Num, Select, Skeleton } from '@salar/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ownedRows, totalOf } from './asset-rows.ts';
import type { AssetRow } from './asset-rows.ts';

const allAssets = 'all';

export type TotalBalanceProps = {
  readonly rows: readonly AssetRow[] | undefined;
  readonly isHidden: boolean;
  readonly onToggleHidden: () => void;
};

/** What everything is worth; or, chosen from the list, what one asset is. */
export function TotalBalance({ rows, isHidden, onToggleHidden }: TotalBalanceProps) {
  const { t } = useTranslation();
  const [choice, setChoice] = useState(allAssets);
  if (rows === undefined) return <LoadingTotal />;
  const owned = ownedRows(rows);
  const chosen = owned.find(({ productId }) => String(productId) === choice);
  const options = [
    { id: allAssets, label: t('balances.total.allAssets') },
    ...owned.map(({ productId, symbol }) => ({ id: String(productId), label: symbol })),
  ];
  return (
    <section aria-label={t('balances.total.label')} className="flex flex-col gap-1.5">
      <div className="flex items-center gap-1">
        <span className="text-small font-medium text-ink-2">{t('balances.total.label')}</span>
        <IconButton
          label={t(isHidden ? 'balances.total.show' : 'balances.total.hide')}
          icon={isHidden ? <EyeOffIcon size={18} /> : <EyeIcon size={18} />}
          onPress={onToggleHidden}
          aria-pressed={isHidden}
        />
      </div>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        {chosen ? (
          <AssetFigure row={chosen} isHidden={isHidden} />
        ) : (
          <AllFigure rows={rows} isHidden={isHidden} />
        )}
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
    </section>
  );
}

function AllFigure({ rows, isHidden }: { readonly rows: readonly AssetRow[]; readonly isHidden: boolean }) {
  return (
    <Num value={totalOf(rows).usd} unit="USD" maxPlaces={2} isHidden={isHidden} className="text-balance" />
  );
}

function AssetFigure({ row, isHidden }: { readonly row: AssetRow; readonly isHidden: boolean }) {
  return <Num value={row.amount} unit={row.symbol} isHidden={isHidden} className="text-balance" />;
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
  const { uncounted } = totalOf(rows);
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
    <section aria-busy="true" className="flex flex-col gap-1.5">
      <span className="flex min-h-11 items-center text-small font-medium text-ink-2 pointer-fine:min-h-9">
        {t('balances.total.label')}
      </span>
      <span className="sr-only" role="status">
        {t('balances.loadingBalances')}
      </span>
      <Skeleton className="h-[calc(clamp(2rem,1.375rem+2.6vw,3rem)*1.08)] w-64 max-w-full" />
      <Skeleton className="mt-1 h-4 w-44" />
    </section>
  );
}
