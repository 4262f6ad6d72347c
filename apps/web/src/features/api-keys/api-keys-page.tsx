import { Button, Card, EmptyState, ErrorState, KeyIcon, Link, PlusIcon, lazyView } from '@salar/ui';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { NewApiKey } from './api/add-user-api-key.ts';
import { useGetUserApiKeysQuery } from '../../api/calls/accounts/get-user-api-keys.ts';
import type { ApiKey } from '../../api/records/api-key.ts';
import { selectUserId } from '../../session/session-slice.ts';
import { useAppSelector } from '../../store/store.ts';
import { PageHeading } from '../../lib/page-heading.tsx';
import { useFailureText } from '../../lib/failures/use-failure-text.ts';
import { useOnline } from '../../lib/use-online.ts';
import type { CreateKeyDialogProps } from './create-key-dialog.tsx';
import { CredentialsDialog } from './credentials-dialog.tsx';
import { KeyTable } from './key-table.tsx';
import type { KeyAction, KeyDialogProps } from './key-dialogs.ts';
import { PermissionLegend } from './permission-text.tsx';

const createDialog = lazyView<CreateKeyDialogProps>(
  async () => (await import('./create-key-dialog.tsx')).CreateKeyDialog,
);
const keyDialogs = {
  addresses: lazyView<KeyDialogProps>(async () => (await import('./key-dialogs.ts')).AddressesDialog),
  permissions: lazyView<KeyDialogProps>(async () => (await import('./key-dialogs.ts')).PermissionsDialog),
  limit: lazyView<KeyDialogProps>(async () => (await import('./key-dialogs.ts')).LimitDialog),
  delete: lazyView<KeyDialogProps>(async () => (await import('./key-dialogs.ts')).DeleteKeyDialog),
} as const;

/** The customer's API keys, their permissions and the addresses they work from. */
export function ApiKeysPage() {
  const { t } = useTranslation();
  const userId = useAppSelector(selectUserId);
  return (
    <div className="flex flex-col gap-6">
      {userId === null ? (
        <>
          <PageHeading title={t('api-keys.title')} />
          <Card>
            <EmptyState title={t('api-keys.signedOut')} icon={<KeyIcon size={28} />} />
          </Card>
        </>
      ) : (
        <Keys userId={userId} />
      )}
      <p className="text-small">
        {/* Served beside the app, so it opens in a new tab like an external site. */}
        <Link href="/docs#authentication" isExternal className="inline-block py-3">
          {t('api-keys.documents')}
        </Link>
      </p>
    </div>
  );
}

function Keys({ userId }: { readonly userId: number }) {
  const { t } = useTranslation();
  const isOnline = useOnline();
  const failureText = useFailureText();
  const keys = useGetUserApiKeysQuery({ userId }, { refetchOnMountOrArgChange: true });
  const [isCreating, setIsCreating] = useState(false);
  // The secret exists only here: leaving the page drops it.
  const [created, setCreated] = useState<NewApiKey | null>(null);
  const CreateDialog = createDialog.use(isCreating);
  const create = (label: string) => (
    <Button icon={<PlusIcon size={18} />} isDisabled={!isOnline} onPress={() => setIsCreating(true)}>
      {label}
    </Button>
  );
  return (
    <>
      <PageHeading
        title={t('api-keys.title')}
        description={t('api-keys.description')}
        actions={keys.data?.length ? create(t('api-keys.create.open')) : null}
      />
      {keys.error && keys.data === undefined ? (
        <Card>
          <ErrorState
            title={t('api-keys.error')}
            retryLabel={t('common.retry')}
            onRetry={() => void keys.refetch()}
          >
            {failureText(keys.error)}
          </ErrorState>
        </Card>
      ) : (
        <KeyList
          userId={userId}
          keys={keys.data}
          isRefreshing={keys.isFetching && !keys.isLoading}
          empty={create(t('api-keys.empty.action'))}
        />
      )}
      {CreateDialog ? (
        <CreateDialog
          userId={userId}
          isOpen={isCreating}
          onClose={() => setIsCreating(false)}
          onCreated={(key) => {
            setIsCreating(false);
            setCreated(key);
          }}
        />
      ) : null}
      <CredentialsDialog created={created} onKept={() => setCreated(null)} />
    </>
  );
}

type KeyListProps = {
  readonly userId: number;
  /** Undefined while loading. */
  readonly keys: readonly ApiKey[] | undefined;
  readonly isRefreshing: boolean;
  /** Shown when the customer has no keys. */
  readonly empty: ReactNode;
};

function KeyList({ userId, keys, isRefreshing, empty }: KeyListProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<{ readonly action: KeyAction; readonly apiKey: string } | null>(null);
  const close = () => setOpen(null);
  const toDialogProps = (action: KeyAction) => ({
    userId,
    // Taken from the list, so that the dialog shows the current state of the key.
    subject: open?.action === action ? (keys?.find(({ apiKey }) => apiKey === open.apiKey) ?? null) : null,
    onClose: close,
  });
  const Addresses = keyDialogs.addresses.use(open?.action === 'addresses');
  const Permissions = keyDialogs.permissions.use(open?.action === 'permissions');
  const Limit = keyDialogs.limit.use(open?.action === 'limit');
  const Delete = keyDialogs.delete.use(open?.action === 'delete');
  return (
    <>
      <Card isFlush isRefreshing={isRefreshing}>
        <KeyTable
          keys={keys}
          onAction={(action, { apiKey }) => setOpen({ action, apiKey })}
          empty={
            <EmptyState title={t('api-keys.empty.title')} icon={<KeyIcon size={28} />} action={empty}>
              {t('api-keys.empty.body')}
            </EmptyState>
          }
        />
      </Card>
      <PermissionLegend keys={keys ?? []} />
      {Addresses ? <Addresses {...toDialogProps('addresses')} /> : null}
      {Permissions ? <Permissions {...toDialogProps('permissions')} /> : null}
      {Limit ? <Limit {...toDialogProps('limit')} /> : null}
      {Delete ? <Delete {...toDialogProps('delete')} /> : null}
    </>
  );
}
