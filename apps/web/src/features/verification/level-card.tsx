import { Button, ButtonLink, CheckIcon, InlineNotice, StatusPill, StrataArt } from '@salar/ui';
import type { StatusTone } from '@salar/ui';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Account, AccountType } from '../../api/records/account.ts';
import { levelAction, levelStatus } from './level-status.ts';
import type { LevelStatus } from './level-status.ts';
import type { LevelCard as Card } from './levels.ts';

export type LevelCardProps = {
  readonly card: Card;
  readonly account: Account;
  readonly onStart: () => void;
  readonly isStarting: boolean;
  /** The identity check could not be opened. */
  readonly hasFailed: boolean;
};

/** One level: for whom, what it opens, what it needs, and how the customer stands to it. */
export function LevelCard({ card, account, onStart, isStarting, hasFailed }: LevelCardProps) {
  const { t } = useTranslation();
  const action = levelAction(account.verificationLevel, card);
  return (
    <article className="flex h-full flex-col gap-5 rounded-xl border border-line bg-surface p-5 xl:p-6">
      <header className="flex items-start justify-between gap-3">
        <div className="flex flex-col items-start gap-2">
          <h2 className="text-title">{t(card.label)}</h2>
          <Status status={levelStatus(account.verificationLevel, card.level)} />
        </div>
        <StrataArt level={card.level} className="-mt-1 h-auto w-24 shrink-0" />
      </header>
      <UserTypes types={card.userTypes} />
      <Points
        title={t('verification.card.benefits')}
        points={card.benefits.map((key) => t(key))}
        mark={benefitMark}
      />
      <Points
        title={t('verification.card.requirements')}
        points={card.requirements[account.accountType].map((key) => t(key))}
        mark={requirementMark}
      />
      {action === null ? null : (
        <footer className="mt-auto flex flex-col gap-3 pt-1">
          {hasFailed ? (
            <InlineNotice tone="error" isAnnounced>
              {t('verification.notStartedVerification')}
            </InlineNotice>
          ) : null}
          {action === 'start' ? (
            <Button
              isFullWidth
              onPress={onStart}
              isLoading={isStarting}
              loadingText={t('verification.starting')}
            >
              {t(hasFailed ? 'verification.retry' : 'verification.start')}
            </Button>
          ) : card.formLink === null ? null : (
            <ButtonLink href={card.formLink} isExternal isFullWidth variant="quiet">
              {t('verification.openForm')}
            </ButtonLink>
          )}
        </footer>
      )}
    </article>
  );
}

const tones: Readonly<Record<LevelStatus, StatusTone>> = {
  verified: 'good',
  underReview: 'wait',
  notStarted: 'quiet',
};

function Status({ status }: { readonly status: LevelStatus }) {
  const { t } = useTranslation();
  return <StatusPill tone={tones[status]}>{t(`verification.status.${status}`)}</StatusPill>;
}

function UserTypes({ types }: { readonly types: readonly AccountType[] }) {
  const { t } = useTranslation();
  const names = types.map((type) =>
    t(type === 'Legal entity' ? 'verification.card.legal' : 'verification.card.natural'),
  );
  return (
    <div className="flex flex-col gap-1">
      <h3 className="text-small font-medium text-ink-2">{t('verification.card.userTypes')}</h3>
      <ul className="flex flex-wrap gap-2">
        {names.map((name) => (
          <li key={name} className="rounded-sm bg-accent-soft px-2 py-0.5 text-micro text-accent-ink">
            {name}
          </li>
        ))}
      </ul>
    </div>
  );
}

const benefitMark = <CheckIcon size={16} className="mt-1 text-ink-3" />;
const requirementMark = (
  <span aria-hidden="true" className="mx-1.5 mt-2.5 size-1 shrink-0 rounded-full bg-ink-3" />
);

type PointsProps = { readonly title: string; readonly points: readonly string[]; readonly mark: ReactNode };

function Points({ title, points, mark }: PointsProps) {
  return (
    <div className="flex flex-col gap-1.5">
      <h3 className="text-small font-medium text-ink-2">{title}</h3>
      <ul className="flex flex-col gap-1.5">
        {points.map((point) => (
          <li key={point} className="flex items-start gap-2">
            {mark}
            <span>{point}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
