import {
  AssetIcon,
  Button,
  Card,
  Change,
  DataTable,
  DepositIcon,
  EmptyState,
  IconButton,
  Num,
  SendIcon,
  Skeleton,
  SwapIcon,
  WalletIcon,
  formatPrice,
  lazyView,
  getPriceFormat,
} from '@salar/ui';
import type { Column } from '@salar/ui';
import { memo, useMemo, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useNavigate, useSearchParams } from 'react-router';
import { readHistoryTarget, removeHistoryTarget } from '../../lib/navigation/history-path.ts';
import type { HistoryTarget } from '../../lib/navigation/history-path.ts';
import { isPositive } from '../../money/decimal.ts';
import { useProductName } from '../../lib/amounts/use-product-name.ts';
import { usePulse } from '../../lib/use-pulse.ts';
import type { AssetDetailProps } from './asset-detail.tsx';
import { defaultSort, isSmall, sortRows } from './asset-rows.ts';
import type { AssetRow } from './asset-rows.ts';
import { useHideSmall } from './use-hide-small.ts';
import { useAssetActions } from './use-asset-actions.ts';

/** The details below an open row. Most visits open one, but none does before the balances have arrived. */
const detail = lazyView<AssetDetailProps>(
  async () => (await import('./asset-detail.tsx')).AssetDetail,
  'soon',
);

/** Decimals shown in the table; an open row shows all. */
const tablePlacesMax = 8;

export type AssetTableProps = {
  readonly rows: readonly AssetRow[] | undefined;
  /** By product id; undefined while it is unknown. */
  readonly pending: ReadonlyMap<number, string> | undefined;
  readonly accountId: number | null;
  readonly isHidden: boolean;
};

/** All assets in a sortable table, or as cards below 768 px. One row at a time can be open. */
export const AssetTable = memo(function AssetTable({ rows, pending, accountId, isHidden }: AssetTableProps) {
  const { t } = useTranslation();
  const [sort, setSort] = useState(defaultSort);
  const { target, expandedKey, setExpandedKey } = useExpandedRow();
  const AssetDetail = detail.use(expandedKey !== null);
  const columns = useAssetColumns(isHidden);
  const [isHidingSmall, setHidingSmall] = useHideSmall();
  const sorted = useMemo(() => sortRows(rows ?? [], sort), [rows, sort]);
  // An open row stays, so that a link to its history has a target.
  const shown = isHidingSmall
    ? sorted.filter(
        (row) =>
          toRowKey(row) === expandedKey ||
          !isSmall(row, pending ? (pending.get(row.productId) ?? '0') : undefined),
      )
    : sorted;
  const hiddenCount = sorted.length - shown.length;
  return (
    <Card isFlush>
      {rows?.length === 0 ? null : (
        <SmallBalances isHiding={isHidingSmall} onChange={setHidingSmall} hiddenCount={hiddenCount} />
      )}
      <DataTable
        label={t('balances.table.label')}
        columns={columns}
        rows={shown}
        rowKey={toRowKey}
        sort={sort}
        onSortChange={setSort}
        expandedKey={expandedKey}
        onExpandedChange={setExpandedKey}
        expandLabel={(row) =>
          t(expandedKey === toRowKey(row) ? 'balances.table.collapse' : 'balances.table.expand', {
            symbol: row.symbol,
          })
        }
        renderExpanded={(row) =>
          accountId === null ? null : AssetDetail === null ? (
            <Skeleton className="h-64 w-full" />
          ) : (
            <AssetDetail
              key={row.productId}
              row={row}
              pending={pending ? (pending.get(row.productId) ?? '0') : null}
              accountId={accountId}
              isHidden={isHidden}
              target={target?.productId === row.productId ? target : null}
            />
          )
        }
        card={(row) => <AssetCard row={row} isHidden={isHidden} />}
        isLoading={rows === undefined}
        empty={hiddenCount > 0 ? <OnlySmall onShowAll={() => setHidingSmall(false)} /> : <NoAssets />}
      />
    </Card>
  );
});

type SmallBalancesProps = {
  readonly isHiding: boolean;
  readonly onChange: (isHiding: boolean) => void;
  readonly hiddenCount: number;
};

/** The switch that leaves small balances out, and how many it left out; the count is printed as well. */
function SmallBalances({ isHiding, onChange, hiddenCount }: SmallBalancesProps) {
  const { t } = useTranslation();
  return (
    <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 border-b border-line px-4 py-1 xl:px-5">
      {/* The native checkbox: the styled one brings form validation, which the first visit does not need. While it is not
          checked it has the colors of the theme instead of those of the browser. */}
      <label className="flex min-h-11 cursor-pointer items-center gap-3 text-small text-ink-2 pointer-fine:min-h-8 print:hidden">
        <input
          type="checkbox"
          checked={isHiding}
          onChange={(event) => onChange(event.currentTarget.checked)}
          className="size-[1.25rem] shrink-0 rounded-sm border-line-strong bg-surface accent-accent not-checked:appearance-none not-checked:border"
        />
        {t('balances.small.label')}
      </label>
      <p role="status" className="text-small text-ink-2 empty:hidden">
        {hiddenCount > 0 ? t('balances.small.hidden', { count: hiddenCount }) : null}
      </p>
    </div>
  );
}

function OnlySmall({ onShowAll }: { readonly onShowAll: () => void }) {
  const { t } = useTranslation();
  return (
    <EmptyState
      title={t('balances.small.emptyTitle')}
      icon={<WalletIcon size={28} />}
      action={
        <Button variant="quiet" onPress={onShowAll}>
          {t('balances.small.showAll')}
        </Button>
      }
    >
      {t('balances.small.emptyBody')}
    </EmptyState>
  );
}

/** The open row: the one that the URL names, until the customer opens or closes one. */
function useExpandedRow() {
  const [query, setQuery] = useSearchParams();
  const target = useMemo(() => readHistoryTarget(query), [query]);
  const [followed, setFollowed] = useState<HistoryTarget | null>(null);
  const [expandedKey, setExpandedKey] = useState<string | null>(null);
  if (target !== null && target !== followed) {
    setFollowed(target);
    setExpandedKey(String(target.productId));
  }
  return {
    target,
    expandedKey,
    setExpandedKey: (key: string | null) => {
      setExpandedKey(key);
      if (target !== null) setQuery(removeHistoryTarget, { replace: true, preventScrollReset: true });
    },
  };
}

function toRowKey({ productId }: AssetRow): string {
  return String(productId);
}

function useAssetColumns(isHidden: boolean): readonly Column<AssetRow>[] {
  const { t } = useTranslation();
  const getProductName = useProductName();
  return useMemo(
    () => [
      {
        id: 'asset',
        header: t('balances.table.asset'),
        isSortable: true,
        cell: (row) => <AssetName symbol={row.symbol} name={getProductName(row)} iconUrl={row.iconUrl} />,
      },
      {
        id: 'balance',
        header: t('balances.table.balance'),
        align: 'end',
        isSortable: true,
        cell: ({ amount, usdValue }) => <Balance {...{ amount, usdValue, isHidden }} />,
      },
      {
        id: 'price',
        header: t('balances.table.price'),
        align: 'end',
        isSortable: true,
        cell: ({ price }) => <Price price={price} />,
      },
      {
        id: 'change',
        header: t('balances.table.change'),
        align: 'end',
        isSortable: true,
        cell: ({ change24h }) => <Change24h value={change24h} />,
      },
      {
        id: 'actions',
        isOnScreenOnly: true,
        header: t('balances.table.actions'),
        align: 'end',
        cell: ({ productId, symbol }) => <Actions {...{ productId, symbol }} />,
      },
    ],
    [t, getProductName, isHidden],
  );
}

// Prices change all the time. A cell receives the figures that it shows, so that it is drawn again only when one
// changed.

type AssetNameProps = Pick<AssetRow, 'symbol' | 'iconUrl'> & { readonly name: string };

const AssetName = memo(function AssetName(props: AssetNameProps) {
  return (
    // As wide as a name needs, up to a width that leaves room for the figures.
    <span className="flex max-w-52 items-center gap-3 lg:max-w-80">
      <AssetIcon symbol={props.symbol} iconUrl={props.iconUrl} />
      <span className="flex min-w-0 flex-col">
        <span className="truncate font-semibold">{props.symbol}</span>
        <bdi className="truncate text-small text-ink-3" title={props.name}>
          {props.name}
        </bdi>
      </span>
    </span>
  );
});

type BalanceProps = Pick<AssetRow, 'amount' | 'usdValue'> & { readonly isHidden: boolean };

const Balance = memo(function Balance({ amount, usdValue, isHidden }: BalanceProps) {
  const { t } = useTranslation();
  if (amount === null) return <Num value={null} />;
  const isZero = !isPositive(amount);
  return (
    <span className="flex flex-col items-end">
      <Num
        value={amount}
        maxPlaces={tablePlacesMax}
        isHidden={isHidden}
        isQuiet={isZero}
        className="font-medium"
      />
      <Num
        value={usdValue}
        unit="USD"
        maxPlaces={2}
        isHidden={isHidden}
        isPlain
        missingLabel={t('balances.table.priceUnavailable')}
        className="text-small text-ink-3"
      />
    </span>
  );
});

const Price = memo(function Price({ price }: Pick<AssetRow, 'price'>) {
  const { t } = useTranslation();
  const pulse = usePulse(price, price === null ? null : formatPrice(price));
  return (
    <Num
      key={pulse.key}
      className={pulse.className}
      value={price}
      unit="USD"
      missingLabel={t('balances.table.priceUnavailable')}
      {...(price === null ? {} : getPriceFormat(price))}
    />
  );
});

const Change24h = memo(Change);

const Actions = memo(function Actions({ productId, symbol }: Pick<AssetRow, 'productId' | 'symbol'>) {
  const { t } = useTranslation();
  const actions = useAssetActions();
  return (
    <span className="inline-flex justify-end gap-0.5">
      <IconButton
        label={t('balances.table.deposit', { symbol })}
        icon={<DepositIcon />}
        onPress={() => actions.deposit(productId)}
      />
      <IconButton
        label={t('balances.table.send', { symbol })}
        icon={<SendIcon />}
        onPress={() => actions.send(productId)}
      />
      <IconButton
        label={t('balances.table.swap', { symbol })}
        icon={<SwapIcon />}
        onPress={() => actions.swap(productId)}
      />
    </span>
  );
});

function AssetCard({ row, isHidden }: { readonly row: AssetRow; readonly isHidden: boolean }) {
  const isZero = row.amount !== null && !isPositive(row.amount);
  return (
    // With enlarged text the figures wrap below the name.
    <span className="flex flex-wrap items-center gap-x-3">
      <AssetIcon symbol={row.symbol} iconUrl={row.iconUrl} />
      <span className="flex min-w-0 flex-col">
        <span className="truncate font-semibold">{row.symbol}</span>
        <span className="text-small">
          <Price price={row.price} />
        </span>
      </span>
      <span className="ms-auto flex min-w-0 flex-col items-end">
        <Num
          value={row.amount}
          maxPlaces={tablePlacesMax}
          isHidden={isHidden}
          isQuiet={isZero}
          className="font-medium"
        />
        <Change value={row.change24h} className="text-small" />
      </span>
    </span>
  );
}

function NoAssets() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <EmptyState
      title={t('balances.empty.title')}
      icon={<WalletIcon size={28} />}
      action={
        <Button onPress={() => void navigate('/ramping/deposit')} icon={<DepositIcon size={18} />}>
          {t('balances.empty.action')}
        </Button>
      }
    >
      {t('balances.empty.body')}
    </EmptyState>
  );
}
