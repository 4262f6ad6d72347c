import { DataTable, ErrorState, Pager } from '@salar/ui';
import type { Column } from '@salar/ui';
import type { ReactNode } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import type { ApiError } from '../../../api/failure.ts';
import { useFailureText } from '../../../lib/failures/use-failure-text.ts';

export const pageSize = 10; // Product spec, section 9.

export type PagedTableProps<Row> = {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  /** The rows of this page; undefined while loading. */
  readonly rows: readonly Row[] | undefined;
  readonly rowKey: (row: Row) => string;
  readonly card: (row: Row) => ReactNode;
  readonly empty: ReactNode;
  readonly error: ApiError | undefined;
  readonly onRetry: () => void;
  /** Zero-based. */
  readonly page: number;
  readonly onPageChange: (page: number) => void;
};

/** One page of a history: loading, failed, empty or rows. */
export function PagedTable<Row>(props: PagedTableProps<Row>) {
  const { label, columns, rows, rowKey, card, empty, error, onRetry, page, onPageChange } = props;
  const { t } = useTranslation();
  const failureText = useFailureText();
  if (error && rows === undefined)
    return (
      <ErrorState title={t('trade.orders.failed')} retryLabel={t('common.retry')} onRetry={onRetry} isCompact>
        {failureText(error)}
      </ErrorState>
    );
  return (
    <div className="flex flex-col gap-1">
      <DataTable
        label={label}
        isCompact
        columns={columns}
        rows={rows ?? []}
        rowKey={rowKey}
        isLoading={rows === undefined}
        skeletonRows={3}
        card={card}
        empty={empty}
      />
      {page > 0 || rows?.length === pageSize ? (
        <Pager
          label={t('trade.orders.pages')}
          pageLabel={t('trade.orders.page', { page: page + 1 })}
          previousLabel={t('trade.orders.previous')}
          nextLabel={t('trade.orders.next')}
          hasPrevious={page > 0}
          hasNext={rows?.length === pageSize}
          onPrevious={() => onPageChange(page - 1)}
          onNext={() => onPageChange(page + 1)}
        />
      ) : null}
    </div>
  );
}
