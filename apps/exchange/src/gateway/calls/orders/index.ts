import { emptyListCall } from '../empty-list-call.ts';
import type { Chapter } from '../../chapter.ts';
import { sendOrder } from './send-order.ts';
import { cancelReplaceOrder } from './cancel-replace-order.ts';
import { modifyOrder } from './modify-order.ts';
import { cancelOrder } from './cancel-order.ts';
import { cancelAllOrders } from './cancel-all-orders.ts';
import { sendOrderList } from './send-order-list.ts';
import { sendCancelReplaceList } from './send-cancel-replace-list.ts';
import { sendCancelList } from './send-cancel-list.ts';
import { getOrderStatus } from './get-order-status.ts';
import { getOpenOrders } from './get-open-orders.ts';
import { getOrders, getOrdersHistory } from './get-orders.ts';
import { getOrderHistoryByOrderId } from './get-order-history-by-order-id.ts';
import { getTradesHistory, getAccountTrades } from './get-trades-history.ts';

export const ordersChapter: Chapter = {
  id: 'orders',
  title: 'Orders and trades',
  about: 'Placing, changing and canceling orders, and their results.',
  calls: [
    sendOrder,
    cancelReplaceOrder,
    modifyOrder,
    cancelOrder,
    cancelAllOrders,
    sendOrderList,
    sendCancelReplaceList,
    sendCancelList,
    getOrderStatus,
    getOpenOrders,
    getOrders,
    getOrdersHistory,
    getOrderHistoryByOrderId,
    getTradesHistory,
    getAccountTrades,
    emptyListCall('GetOpenQuotes', 'Quotes on request', ['Trading']),
    emptyListCall('GetOpenTradeReports', 'Block trades', ['Trading']),
    emptyListCall('GetAllOpenTradeReports', 'Block trades', ['Trading']),
  ],
};
