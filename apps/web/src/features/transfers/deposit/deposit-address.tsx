import {
  Address,
  Button,
  CopyButton,
  EmptyState,
  ErrorState,
  InlineNotice,
  Num,
  PlusIcon,
  QrCode,
  QrSkeleton,
  ShareIcon,
  Skeleton,
  WalletIcon,
} from '@salar/ui';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useCreateDepositAddressMutation, useGetDepositInfoQuery } from '../api/get-deposit-info.ts';
import type { DepositInfoQuestion } from '../api/get-deposit-info.ts';
import type { TemplateType } from '../../../api/records/template-type.ts';
import { TaggedText } from '../../../lib/tagged-text.tsx';
import { LocalLink } from '../../../lib/navigation/local-link.tsx';
import { useFailureText } from '../../../lib/failures/use-failure-text.ts';

export type DepositAddressProps = {
  readonly accountId: number;
  readonly productId: number;
  readonly symbol: string;
  readonly network: TemplateType;
};

/** The address to send coins to. The QR code, the text and the copied text are the same string. */
export function DepositAddress({ accountId, productId, symbol, network }: DepositAddressProps) {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const { providerId, displayName } = network;
  const info = useGetDepositInfoQuery({ accountId, productId, providerId });
  // Only the answer to this very query: never an address of another asset or network.
  const given = info.currentData;
  if (info.error && given === undefined) {
    return (
      <ErrorState
        title={t('transfers.deposit.errorAddress')}
        retryLabel={t('common.retry')}
        onRetry={() => void info.refetch()}
        isCompact
      >
        {failureText(info.error)}
      </ErrorState>
    );
  }
  if (given === undefined) return <DepositAddressSkeleton />;
  if (given === null) {
    return (
      <EmptyState
        title={t('transfers.deposit.none')}
        icon={<WalletIcon size={28} />}
        action={
          <Button variant="quiet" onPress={() => void info.refetch()} isLoading={info.isFetching}>
            {t('transfers.deposit.retry')}
          </Button>
        }
      >
        {t('transfers.deposit.noneBody')}
      </EmptyState>
    );
  }
  const names = { symbol, network: displayName };
  const { address, memo } = given;
  const { amountMin } = network;
  return (
    <div className="flex flex-col gap-4">
      <InlineNotice tone="warn">
        <TaggedText
          text={t('transfers.deposit.notice', names)}
          tags={{ strong: <strong className="font-semibold" /> }}
        />
      </InlineNotice>
      {memo === null ? null : <Memo memo={memo} />}
      <div className="flex flex-col gap-4 md:flex-row md:items-start md:gap-6">
        <div className="flex min-w-0 grow flex-col gap-3">
          <div className="flex flex-col gap-1.5">
            <p className="text-small font-medium text-ink-2">{t('transfers.deposit.address', names)}</p>
            <Address value={address} form="full" />
          </div>
          <CopyButton
            value={address}
            what={t('transfers.deposit.what', { network: displayName })}
            label={t('transfers.deposit.copyAddress')}
            isFullWidth
          />
          {amountMin === null ? null : (
            <dl className="flex flex-wrap items-baseline justify-between gap-x-4">
              <dt className="text-small font-medium text-ink-2">{t('transfers.deposit.minimum')}</dt>
              <dd className="font-semibold">
                <Num value={amountMin} unit={symbol} />
              </dd>
            </dl>
          )}
        </div>
        <div className="flex justify-center">
          <QrCode value={address} title={t('transfers.deposit.qr', names)} />
        </div>
      </div>
      <div className="flex flex-col gap-3">
        <LocalLink path="faucet" query={{ network: displayName, product: symbol, address }}>
          {t('transfers.deposit.localFaucet', { symbol })}
        </LocalLink>
        <ShareButton address={address} />
        <NewAddress accountId={accountId} productId={productId} providerId={providerId} />
      </div>
    </div>
  );
}

/** The memo comes first, because without it the transfer cannot be assigned to the customer. */
function Memo({ memo }: { readonly memo: string }) {
  const { t } = useTranslation();
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-lg border border-line bg-sunken p-4">
      <div className="flex min-w-0 flex-col">
        <span className="text-small font-medium text-ink-2">{t('transfers.deposit.memo')}</span>
        <span className="font-mono text-body [overflow-wrap:anywhere]">{memo}</span>
        <span className="text-small text-ink-3">{t('transfers.deposit.memoHint')}</span>
      </div>
      <CopyButton
        value={memo}
        what={t('transfers.deposit.memoWhat')}
        label={t('transfers.deposit.copyMemo')}
      />
    </div>
  );
}

/** Creates another address, for customers who give each payer their own. The earlier ones keep crediting. */
function NewAddress(question: DepositInfoQuestion) {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const [create, { data, error, isLoading }] = useCreateDepositAddressMutation();
  const text =
    data !== undefined ? t(`transfers.deposit.newAddress.${data}`) : error ? failureText(error) : null;
  return (
    <>
      <Button
        variant="ghost"
        icon={<PlusIcon size={18} />}
        isFullWidth
        onPress={() => void create(question)}
        isLoading={isLoading}
        loadingText={t('transfers.deposit.newAddress.loading')}
      >
        {t('transfers.deposit.newAddress.action')}
      </Button>
      {text === null ? null : (
        <InlineNotice tone={data === 'made' ? 'success' : 'error'} isAnnounced>
          {text}
        </InlineNotice>
      )}
    </>
  );
}

/** Shown only where the device can share. */
function ShareButton({ address }: { readonly address: string }) {
  const { t } = useTranslation();
  if (typeof navigator.share !== 'function') return null;
  function share() {
    navigator.share({ text: address }).catch((problem: unknown) => {
      // Closing the share sheet is a choice, not a failure.
      if (!(problem instanceof DOMException && problem.name === 'AbortError')) console.warn(problem);
    });
  }
  return (
    <Button variant="ghost" icon={<ShareIcon size={18} />} isFullWidth onPress={share}>
      {t('transfers.deposit.share')}
    </Button>
  );
}

/** Reserves the space of the address, so that nothing jumps when it arrives. */
export function DepositAddressSkeleton() {
  const { t } = useTranslation();
  return (
    <div role="status" aria-busy="true" aria-label={t('transfers.loading')} className="flex flex-col gap-4">
      <Skeleton className="h-24 w-full rounded-lg sm:h-18" />
      <div className="flex flex-col gap-4 md:flex-row md:items-start md:gap-6">
        <div className="flex min-w-0 grow flex-col gap-3">
          <div className="flex flex-col gap-1.5">
            <Skeleton className="h-5 w-40" />
            <Skeleton className="h-14 w-full" />
          </div>
          <Skeleton className="h-11 w-full rounded-md" />
          <Skeleton className="h-6 w-full" />
        </div>
        <div className="flex justify-center">
          <QrSkeleton />
        </div>
      </div>
      <Skeleton className="h-11 w-full rounded-md" />
    </div>
  );
}
