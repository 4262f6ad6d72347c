import { useTranslation } from '../../i18n/use-translation.ts';
import { isCanceledByCustomer } from '../../parts/tickets/status-tone.ts';
import type { ReportRow } from './report-rows.ts';
import { toStatusGroup } from './status-group.ts';

/** Statuses outside the three groups that the exchange sends. Any other is shown as received. */
const otherStatuses = ['Submitted', 'Delayed'] as const;
const sides = ['Buy', 'Sell'] as const;

/** Labels for the values of a row, in the customer's language. */
export function useReportLabels() {
  const { t } = useTranslation();
  return {
    type: ({ type }: ReportRow) => t(`trade-report.type.${type}`),
    side: (side: string) => {
      const known = sides.find((one) => one === side);
      return known ? t(`trade-report.side.${known}`) : side;
    },
    status: (status: string) => {
      if (isCanceledByCustomer(status)) return t('trade-report.otherStatus.Canceled');
      const group = toStatusGroup(status);
      if (group) return t(`trade-report.status.${group}`);
      const known = otherStatuses.find((one) => one === status);
      return known ? t(`trade-report.otherStatus.${known}`) : status;
    },
  };
}
