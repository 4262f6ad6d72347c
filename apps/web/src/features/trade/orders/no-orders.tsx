import { Button, EmptyState, ReportIcon } from '@salar/ui';
import { useTranslation } from '../../../i18n/use-translation.ts';

export type NoOrdersProps = {
  readonly title: string;
  /** Describes what will be listed here. */
  readonly children: string;
  readonly onNewOrder: () => void;
};

/** An empty list of orders or trades, with a button that leads to the first one. */
export function NoOrders({ title, children, onNewOrder }: NoOrdersProps) {
  const { t } = useTranslation();
  return (
    <EmptyState
      isCompact
      title={title}
      icon={<ReportIcon size={28} />}
      action={
        <Button variant="quiet" size="sm" onPress={onNewOrder}>
          {t('trade.orders.emptyAction')}
        </Button>
      }
    >
      {children}
    </EmptyState>
  );
}
