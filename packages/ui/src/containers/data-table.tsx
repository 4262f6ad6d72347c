import { Fragment, useEffect, useId, useRef, useState } from 'react';
import type { MouseEvent, ReactNode } from 'react';
import { cx } from '../cx.ts';
import { SkeletonRows } from '../loading/skeleton.tsx';
import { ArrowDownIcon, ArrowUpIcon, ChevronDownIcon } from '../icons.tsx';
import { tableQuery, useMediaQuery } from '../use-media-query.ts';
import { usePrinting } from '../use-printing.ts';

type SortDirection = 'ascending' | 'descending';
export type Sort = { readonly columnId: string; readonly direction: SortDirection };

export type Column<Row> = {
  readonly id: string;
  readonly header: string;
  /** Figures align at the end, text at the start. */
  readonly align?: 'start' | 'end' | undefined;
  readonly isSortable?: boolean | undefined;
  /** The header is for screen readers only, above columns of buttons. */
  readonly isHeaderHidden?: boolean | undefined;
  /** Omitted from printed tables, for columns of buttons. */
  readonly isOnScreenOnly?: boolean | undefined;
  readonly cell: (row: Row) => ReactNode;
};

export type DataTableProps<Row> = {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  readonly sort?: Sort | undefined;
  /** Receives the next sort: the same column toggles, a new column starts descending. */
  readonly onSortChange?: ((sort: Sort) => void) | undefined;
  /** Renders a row as a card on narrow screens. Without it the table scrolls sideways in its own region. */
  readonly card?: ((row: Row) => ReactNode) | undefined;
  /** The screen width from which rows are not cards; defaults to `tableQuery`. */
  readonly tableFrom?: string | undefined;
  readonly expandedKey?: string | null | undefined;
  /** Receives null when the expanded row is pressed again. */
  readonly onExpandedChange?: ((key: string | null) => void) | undefined;
  /** The name of a row's expand button: "Details of BTC". */
  readonly expandLabel?: ((row: Row) => string) | undefined;
  readonly renderExpanded?: ((row: Row) => ReactNode) | undefined;
  /** The row that the reader was sent to: it is highlighted, and scrolled into view when it appears. */
  readonly markedKey?: string | null | undefined;
  readonly isLoading?: boolean | undefined;
  readonly skeletonRows?: number | undefined;
  /** Shown when there are no rows. */
  readonly empty?: ReactNode;
  readonly isCompact?: boolean | undefined;
};

/** A screen holds a dozen rows; more of a long list are rendered as the reader approaches their end. */
const rowsAtOnce = 40;

/**
 * A table from 768 px or from `tableFrom`, cards below; one row at a time can be expanded. Long lists are rendered in
 * steps.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const isPrinting = usePrinting();
  const isWide = useMediaQuery(props.tableFrom ?? tableQuery) || isPrinting;
  const { sort } = props;
  const order = sort ? `${sort.columnId} ${sort.direction}` : '';
  const { shownCount, endRef } = useShownCount(props.rows.length, order);
  if (!props.isLoading && props.rows.length === 0) return <>{props.empty}</>;
  const rows = isPrinting ? props.rows : props.rows.slice(0, shownCount);
  const end = rows.length < props.rows.length ? <div key={shownCount} ref={endRef} className="h-px" /> : null;
  return (
    <>
      {isWide || !props.card ? (
        <WideTable {...props} rows={rows} rowCount={props.rows.length} />
      ) : (
        <CardList {...props} rows={rows} card={props.card} />
      )}
      {end}
    </>
  );
}

/**
 * Computes how many rows to render: all of a short list, and more of a long one each time its rendered end approaches.
 * A new sort order starts from the beginning.
 */
function useShownCount(rowCount: number, order: string) {
  const [read, setRead] = useState({ order, limit: rowsAtOnce });
  const limit = read.order === order ? read.limit : rowsAtOnce;
  const endRef = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const end = endRef.current;
    if (end === null) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting))
          setRead({ order, limit: limit + rowsAtOnce });
      },
      { rootMargin: '100% 0px' },
    );
    observer.observe(end);
    return () => observer.disconnect();
  }, [limit, order, rowCount]);
  return { shownCount: limit, endRef };
}

/** Additional props of the marked row; always the same object, so that it scrolls into view once. */
const markedRow = {
  'aria-current': true,
  ref: (row: HTMLElement | null) => row?.scrollIntoView({ block: 'center' }),
} as const;
/** The outline is for browsers that render no backgrounds. */
const markedLook = 'bg-accent-soft outline-2 -outline-offset-2 outline-accent';

/** Returns the sort after a press on a column's header. */
export function getNextSort(sort: Sort | undefined, columnId: string): Sort {
  const isSame = sort?.columnId === columnId;
  return { columnId, direction: isSame && sort.direction === 'descending' ? 'ascending' : 'descending' };
}

function WideTable<Row>(props: DataTableProps<Row> & { readonly rowCount: number }) {
  const { columns, rows, isCompact = false, onExpandedChange } = props;
  const baseId = useId();
  const padding = isCompact ? 'px-3 py-2' : 'px-3 py-3 lg:px-4 xl:px-5';
  const columnCount = columns.length + (onExpandedChange ? 1 : 0);

  function toggle(row: Row) {
    const key = props.rowKey(row);
    onExpandedChange?.(props.expandedKey === key ? null : key);
  }

  return (
    // Wide tables scroll inside this region, which the keyboard can reach.
    <div
      role="region"
      aria-label={props.label}
      tabIndex={0}
      className="relative overflow-x-auto rounded-md focus-visible:-outline-offset-2"
    >
      <table
        className="w-full border-collapse text-body"
        aria-busy={props.isLoading ?? false}
        {...(rows.length < props.rowCount ? { 'aria-rowcount': props.rowCount + 1 } : {})}
      >
        <caption className="sr-only">{props.label}</caption>
        <thead>
          <tr className="border-b border-line">
            {columns.map((column) => (
              <HeadCell
                key={column.id}
                column={column}
                padding={padding}
                sort={props.sort}
                onSortChange={props.onSortChange}
              />
            ))}
            {onExpandedChange ? (
              <td className="w-10">
                <span className="sr-only" />
              </td>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {props.isLoading ? (
            <SkeletonRows
              rows={props.skeletonRows ?? 6}
              columns={columnCount}
              className={padding}
              isCompact={isCompact}
            />
          ) : (
            rows.map((row) => {
              const key = props.rowKey(row);
              const isExpanded = props.expandedKey === key;
              const panelId = `${baseId}-${key}`;
              return (
                <Fragment key={key}>
                  {/* The row is a larger target for the pointer; its button is the control. */}
                  <tr
                    {...(props.markedKey === key ? markedRow : {})}
                    onClick={onExpandedChange ? (event) => isRowClick(event) && toggle(row) : undefined}
                    className={cx(
                      'border-b border-line last:border-b-0',
                      onExpandedChange && 'cursor-pointer transition-colors duration-120 hover:bg-sunken',
                      isExpanded && 'border-b-0 bg-sunken',
                      props.markedKey === key && markedLook,
                    )}
                  >
                    {columns.map((column) => (
                      <td
                        key={column.id}
                        className={cx(
                          padding,
                          column.align === 'end' && 'text-end',
                          column.isOnScreenOnly && 'print:hidden',
                        )}
                      >
                        {column.cell(row)}
                      </td>
                    ))}
                    {onExpandedChange ? (
                      <td className="pe-3 text-end">
                        <ExpandButton
                          label={props.expandLabel?.(row) ?? ''}
                          isExpanded={isExpanded}
                          panelId={panelId}
                          onPress={() => toggle(row)}
                        />
                      </td>
                    ) : null}
                  </tr>
                  {isExpanded ? (
                    <tr className="border-b border-line bg-sunken">
                      <td colSpan={columnCount} className="p-0">
                        {/* As wide as the row, even when a table inside is wider. */}
                        <div
                          id={panelId}
                          className="motion-expand w-0 min-w-full px-3 pt-1 pb-5 lg:px-4 xl:px-5"
                        >
                          {props.renderExpanded?.(row)}
                        </div>
                      </td>
                    </tr>
                  ) : null}
                </Fragment>
              );
            })
          )}
        </tbody>
      </table>
    </div>
  );
}

function HeadCell<Row>(props: {
  readonly column: Column<Row>;
  readonly padding: string;
  readonly sort: Sort | undefined;
  readonly onSortChange: ((sort: Sort) => void) | undefined;
}) {
  const { column, padding, sort, onSortChange } = props;
  const direction = sort?.columnId === column.id ? sort.direction : undefined;
  const isEnd = column.align === 'end';
  const arrow = direction ? (
    direction === 'descending' ? (
      <ArrowDownIcon size={14} />
    ) : (
      <ArrowUpIcon size={14} />
    )
  ) : null;
  return (
    <th
      scope="col"
      {...(column.isSortable ? { 'aria-sort': direction ?? ('none' as const) } : {})}
      className={cx(
        padding,
        'text-small font-medium whitespace-nowrap text-ink-2',
        isEnd ? 'text-end' : 'text-start',
        column.isOnScreenOnly && 'print:hidden',
      )}
    >
      {column.isSortable && onSortChange ? (
        <button
          type="button"
          onClick={() => onSortChange(getNextSort(sort, column.id))}
          className={cx(
            'relative inline-flex items-center gap-1 rounded-sm align-top font-medium after:absolute after:-inset-2 hover:text-ink-1',
            direction && 'text-ink-1',
          )}
        >
          {/* To the left of headers that align at the end, so that figures and headers share an edge. */}
          {isEnd ? arrow : null}
          {column.header}
          {isEnd ? null : arrow}
        </button>
      ) : (
        <span className={column.isHeaderHidden ? 'sr-only' : undefined}>{column.header}</span>
      )}
    </th>
  );
}

function CardList<Row>(props: DataTableProps<Row> & { readonly card: (row: Row) => ReactNode }) {
  const baseId = useId();
  if (props.isLoading) {
    return (
      <div aria-busy="true" className="flex flex-col">
        {Array.from({ length: props.skeletonRows ?? 6 }, (_, index) => (
          <div
            key={index}
            className="flex h-18.25 items-center gap-3 border-b border-line px-4 last:border-b-0"
          >
            <span className="motion-skeleton size-9 rounded-full bg-line" />
            <span className="motion-skeleton h-4 w-24 rounded-sm bg-line" />
            <span className="motion-skeleton ms-auto h-4 w-20 rounded-sm bg-line" />
          </div>
        ))}
      </div>
    );
  }
  return (
    <ul aria-label={props.label} className="flex flex-col">
      {props.rows.map((row) => {
        const key = props.rowKey(row);
        const isExpanded = props.expandedKey === key;
        const panelId = `${baseId}-${key}`;
        return (
          <li
            key={key}
            {...(props.markedKey === key ? markedRow : {})}
            className={cx(
              'border-b border-line last:border-b-0',
              isExpanded && 'bg-sunken',
              props.markedKey === key && markedLook,
            )}
          >
            {props.onExpandedChange ? (
              <button
                type="button"
                aria-expanded={isExpanded}
                aria-controls={isExpanded ? panelId : undefined}
                onClick={() => props.onExpandedChange?.(isExpanded ? null : key)}
                className="flex min-h-18 w-full items-center px-4 py-2 text-start focus-visible:-outline-offset-2"
              >
                <span className="block min-w-0 grow">{props.card(row)}</span>
              </button>
            ) : (
              <div className="flex min-h-18 items-center px-4 py-2">
                <div className="min-w-0 grow">{props.card(row)}</div>
              </div>
            )}
            {isExpanded ? (
              <div id={panelId} className="motion-expand px-4 pt-1 pb-5">
                {props.renderExpanded?.(row)}
              </div>
            ) : null}
          </li>
        );
      })}
    </ul>
  );
}

function ExpandButton(props: {
  readonly label: string;
  readonly isExpanded: boolean;
  readonly panelId: string;
  readonly onPress: () => void;
}) {
  return (
    <button
      type="button"
      aria-label={props.label}
      aria-expanded={props.isExpanded}
      aria-controls={props.isExpanded ? props.panelId : undefined}
      onClick={props.onPress}
      className="inline-grid size-9 place-items-center rounded-md text-ink-3 hover:text-ink-1"
    >
      <ChevronDownIcon
        size={18}
        className={cx('transition-transform duration-160', props.isExpanded && 'rotate-180')}
      />
    </button>
  );
}

/** False for a click on a control inside the row, and for selecting text. */
function isRowClick(event: MouseEvent): boolean {
  const { target, currentTarget } = event;
  if (!(target instanceof Element) || !currentTarget.contains(target)) return false;
  return (
    target.closest('a, button, input, label') === null &&
    (globalThis.getSelection?.()?.toString() ?? '') === ''
  );
}
