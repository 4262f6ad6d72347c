import { Button, CodeIcon, DeviceIcon, StatusPill, formatDateTime } from '@salar/ui';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useGetUserSessionsQuery } from './api/get-user-sessions.ts';
import type { UserSession } from './api/get-user-sessions.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { useOnline } from '../../lib/use-online.ts';
import { EndOthersDialog, EndSessionDialog } from './end-session-dialogs.tsx';
import { Entries, Entry, Section } from './section.tsx';
import { useSessionLabels } from './use-session-labels.ts';

/** Every session of the customer and of their programs, with a way to end each. */
export function SessionsCard() {
  const { t } = useTranslation();
  const isOnline = useOnline();
  const sessions = useGetUserSessionsQuery(undefined, { refetchOnMountOrArgChange: true });
  const [ending, setEnding] = useState<UserSession | null>(null);
  const [isEndingOthers, setIsEndingOthers] = useState(false);
  const others = sessions.data?.filter(({ isCurrent }) => !isCurrent) ?? [];
  const [areAllShown, setAreAllShown] = useState(false);
  const isFolded = !areAllShown && sessions.data !== undefined && sessions.data.length > foldedMax + 1;
  const list = useRef<HTMLDivElement>(null);

  // The button is gone: the focus moves to the first of the remaining sessions.
  useEffect(() => {
    if (areAllShown) list.current?.querySelectorAll('li')[foldedMax]?.focus();
  }, [areAllShown]);

  return (
    <Section
      title={t('security.sessions.title')}
      hint={t('security.sessions.hint')}
      isRefreshing={sessions.isFetching && !sessions.isLoading}
      action={
        others.length > 0 ? (
          <Button variant="quiet" isDisabled={!isOnline} onPress={() => setIsEndingOthers(true)}>
            {t('security.sessions.endOthers')}
          </Button>
        ) : null
      }
    >
      <div ref={list}>
        <Entries
          entries={
            sessions.data && sortCurrentFirst(sessions.data).slice(0, isFolded ? foldedMax : undefined)
          }
          error={sessions.error}
          onRetry={() => void sessions.refetch()}
          texts={{
            error: t('security.sessions.error'),
            loading: t('security.sessions.loading'),
            empty: t('security.sessions.onlyThis'),
          }}
          draw={(session) => (
            <SessionEntry key={session.sessionId} session={session} onEnd={() => setEnding(session)} />
          )}
        />
      </div>
      {isFolded ? (
        <Button variant="quiet" isFullWidth className="mt-4" onPress={() => setAreAllShown(true)}>
          {t('security.sessions.showAll', { number: sessions.data?.length })}
        </Button>
      ) : null}
      <EndSessionDialog session={ending} onClose={() => setEnding(null)} />
      <EndOthersDialog others={isEndingOthers ? others : null} onClose={() => setIsEndingOthers(false)} />
    </Section>
  );
}

/** How many are shown at first, so that the rest of the page is not pushed out of reach. */
const foldedMax = 6;

/** Sorts this device first; the others stay in order, last used first. */
function sortCurrentFirst(sessions: readonly UserSession[]): readonly UserSession[] {
  return [...sessions].sort((one, other) => Number(other.isCurrent) - Number(one.isCurrent));
}

function SessionEntry({ session, onEnd }: { readonly session: UserSession; readonly onEnd: () => void }) {
  const { t } = useTranslation();
  const { language } = useLanguage();
  const isOnline = useOnline();
  const { device, address } = useSessionLabels()(session);
  return (
    <Entry
      icon={session.apiKey === null ? <DeviceIcon /> : <CodeIcon />}
      title={device}
      pill={
        session.isCurrent ? (
          <StatusPill tone="good">{t('security.sessions.current')}</StatusPill>
        ) : session.apiKey === null ? null : (
          <StatusPill tone="info">{t('security.sessions.apiKey', { key: session.apiKey })}</StatusPill>
        )
      }
      action={
        session.isCurrent ? null : (
          <Button
            variant="ghost"
            size="sm"
            isDisabled={!isOnline}
            aria-label={t('security.sessions.endNamed', { device, address })}
            onPress={onEnd}
          >
            {t('security.sessions.end')}
          </Button>
        )
      }
    >
      <span>{address}</span>
      <span>{t('security.sessions.used', { date: formatDateTime(session.lastUsedAt, language) })}</span>
      <span>
        {t('security.sessions.began', { date: formatDateTime(session.createdAt, language, 'date') })}
      </span>
    </Entry>
  );
}
