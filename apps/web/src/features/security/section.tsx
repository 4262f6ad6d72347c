import { Card, ErrorState, Skeleton, cx } from '@salar/ui';
import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { ApiError } from '../../api/failure.ts';
import { useFailureText } from '../../lib/failures/use-failure-text.ts';

export type SectionProps = {
  readonly title: string;
  readonly hint: string;
  /** The state, beside the title. */
  readonly pill?: ReactNode;
  /** The action, at the end of the line. */
  readonly action?: ReactNode;
  readonly isRefreshing?: boolean | undefined;
  readonly children?: ReactNode;
};

/** One security setting: what it is, its state and its action. */
export function Section({ title, hint, pill, action, isRefreshing, children }: SectionProps) {
  return (
    <Card isRefreshing={isRefreshing}>
      <div className="flex flex-col gap-4 sm:flex-row sm:items-start sm:justify-between sm:gap-8">
        <div className="flex min-w-0 flex-col gap-1">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
            <h2 className="text-lead font-semibold text-ink-1">{title}</h2>
            {pill}
          </div>
          <p className="max-w-[60ch] text-ink-2">{hint}</p>
        </div>
        {action ? <div className="flex shrink-0 flex-col">{action}</div> : null}
      </div>
      {children}
    </Card>
  );
}

export type EntriesProps<Entry> = {
  /** Undefined while unknown. */
  readonly entries: readonly Entry[] | undefined;
  readonly error: ApiError | undefined;
  readonly onRetry: () => void;
  readonly texts: { readonly error: string; readonly loading: string; readonly empty: string };
  readonly draw: (entry: Entry) => ReactNode;
};

/** A list in a section, in each of its states. */
export function Entries<Entry>({ entries, error, onRetry, texts, draw }: EntriesProps<Entry>) {
  const { t } = useTranslation();
  const failureText = useFailureText();
  if (entries === undefined) {
    return error ? (
      <ErrorState title={texts.error} retryLabel={t('common.retry')} onRetry={onRetry} isCompact>
        {failureText(error)}
      </ErrorState>
    ) : (
      <LoadingEntries label={texts.loading} />
    );
  }
  if (entries.length === 0) return <p className="mt-4 text-ink-3">{texts.empty}</p>;
  return <ul className="mt-2 -mb-2 flex flex-col divide-y divide-line">{entries.map(draw)}</ul>;
}

export type EntryProps = {
  readonly icon: ReactNode;
  readonly title: string;
  readonly pill?: ReactNode;
  /** Small details under the title. */
  readonly children: ReactNode;
  readonly action?: ReactNode;
  /** Whether customers should check the entry. */
  readonly isAlarming?: boolean;
};

export function Entry({ icon, title, pill, children, action, isAlarming = false }: EntryProps) {
  return (
    <li tabIndex={-1} className="flex flex-wrap items-center gap-x-3.5 py-3.5 sm:flex-nowrap">
      <span
        className={cx(
          'grid size-10 shrink-0 place-items-center self-start rounded-full',
          isAlarming ? 'bg-loss-soft text-loss' : 'bg-sunken text-ink-2',
        )}
      >
        {icon}
      </span>
      <div className="flex min-w-0 grow basis-0 flex-col gap-0.5">
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <bdi className="font-medium [overflow-wrap:anywhere] text-ink-1">{title}</bdi>
          {pill}
        </div>
        <div className="flex flex-wrap gap-x-4 gap-y-0.5 text-small [overflow-wrap:anywhere] text-ink-3">
          {children}
        </div>
      </div>
      {/* Under the details on a phone, aligned with their text. */}
      {action ? <div className="ms-10 basis-full sm:ms-0 sm:basis-auto">{action}</div> : null}
    </li>
  );
}

function LoadingEntries({ label }: { readonly label: string }) {
  return (
    <div role="status" aria-busy="true" aria-label={label} className="mt-2 flex flex-col">
      {[0, 1].map((row) => (
        <div key={row} className="flex items-center gap-3.5 py-3.5">
          <Skeleton className="size-10 rounded-full" />
          <div className="flex flex-col gap-2">
            <Skeleton className="h-4 w-40" />
            <Skeleton className="h-3 w-56" />
          </div>
        </div>
      ))}
    </div>
  );
}
