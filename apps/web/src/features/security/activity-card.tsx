import { Button, DateTime, InfoIcon, InlineNotice } from '@salar/ui';
import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useGetUserActivityInfiniteQuery } from './api/get-user-activity.ts';
import type { ActivityEntry } from './api/get-user-activity.ts';
import { useFailureText } from '../../lib/failures/use-failure-text.ts';
import { activityIcons, isAlarming } from './activity-icon.tsx';
import { Entries, Entry, Section } from './section.tsx';
import { useActivityDetails } from './use-activity-details.ts';

/** The account's security log, newest first, one page at a time. */
export function ActivityCard() {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const activity = useGetUserActivityInfiniteQuery(undefined, { refetchOnMountOrArgChange: true });
  const { data, error, hasNextPage, isFetchingNextPage, isFetchNextPageError } = activity;
  const entries = useMemo(() => data && dropRepeats(data.pages.flat()), [data]);
  const list = useRef<HTMLDivElement>(null);

  // The button may be gone afterwards: the focus moves to the first of the new entries.
  const readOnFrom = useRef<number | null>(null);
  useEffect(() => {
    const from = readOnFrom.current;
    if (from === null || entries === undefined || entries.length <= from) return;
    readOnFrom.current = null;
    list.current?.querySelectorAll('li')[from]?.focus();
  }, [entries]);

  function showMore() {
    readOnFrom.current = entries?.length ?? null;
    void activity.fetchNextPage();
  }

  return (
    <Section
      title={t('security.activity.title')}
      hint={t('security.activity.hint')}
      isRefreshing={activity.isFetching && !activity.isLoading && !isFetchingNextPage}
    >
      <div ref={list}>
        <Entries
          entries={entries}
          error={error}
          onRetry={() => void activity.refetch()}
          texts={{
            error: t('security.activity.error'),
            loading: t('security.activity.loading'),
            empty: t('security.activity.empty'),
          }}
          draw={(entry) => <ActivityLine key={entry.id} entry={entry} />}
        />
      </div>
      {isFetchNextPageError && error ? (
        <InlineNotice tone="error" isAnnounced className="mt-4">
          {t('security.activity.moreFailed', { reason: failureText(error) })}
        </InlineNotice>
      ) : null}
      {hasNextPage ? (
        <Button
          variant="quiet"
          isFullWidth
          className="mt-4"
          isLoading={isFetchingNextPage}
          loadingText={t('common.processing')}
          onPress={showMore}
        >
          {t('security.activity.more')}
        </Button>
      ) : null}
    </Section>
  );
}

/** Drops duplicates: entries added meanwhile push older ones into the next page. */
function dropRepeats(entries: readonly ActivityEntry[]): readonly ActivityEntry[] {
  return [...new Map(entries.map((entry) => [entry.id, entry])).values()];
}

function ActivityLine({ entry }: { readonly entry: ActivityEntry }) {
  const { t } = useTranslation();
  const toDetails = useActivityDetails();
  const { action, at, ipAddress } = entry;
  const Icon = action === null ? InfoIcon : activityIcons[action];
  return (
    <Entry
      icon={<Icon />}
      title={action === null ? t('security.activity.other') : t(`security.activity.actions.${action}`)}
      isAlarming={isAlarming(action)}
    >
      <DateTime at={at} className="num whitespace-normal" />
      {ipAddress === null ? null : <span>{t('security.activity.address', { address: ipAddress })}</span>}
      {toDetails(entry).map((detail) => (
        <span key={detail}>{detail}</span>
      ))}
    </Entry>
  );
}
