import { DateField, Select } from '@salar/ui';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useGetProductsQuery } from '../../api/calls/market-data/get-products.ts';
import type { ReportFilters } from './report-filters.ts';

export type FilterFieldsProps = {
  readonly filters: ReportFilters;
  readonly onChange: (filters: ReportFilters) => void;
  /** Called when a date field loses the focus, so that its text is final. */
  readonly onDatesDone: () => void;
};

const types = ['all', 'trade', 'deposit', 'withdrawal'] as const;
const statuses = ['all', 'confirmed', 'pending', 'failed'] as const;
const allProducts = 'all';

/** The five filters. */
export function FilterFields({ filters, onChange, onDatesDone }: FilterFieldsProps) {
  const { t } = useTranslation();
  const { data: products = [] } = useGetProductsQuery();
  const set = (change: Partial<ReportFilters>) => onChange({ ...filters, ...change });
  return (
    <>
      <Select
        label={t('trade-report.filters.type')}
        options={types.map((id) => ({ id, label: t(`trade-report.filters.types.${id}`) }))}
        value={filters.type}
        onChange={(id) => set({ type: types.find((type) => type === id) ?? 'all' })}
      />
      <Select
        label={t('trade-report.filters.status')}
        options={statuses.map((id) => ({ id, label: t(`trade-report.filters.statuses.${id}`) }))}
        value={filters.status}
        onChange={(id) => set({ status: statuses.find((status) => status === id) ?? 'all' })}
      />
      <DateField
        label={t('trade-report.filters.startDate')}
        value={filters.startDate}
        onChange={(startDate) => set({ startDate })}
        onBlur={onDatesDone}
      />
      <DateField
        label={t('trade-report.filters.endDate')}
        value={filters.endDate}
        onChange={(endDate) => set({ endDate })}
        onBlur={onDatesDone}
      />
      <Select
        label={t('trade-report.filters.product')}
        options={[
          { id: allProducts, label: t('trade-report.filters.allProducts') },
          ...products.map(({ productId, symbol }) => ({ id: String(productId), label: symbol })),
        ]}
        value={filters.productId === null ? allProducts : String(filters.productId)}
        onChange={(id) => set({ productId: id === allProducts ? null : Number(id) })}
      />
    </>
  );
}
