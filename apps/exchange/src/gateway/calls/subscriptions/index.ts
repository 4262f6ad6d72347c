import type { Chapter } from '../../chapter.ts';
import { subscribeLevel1 } from './subscribe-level1.ts';
import { subscribeLevel2 } from './subscribe-level2.ts';
import { subscribeTrades } from './subscribe-trades.ts';
import { subscribeTicker } from './subscribe-ticker.ts';
import { subscribeBlockTrades } from './subscribe-block-trades.ts';
import {
  unsubscribeLevel1,
  unsubscribeLevel2,
  unsubscribeTrades,
  unsubscribeTicker,
  unsubscribeBlockTrades,
} from './unsubscribe-market-data.ts';
import { subscribeAccountEvents } from './subscribe-account-events.ts';
import { subscribeOrderStateEvents } from './subscribe-order-state-events.ts';
import { unsubscribeAccountEvents } from './unsubscribe-account-events.ts';
import { unsubscribeOrderStateEvents } from './unsubscribe-order-state-events.ts';

export const subscriptionsChapter: Chapter = {
  id: 'subscriptions',
  title: 'Subscriptions',
  about: 'Subscriptions of a socket. The answer is the current state; the events are its changes.',
  calls: [
    subscribeLevel1,
    subscribeLevel2,
    subscribeTrades,
    subscribeTicker,
    subscribeBlockTrades,
    unsubscribeLevel1,
    unsubscribeLevel2,
    unsubscribeTrades,
    unsubscribeTicker,
    unsubscribeBlockTrades,
    subscribeAccountEvents,
    subscribeOrderStateEvents,
    unsubscribeAccountEvents,
    unsubscribeOrderStateEvents,
  ],
};
