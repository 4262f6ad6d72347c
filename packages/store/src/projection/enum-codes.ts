/** Codes of closed unions: small numbers in the tables. They are stored for ever: append only, never reorder. */
import type {
  OrderReason,
  OrderStatus,
  OrderType,
  PostingKind,
  Side,
  StopTrigger,
  TimeInForce,
} from '@salar/protocol';

export const sides = buildEnumCodes<Side>('buy', 'sell');
export const orderTypes = buildEnumCodes<OrderType>(
  'limit',
  'market',
  'stop_market',
  'stop_limit',
  'trailing_stop_market',
  'trailing_stop_limit',
);
export const timesInForce = buildEnumCodes<TimeInForce>('gtc', 'ioc', 'fok', 'gtd', 'gtx');
export const statuses = buildEnumCodes<OrderStatus>('working', 'filled', 'canceled', 'expired');
export const reasons = buildEnumCodes<OrderReason>(
  'accepted',
  'trade',
  'user_canceled',
  'no_more_market',
  'price_collar',
  'self_trade',
  'below_minimum',
  'triggered',
  'modified',
  'replaced',
  'oco',
  'expired',
  'post_only',
  'fok_not_filled',
  'market_stopped',
  'price_limit',
);
export const stopTriggers = buildEnumCodes<StopTrigger>('last', 'bid', 'ask');
export const postingKinds = buildEnumCodes<PostingKind>('deposit', 'withdrawal', 'trade', 'fee', 'transfer');

type EnumCodes<W extends string> = {
  readonly codes: Readonly<Record<W, number>>;
  fromCode(code: number): W;
};

function buildEnumCodes<W extends string>(...values: W[]): EnumCodes<W> {
  return {
    codes: Object.fromEntries(values.map((value, code) => [value, code])) as Record<W, number>,
    fromCode: (code) => {
      const value = values[code];
      if (value === undefined) throw new RangeError(`${code} is not a code of ${values.join(', ')}`);
      return value;
    },
  };
}
