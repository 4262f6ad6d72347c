/** An instrument, an account and orders for tests of the lists that contain orders. */
import { instrumentId, millis, minor, orderId, productId } from '@salar/protocol';
import { ana, limitOrder } from '@salar/testing/engine-fixture';
import { AccountEntry } from '../../state/account-entry.ts';
import { InstrumentEntry } from '../../state/instrument-entry.ts';
import { ProductEntry } from '../../state/product-entry.ts';
import { OrderLinks, OrderSlots } from '../order-links.ts';
import { Order } from '../order.ts';

export const instrument = new InstrumentEntry(
  {
    instrumentId: instrumentId(1),
    symbol: 'P1P2',
    baseProductId: productId(1),
    quoteProductId: productId(2),
    tickSize: minor(1n),
    lotSize: minor(1n),
  },
  createProduct(1),
  createProduct(2),
  new OrderLinks(new OrderSlots()),
);

export const account = new AccountEntry(ana, 'customer', 0);

/** Creates a limit order of the account. */
export function createOrder(id: number): Order {
  return new Order(orderId(id), account, instrument, limitOrder('buy', 1, 1), millis(1));
}

function createProduct(id: number): ProductEntry {
  return new ProductEntry({
    productId: productId(id),
    symbol: `P${id}`,
    name: '',
    kind: 'crypto',
    decimals: 0,
  });
}
