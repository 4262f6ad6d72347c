/** A small market for tests: two products, one instrument, funded customers. */
import {
  accountId,
  customerAccountMin,
  instrumentId,
  lots,
  minor,
  productId,
  ticketId,
  ticks,
  userId,
} from '@salar/protocol';
import type { AccountId, Command, PlaceLimitOrder, Side } from '@salar/protocol';

export const btc = productId(1);
export const usdt = productId(2);
export const btcUsdt = instrumentId(1);

/**
 * Returns the commands that open the market for `customers` customers, each with `funds` minor units of both
 * products.
 */
export function buildMarketSetup({
  customers,
  funds = 10n ** 15n,
}: {
  customers: number;
  funds?: bigint;
}): Command[] {
  const commands: Command[] = [
    { type: 'DefineProduct', productId: btc, symbol: 'BTC', name: 'Bitcoin', kind: 'crypto', decimals: 8 },
    { type: 'DefineProduct', productId: usdt, symbol: 'USDT', name: 'Tether', kind: 'crypto', decimals: 6 },
    {
      type: 'DefineInstrument',
      instrumentId: btcUsdt,
      symbol: 'BTCUSDT',
      baseProductId: btc,
      quoteProductId: usdt,
      tickSize: minor(10_000n),
      lotSize: minor(1000n),
      quantityMin: lots(1n),
      notionalMin: minor(0n),
    },
    { type: 'DefineFeeSchedule', instrumentId: btcUsdt, makerPpm: 1000, takerPpm: 2000 },
  ];
  for (let index = 0; index < customers; index += 1) {
    const account = getCustomerAccount(index);
    commands.push({ type: 'OpenAccount', accountId: account, kind: 'customer' });
    for (const product of [btc, usdt]) commands.push(buildDeposit(account, product, funds));
  }
  return commands;
}

/** Returns the account of the customer with this index, from 0. */
export function getCustomerAccount(index: number): AccountId {
  return accountId(customerAccountMin + index);
}

export function buildDeposit(account: AccountId, product: typeof btc, amount: bigint): Command {
  const ticket = account * 10 + product;
  return {
    type: 'CreditDeposit',
    accountId: account,
    productId: product,
    amount: minor(amount),
    key: `test:${ticket}`,
    ticketId: ticketId(ticket),
  };
}

export function buildLimitOrder(order: {
  account: AccountId;
  side: Side;
  price: number;
  quantity: bigint;
  clientOrderId?: number;
  isQuote?: boolean;
}): PlaceLimitOrder {
  return {
    type: 'PlaceOrder',
    orderType: 'limit',
    terms: null,
    timeInForce: 'gtc',
    accountId: order.account,
    userId: userId(order.account),
    instrumentId: btcUsdt,
    side: order.side,
    price: ticks(order.price),
    quantity: lots(order.quantity),
    clientOrderId: order.clientOrderId ?? 0,
    isQuote: order.isQuote ?? false,
  };
}

/** Returns orders that rest and cross around one price; the same `count` always gives the same orders. */
export function buildManyOrders(count: number, customers: number): PlaceLimitOrder[] {
  return Array.from({ length: count }, (_, i) => {
    const side = (i * 7919) % 2 === 0 ? 'buy' : 'sell';
    const away = ((i * 104_729) % 41) - 20;
    return buildLimitOrder({
      account: getCustomerAccount((i * 31) % customers),
      side,
      price: 6_000_000 + (side === 'buy' ? away : -away),
      quantity: BigInt(1 + ((i * 15_485_863) % 50)),
    });
  });
}
