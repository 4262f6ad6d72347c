import { BankIcon, Button, Card, EmptyState, ErrorState, PlusIcon, Skeleton } from '@salar/ui';
import { useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { PageHeading } from '../../lib/page-heading.tsx';
import { useFailureText } from '../../lib/failures/use-failure-text.ts';
import { useOnline } from '../../lib/use-online.ts';
import { useProductName } from '../../lib/amounts/use-product-name.ts';
import { CreateBankAccountDialog } from '../../parts/destinations/create-bank-account-dialog.tsx';
import { AccountCard } from './account-card.tsx';
import type { AccountGroup } from './account-groups.ts';
import type { BankAccount } from './bank-account.ts';
import { DeleteAccountDialog } from './delete-account-dialog.tsx';
import { useBankAccounts } from './use-bank-accounts.ts';

const offeredMax = 6; // Product spec, section 9: the number of currencies offered while there is no account.

/** The customer's bank accounts, by currency. */
export function BankAccountsPage() {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const { accountId, groups, error, retry } = useBankAccounts();
  const [adding, setAdding] = useState<{ readonly productId: number } | null>(null);
  const [deleting, setDeleting] = useState<BankAccount | null>(null);
  const hasAccounts = groups?.some(({ accounts }) => accounts.length > 0) ?? false;
  return (
    <div className="flex flex-col gap-6">
      <PageHeading title={t('bank-accounts.title')} description={t('bank-accounts.description')} />
      {error ? (
        <Card>
          <ErrorState title={t('bank-accounts.error')} retryLabel={t('common.retry')} onRetry={retry}>
            {failureText(error)}
          </ErrorState>
        </Card>
      ) : groups === undefined ? (
        <LoadingAccounts />
      ) : hasAccounts ? (
        groups.map((group) => (
          <Group
            key={group.productId}
            group={group}
            onAdd={() => setAdding({ productId: group.productId })}
            onDelete={setDeleting}
          />
        ))
      ) : (
        <NoAccounts
          groups={groups.filter(({ canAdd }) => canAdd)}
          onChoose={(productId) => setAdding({ productId })}
        />
      )}
      {accountId === null ? null : (
        <>
          <CreateBankAccountDialog
            isOpen={adding !== null}
            onClose={() => setAdding(null)}
            accountId={accountId}
            productId={adding?.productId}
          />
          <DeleteAccountDialog account={deleting} accountId={accountId} onClose={() => setDeleting(null)} />
        </>
      )}
    </div>
  );
}

type GroupProps = {
  readonly group: AccountGroup;
  readonly onAdd: () => void;
  readonly onDelete: (account: BankAccount) => void;
};

function Group({ group, onAdd, onDelete }: GroupProps) {
  const { t } = useTranslation();
  const isOnline = useOnline();
  const getProductName = useProductName();
  const { symbol, product, accounts, canAdd } = group;
  return (
    <section aria-label={symbol} className="flex flex-col gap-3">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="flex items-baseline gap-2 text-lead font-semibold text-ink-1">
          {symbol}
          {product ? (
            <span className="text-small font-normal text-ink-3">{getProductName(product)}</span>
          ) : null}
        </h2>
        {canAdd ? (
          <Button
            variant="quiet"
            size="sm"
            icon={<PlusIcon size={16} />}
            aria-label={t('bank-accounts.group.addTo', { symbol })}
            isDisabled={!isOnline}
            onPress={onAdd}
          >
            {t('bank-accounts.group.add')}
          </Button>
        ) : null}
      </header>
      {accounts.length === 0 ? (
        <p className="text-ink-2">{t('bank-accounts.group.empty', { symbol })}</p>
      ) : (
        <ul className="grid gap-4 sm:grid-cols-2">
          {accounts.map((account) => (
            <li key={account.infoId}>
              <AccountCard account={account} onDelete={() => onDelete(account)} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

type NoAccountsProps = {
  readonly groups: readonly AccountGroup[];
  readonly onChoose: (productId: number) => void;
};

function NoAccounts({ groups, onChoose }: NoAccountsProps) {
  const { t } = useTranslation();
  const isOnline = useOnline();
  return (
    <Card>
      <EmptyState
        title={t('bank-accounts.empty.title')}
        icon={<BankIcon size={28} />}
        action={
          <div className="flex flex-wrap justify-center gap-3">
            {groups.slice(0, offeredMax).map(({ productId, symbol }) => (
              <Button
                key={productId}
                variant="quiet"
                icon={<PlusIcon size={16} />}
                aria-label={t('bank-accounts.group.addTo', { symbol })}
                isDisabled={!isOnline}
                onPress={() => onChoose(productId)}
              >
                {symbol}
              </Button>
            ))}
          </div>
        }
      >
        {t(groups.length > 0 ? 'bank-accounts.empty.choose' : 'bank-accounts.empty.none')}
      </EmptyState>
    </Card>
  );
}

/** Skeletons of two cards. */
function LoadingAccounts() {
  const { t } = useTranslation();
  return (
    <div
      role="status"
      aria-busy="true"
      aria-label={t('bank-accounts.loading')}
      className="flex flex-col gap-3"
    >
      <Skeleton className="h-7 w-24" />
      <div className="grid gap-4 sm:grid-cols-2">
        <Skeleton className="h-44 w-full rounded-xl" />
        <Skeleton className="h-44 w-full rounded-xl" />
      </div>
    </div>
  );
}
