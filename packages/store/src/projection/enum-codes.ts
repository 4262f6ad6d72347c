/** Words of closed unions as small numbers. The tables keep them for ever: add at the end, never reorder. */
import type {
  OrderReason,
  OrderStatus,
  OrderType,
  PostingKind,
  Side,
  StopTrigger,
  TimeInForce,
} from '@salar/protocol';

export const sides = wordsOf<Side>('buy', 'sell');
export const orderTypes = wordsOf<OrderType>(
  'limit',
  'market',
  'stop_market',
  'stop_limit',
  'trailing_stop_market',
  'trailing_stop_limit',
);
export const timesInForce = wordsOf<TimeInForce>('gtc', 'ioc', 'fok', 'gtd', 'gtx');
export const statuses = wordsOf<OrderStatus>('working', 'filled', 'canceled', 'expired');
export const reasons = wordsOf<OrderReason>(
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
export const stopTriggers = wordsOf<StopTrigger>('last', 'bid', 'ask');
export const postingKinds = wordsOf<PostingKind>('deposit', 'withdrawal', 'trade', 'fee', 'transfer');

type Words<W extends string> = {
  readonly codeOf: Readonly<Record<W, number>>;
  wordOf(code: number): W;
};

function wordsOf<W extends string>(...words: W[]): Words<W> {
  return {
    codeOf: Object.fromEntries(words.map((word, code) => [word, code])) as Record<W, number>,
    wordOf: (code) => {
      const word = words[code];
      if (word === undefined) throw new RangeError(`${code} stands for none of ${words.join(', ')}`);
      return word;
    },
  };
}
