/** An instrument, an account and orders for tests of the lists that contain orders. */
import { instrumentId, millis, minor, orderId, productId } from '@salar/protocol';
import { ana, limitOrder } from '@salar/testing/engine-fixture';
import { Accounts } from '../../state/accounts.ts';
import { InstrumentEntry } from '../../state/instrument-entry.ts';
import { ProductEntry } from '../../state/product-entry.ts';
import { PriceQueues, OrderSlots } from '../order-links.ts';
import { Order } from '../order.ts';

const accounts = new Accounts();
export const account = accounts.open(ana, 'customer');

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
  new PriceQueues(new OrderSlots()),
);

/** Creates a limit order of the account. */
export function createOrder(id: number): Order {
  return new Order(orderId(id), account, instrument, limitOrder('buy', 1, 1), millis(1));
}

function createProduct(id: number): ProductEntry {
  return new ProductEntry(
    {
      productId: productId(id),
      symbol: `P${id}`,
      name: '',
      kind: 'crypto',
      decimals: 0,
    },
    accounts,
  );
}
