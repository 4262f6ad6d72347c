import {
  DataTable,
  DeleteIcon,
  IconButton,
  NetworkIcon,
  ShieldIcon,
  TradeIcon,
  formatMoney,
  maskKey,
} from '@salar/ui';
import type { Column } from '@salar/ui';
import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { notionalSymbol } from '@salar/protocol/money/notional-symbol';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { ApiKey } from '../../api/records/api-key.ts';
import { useOnline } from '../../lib/use-online.ts';
import { splitAddresses } from './address-entries.ts';
import { AddressChips, PermissionChips } from './key-chips.tsx';
import type { KeyAction } from './key-dialogs.ts';

type OnAction = (action: KeyAction, key: ApiKey) => void;
export type KeyTableProps = {
  /** Undefined while loading. */
  readonly keys: readonly ApiKey[] | undefined;
  readonly onAction: OnAction;
  readonly empty: ReactNode;
};

/** The keys: a table, or cards under 768 px. */
export function KeyTable({ keys, onAction, empty }: KeyTableProps) {
  const { t } = useTranslation();
  const columns = useKeyColumns(onAction);
  return (
    <DataTable
      label={t('api-keys.title')}
      columns={columns}
      rows={keys ?? []}
      rowKey={({ apiKey }) => apiKey}
      card={(key) => <KeyCard apiKey={key} onAction={onAction} />}
      isLoading={keys === undefined}
      skeletonRows={3}
      empty={empty}
    />
  );
}

function useKeyColumns(onAction: OnAction): readonly Column<ApiKey>[] {
  const { t } = useTranslation();
  return useMemo(
    () => [
      { id: 'key', header: t('api-keys.table.key'), cell: (key) => <KeyName apiKey={key} /> },
      {
        id: 'permissions',
        header: t('api-keys.table.permissions'),
        cell: ({ permissions }) => <PermissionChips permissions={permissions} />,
      },
      { id: 'addresses', header: t('api-keys.table.addresses'), cell: (key) => <Addresses apiKey={key} /> },
      { id: 'limit', header: t('api-keys.table.limit'), cell: (key) => <DailyLimit apiKey={key} /> },
      {
        id: 'actions',
        header: t('api-keys.table.actions'),
        isHeaderHidden: true,
        align: 'end',
        cell: (key) => <Actions apiKey={key} onAction={onAction} />,
      },
    ],
    [t, onAction],
  );
}

type KeyProps = { readonly apiKey: ApiKey };
type ActionProps = KeyProps & { readonly onAction: OnAction };

function KeyCard({ apiKey, onAction }: ActionProps) {
  return (
    <div className="flex flex-col gap-2.5 py-1.5">
      <div className="flex items-center justify-between gap-2">
        <KeyName apiKey={apiKey} />
        <Actions apiKey={apiKey} onAction={onAction} />
      </div>
      <PermissionChips permissions={apiKey.permissions} />
      <Addresses apiKey={apiKey} />
      <DailyLimit apiKey={apiKey} />
    </div>
  );
}

function KeyName({ apiKey: { apiKey } }: KeyProps) {
  return <span className="font-mono font-medium text-ink-1">{maskKey(apiKey)}</span>;
}

/** How many addresses a row lists; its dialog has them all. */
const addressesMax = 4;

function Addresses({ apiKey: { ipWhiteList } }: KeyProps) {
  const { t } = useTranslation();
  const entries = splitAddresses(ipWhiteList);
  return entries.length === 0 ? (
    <span className="text-ink-2">{t('api-keys.address.any')}</span>
  ) : (
    <div className="flex flex-col items-start gap-1.5">
      <AddressChips entries={entries.slice(0, addressesMax)} />
      {entries.length > addressesMax ? (
        <span className="text-small text-ink-2">
          {t('api-keys.address.more', { number: entries.length - addressesMax })}
        </span>
      ) : null}
    </div>
  );
}

function DailyLimit({ apiKey: { dailyNotional } }: KeyProps) {
  const { t } = useTranslation();
  return (
    <span className="num text-ink-2">
      {dailyNotional === null
        ? t('api-keys.limit.none')
        : t('api-keys.limit.perDay', { amount: formatMoney(dailyNotional, notionalSymbol) })}
    </span>
  );
}

function Actions({ apiKey, onAction }: ActionProps) {
  const { t } = useTranslation();
  const isOnline = useOnline();
  const key = maskKey(apiKey.apiKey);
  return (
    <span className="inline-flex justify-end gap-1">
      <IconButton
        label={t('api-keys.table.editAddresses', { key })}
        icon={<NetworkIcon />}
        isDisabled={!isOnline}
        onPress={() => onAction('addresses', apiKey)}
      />
      <IconButton
        label={t('api-keys.table.editPermissions', { key })}
        icon={<ShieldIcon />}
        isDisabled={!isOnline}
        onPress={() => onAction('permissions', apiKey)}
      />
      <IconButton
        label={t('api-keys.table.editLimit', { key })}
        icon={<TradeIcon />}
        isDisabled={!isOnline}
        onPress={() => onAction('limit', apiKey)}
      />
      <IconButton
        label={t('api-keys.table.delete', { key })}
        icon={<DeleteIcon />}
        isDisabled={!isOnline}
        onPress={() => onAction('delete', apiKey)}
      />
    </span>
  );
}
