import { Card, ErrorState, Skeleton } from '@salar/ui';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useGetBrazilValidationQuery } from '../../api/calls/get-brazil-validation.ts';
import { useCustomer } from '../../customer/use-customer.ts';
import { useFailureText } from '../../lib/failures/use-failure-text.ts';
import { BrazilForm } from './brazil-form.tsx';
import { BrazilStatus } from './brazil-status.tsx';

const pollMs = 5_000;

/**
 * The check of customers in Brazil: its form, its state and the next step. Draws nothing where the check is not
 * offered.
 */
export function BrazilVerification() {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const { userId, accountId, account } = useCustomer();
  const { data, error, refetch } = useGetBrazilValidationQuery(
    { userId: userId ?? 0 },
    { skip: userId === null, pollingInterval: pollMs, skipPollingIfUnfocused: true },
  );
  // A CPF identifies a person.
  const isPerson = account?.accountType !== 'Legal entity';
  if (data?.isOffered === false || userId === null || !isPerson) return null;
  const isFormOpen = data && (data.status === null || data.canRetry);
  return (
    <Card title={t('brazil-form.title')} description={t('brazil-form.description')}>
      {data && accountId !== null ? (
        <div className="flex flex-col gap-6">
          <BrazilStatus validation={data} />
          {isFormOpen ? (
            <BrazilForm key={data.status} userId={userId} accountId={accountId} sentBefore={data.form} />
          ) : null}
        </div>
      ) : error ? (
        <ErrorState
          title={t('brazil-form.errors.load')}
          retryLabel={t('common.retry')}
          onRetry={() => void refetch()}
        >
          {failureText(error)}
        </ErrorState>
      ) : (
        <div role="status" aria-label={t('brazil-form.loading')} className="flex flex-col gap-4">
          <Skeleton className="h-11" />
          <Skeleton className="h-11" />
          <Skeleton className="h-11" />
        </div>
      )}
    </Card>
  );
}
