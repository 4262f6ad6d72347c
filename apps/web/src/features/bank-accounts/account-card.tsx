import { BankIcon, Card, DeleteIcon, IconButton, StatusPill } from '@salar/ui';
import { Fragment } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useDestinationLabels } from '../../parts/destinations/use-destination-labels.ts';
import type { BankAccount } from './bank-account.ts';

export type AccountCardProps = {
  readonly account: BankAccount;
  readonly onDelete: () => void;
};

/** One bank account. Numbers and keys are masked, visually and for screen readers. */
export function AccountCard({ account, onDelete }: AccountCardProps) {
  const { t } = useTranslation();
  const labels = useDestinationLabels();
  const { title, institution, accountType, details, isVerified, symbol } = account;
  const where = [institution, accountType && labels.option('AccountType', accountType), symbol];
  const known = where.filter((part) => part !== null);
  return (
    <article aria-label={title} className="h-full">
      <Card className="flex h-full flex-col">
        <div className="flex grow flex-col gap-4">
          <header className="flex items-start gap-3">
            <span className="grid size-9 shrink-0 place-items-center rounded-full bg-sunken text-ink-2">
              <BankIcon size={18} />
            </span>
            <div className="flex min-w-0 grow flex-col gap-0.5">
              <h3 className="num font-mono text-body font-semibold text-ink-1">{title}</h3>
              <p className="text-small wrap-anywhere text-ink-2">
                {known.map((part, at) => (
                  <Fragment key={at}>
                    {at === 0 ? null : ' · '}
                    <bdi>{part}</bdi>
                  </Fragment>
                ))}
              </p>
            </div>
            <IconButton
              label={t('bank-accounts.card.delete', { account: title })}
              icon={<DeleteIcon />}
              onPress={onDelete}
              className="-me-2 -mt-1"
            />
          </header>
          {details.length > 0 ? (
            <dl className="flex flex-col gap-y-1.5 text-small">
              {details.map(({ field, value }) => (
                <div key={field} className="flex flex-wrap justify-between gap-x-4">
                  <dt className="text-ink-2">{labels.fieldName(field)}</dt>
                  <dd className="num ms-auto text-end font-mono text-ink-1">{value}</dd>
                </div>
              ))}
            </dl>
          ) : null}
          <div className="mt-auto flex flex-wrap items-center gap-x-3 gap-y-1.5">
            <StatusPill tone={isVerified ? 'good' : 'wait'}>
              {t(isVerified ? 'bank-accounts.card.verified' : 'bank-accounts.card.unverified')}
            </StatusPill>
            {isVerified ? null : (
              <span className="text-small text-ink-3">{t('bank-accounts.card.unverifiedHint')}</span>
            )}
          </div>
        </div>
      </Card>
    </article>
  );
}
