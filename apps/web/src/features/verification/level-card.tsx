import {
  Button,
  ButtonLink,
  CheckIcon,
  InlineNotice,
  StatusPill,
  StrataArt,
  reformatFigures,
} from '@salar/ui';
import type { StatusTone } from '@salar/ui';
import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { KycLevel } from './api/get-kyc-levels.ts';
import type { AccountType } from '../../api/records/account.ts';
import { siteLinks } from '../../lib/navigation/site-links.ts';

export type LevelCardProps = {
  readonly card: KycLevel;
  readonly accountType: AccountType;
  /** Opens the identity check. */
  readonly onStart: () => void;
  readonly isStarting: boolean;
  /** Whether the identity check could not be opened. */
  readonly hasFailed: boolean;
  /** Opens the request for this level. */
  readonly onRequest: () => void;
};

/** Returns the id of a card's headline, which takes the focus when the customer reaches its level. */
export function getHeadlineId(level: number): string {
  return `level-${level}`;
}

/** One level: whom it is for, what it allows, what it requires, and the customer's status. */
export function LevelCard(props: LevelCardProps) {
  const { card, accountType } = props;
  const { t } = useTranslation();
  return (
    <article className="flex h-full flex-col gap-5 rounded-xl border border-line bg-surface p-5 xl:p-6">
      <header className="flex items-start justify-between gap-3">
        <div className="flex flex-col items-start gap-2">
          <h2 id={getHeadlineId(card.level)} tabIndex={-1} className="text-title outline-none">
            {card.label}
          </h2>
          <StatusPill tone={tones[card.status]}>{card.statusText}</StatusPill>
        </div>
        <StrataArt level={card.level} className="-mt-1 h-auto w-24 shrink-0" />
      </header>
      <UserTypes types={card.userTypes} />
      <Points
        title={t('verification.card.benefits')}
        points={card.benefits.map(reformatFigures)}
        mark={card.level === 0 ? requirementMark : benefitMark}
      />
      <Points
        title={t('verification.card.requirements')}
        points={card.requirements[accountType]}
        mark={requirementMark}
      />
      <Action {...props} />
    </article>
  );
}

const tones: Readonly<Record<KycLevel['status'], StatusTone>> = {
  Verified: 'good',
  'Under Review': 'wait',
  'Not Started': 'quiet',
};

function Action({ card, onStart, isStarting, hasFailed, onRequest }: LevelCardProps) {
  const { t } = useTranslation();
  const { action, comment, requestStatus, formLink } = card;
  if (action === null && comment === null) return null;
  return (
    <footer className="mt-auto flex flex-col gap-3 pt-1">
      {comment === null ? null : (
        <InlineNotice tone="warn" title={t('verification.card.comment')}>
          <span className="wrap-anywhere">{comment}</span>
        </InlineNotice>
      )}
      {hasFailed ? (
        <InlineNotice tone="error" isAnnounced>
          {t('verification.notStartedVerification')}
        </InlineNotice>
      ) : null}
      {action === 'start' ? (
        <Button isFullWidth onPress={onStart} isLoading={isStarting} loadingText={t('verification.starting')}>
          {hasFailed ? t('verification.retry') : card.buttonText}
        </Button>
      ) : null}
      {action === 'support' ? (
        <>
          <InlineNotice tone="error">{t('verification.refused.body')}</InlineNotice>
          <ButtonLink href={siteLinks.support} isFullWidth variant="quiet">
            {t('verification.refused.support')}
          </ButtonLink>
        </>
      ) : null}
      {action === 'form' && formLink !== null ? (
        <ButtonLink href={formLink} isExternal isFullWidth variant="quiet">
          {card.buttonText}
        </ButtonLink>
      ) : null}
      {action === 'request' ? (
        <Button isFullWidth variant="quiet" onPress={onRequest}>
          {requestStatus === null ? card.buttonText : t(`verification.request.open.${requestStatus}`)}
        </Button>
      ) : null}
    </footer>
  );
}

function UserTypes({ types }: { readonly types: readonly string[] }) {
  const { t } = useTranslation();
  return (
    <div className="flex flex-col gap-1">
      <h3 className="text-small font-medium text-ink-2">{t('verification.card.userTypes')}</h3>
      <ul className="flex flex-wrap gap-2">
        {types.map((name) => (
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
  <span
    aria-hidden="true"
    className="mx-1.5 mt-2.5 size-1 shrink-0 rounded-full bg-ink-3 forced-colors:bg-[CanvasText]"
  />
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
