import { Num } from '@salar/ui';
import { useTranslation } from '../../../i18n/use-translation.ts';
import type { OpenOrder } from '../../../api/records/order.ts';
import { isPositive } from '../../../money/decimal.ts';

/**
 * The current stop price of an untriggered order, and for a trailing one the distance at which it follows the market.
 */
export function StopPrices({ order, places }: { readonly order: OpenOrder; readonly places: number }) {
  const { t } = useTranslation();
  return (
    <>
      <span className="text-ink-3">
        {t('trade.orders.stopAt')}{' '}
        <Num value={order.stopPrice} minPlaces={places} maxPlaces={places} isQuiet />
      </span>
      {isPositive(order.trailingAmount) ? (
        <span className="text-ink-3">
          {t('trade.orders.follows')}{' '}
          <Num value={order.trailingAmount} minPlaces={0} maxPlaces={places} isQuiet />
        </span>
      ) : null}
    </>
  );
}
