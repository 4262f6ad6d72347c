/** Reads a saved state back into a fresh one. The caller checks the invariants of the result. */
import {
  accountId,
  instrumentId,
  lots,
  millis,
  minor,
  orderId,
  productId,
  sequence,
  ticketId,
  ticks,
  tradeId,
  userId,
} from '@salar/protocol';
import type { FeeTier, PlaceOrder } from '@salar/protocol';
import { updateCollar } from '../catalog/collar.ts';
import { Order } from '../book/order.ts';
import type { FeeTiers } from '../fees/fee-tiers.ts';
import { TradeVolume } from '../fees/trade-volume.ts';
import { ClientOrders } from '../orders/client-orders.ts';
import { rest } from '../orders/rest.ts';
import { AccountEntry } from '../state/account-entry.ts';
import { InstrumentEntry } from '../state/instrument-entry.ts';
import { ProductEntry } from '../state/product-entry.ts';
import type { State } from '../state/state.ts';
import { ByteReader } from './byte-reader.ts';
import * as format from './format.ts';
import { SnapshotError } from './snapshot-error.ts';

/** @throws SnapshotError when the bytes are not a snapshot, are damaged, or come from a newer version */
export function loadState(state: State, bytes: Uint8Array): void {
  const input = new ByteReader(bytes);
  if (input.text() !== format.snapshotMark) throw new SnapshotError('these bytes are not an engine snapshot');
  const version = input.number();
  if (version !== format.formatVersion) {
    throw new SnapshotError(
      `the snapshot has format ${version}, this version reads format ${format.formatVersion}: update the software`,
    );
  }
  state.lastSequence = sequence(input.number());
  state.lastAt = millis(input.number());
  state.nextOrderId = orderId(input.number());
  state.nextTradeId = tradeId(input.number());
  input.list(() => loadProduct(state, input));
  input.list(() => loadInstrument(state, input));
  input.list(() => {
    const level = input.number();
    const dailyLimit = optionalMinor(input);
    state.levels.set(level, { dailyLimit, monthlyLimit: optionalMinor(input) });
  });
  input.list(() => loadAccount(state, input));
  input.list(() => loadOrder(state, input));
  loadFunds(state, input);
  input.assertEnd();
}

function loadProduct(state: State, input: ByteReader): void {
  const product = new ProductEntry(
    {
      productId: productId(input.number()),
      symbol: input.text(),
      name: input.text(),
      kind: input.choice(format.productKinds),
      decimals: input.number(),
    },
    state.products.size,
  );
  product.halted = input.boolean();
  product.referencePrice = optionalMinor(input);
  state.products.set(product.productId, product);
}

function loadInstrument(state: State, input: ByteReader): void {
  const definition = {
    instrumentId: instrumentId(input.number()),
    symbol: input.text(),
    baseProductId: productId(input.number()),
    quoteProductId: productId(input.number()),
    tickSize: minor(input.amount()),
    lotSize: minor(input.amount()),
  };
  const base = known(state.products.get(definition.baseProductId));
  const quote = known(state.products.get(definition.quoteProductId));
  const instrument = new InstrumentEntry(definition, base, quote);
  instrument.quantityMin = lots(input.amount());
  instrument.quantityMax = lots(input.amount());
  instrument.notionalMin = minor(input.amount());
  instrument.notionalMax = minor(input.amount());
  instrument.collarPpm = input.number();
  instrument.isAltered = input.boolean();
  instrument.state = input.choice(format.instrumentStates);
  instrument.tiers = loadTiers(input);
  if (input.boolean()) {
    instrument.lastTrade = {
      price: ticks(input.number()),
      quantity: lots(input.amount()),
      at: millis(input.number()),
      tradeId: tradeId(input.number()),
    };
  }
  updateCollar(instrument);
  state.instruments.set(definition.instrumentId, instrument);
}

function loadTiers(input: ByteReader): FeeTiers {
  const tiers: FeeTier[] = [];
  input.list(() => {
    const volumeMin = minor(input.amount());
    const makerPpm = Number(input.amount());
    tiers.push({ volumeMin, makerPpm, takerPpm: input.number() });
  });
  const [first, ...higher] = tiers;
  return [known(first), ...higher];
}

function loadAccount(state: State, input: ByteReader): void {
  const id = accountId(input.number());
  const kind = input.choice(format.accountKinds);
  // House accounts exist from the start.
  const account = state.accounts.get(id) ?? new AccountEntry(id, kind);
  state.accounts.set(id, account);
  account.level = input.number();
  account.locked = input.boolean();
  account.usage.day = input.number();
  account.usage.daySum = input.amount();
  account.usage.month = input.number();
  account.usage.monthSum = input.amount();
  input.list(() => {
    const day = input.number();
    (account.tradeVolume ??= new TradeVolume()).add(input.amount(), day);
  });
  input.list(() => {
    const position = account.positionIn(known(state.products.get(productId(input.number()))));
    position.available = input.amount();
    position.held = input.amount();
  });
  input.list(() => {
    account.clientOrders ??= new ClientOrders();
    account.clientOrders.restore({
      command: loadCommand(account, input),
      placed: {
        orderId: orderId(input.number()),
        status: input.choice(format.placedStatuses),
        executed: lots(input.amount()),
        notional: minor(input.amount()),
        repeated: false,
      },
    });
  });
}

function loadCommand(account: AccountEntry, input: ByteReader): PlaceOrder {
  const common = {
    type: 'PlaceOrder',
    accountId: account.accountId,
    userId: userId(input.number()),
    instrumentId: instrumentId(input.number()),
    side: input.choice(format.sides),
    clientOrderId: input.number(),
    isQuote: input.boolean(),
    terms: null,
  } as const;
  const orderType = input.choice(format.orderTypes);
  const quantity = lots(input.amount());
  if (orderType === 'limit') {
    const timeInForce = input.choice(format.timesInForce);
    return { ...common, orderType, quantity, timeInForce, price: ticks(input.number()) };
  }
  const timeInForce = input.choice(format.marketTimesInForce);
  return { ...common, orderType, quantity, timeInForce, value: minor(input.amount()) };
}

/** Orders come in order of arrival, so resting them one by one gives every level and list its order back. */
function loadOrder(state: State, input: ByteReader): void {
  const id = orderId(input.number());
  const account = known(state.accounts.get(accountId(input.number())));
  const user = userId(input.number());
  const instrument = known(state.instruments.get(instrumentId(input.number())));
  const side = input.choice(format.sides);
  const price = ticks(input.number());
  const quantity = lots(input.amount());
  const remaining = input.amount();
  const notional = input.amount();
  const command: PlaceOrder = {
    type: 'PlaceOrder',
    accountId: account.accountId,
    userId: user,
    instrumentId: instrument.definition.instrumentId,
    side,
    clientOrderId: input.number(),
    isQuote: input.boolean(),
    orderType: 'limit',
    terms: null,
    timeInForce: 'gtc',
    price,
    quantity,
  };
  const order = new Order(id, account, instrument, command, millis(input.number()));
  order.updatedAt = millis(input.number());
  order.remaining = remaining;
  order.notional = notional;
  rest(state, order, instrument.money.lotCost(price));
}

function loadFunds(state: State, input: ByteReader): void {
  input.list(() => {
    state.deposits.set(input.text(), {
      accountId: accountId(input.number()),
      productId: productId(input.number()),
      amount: minor(input.amount()),
      ticketId: ticketId(input.number()),
    });
  });
  input.list(() => {
    state.transfers.set(input.text(), {
      sourceAccountId: accountId(input.number()),
      targetAccountId: accountId(input.number()),
      productId: productId(input.number()),
      amount: minor(input.amount()),
    });
  });
  input.list(() => {
    const id = ticketId(input.number());
    state.withdrawals.set(id, {
      ticketId: id,
      account: known(state.accounts.get(accountId(input.number()))),
      product: known(state.products.get(productId(input.number()))),
      amount: minor(input.amount()),
      fee: minor(input.amount()),
      notional: input.amount(),
      heldAt: millis(input.number()),
      state: input.choice(format.withdrawalStates),
    });
  });
}

function optionalMinor(input: ByteReader) {
  const amount = input.optionalAmount();
  return amount === null ? null : minor(amount);
}

function known<Entry>(entry: Entry | undefined): Entry {
  if (entry === undefined) throw new SnapshotError('the snapshot names something it does not define');
  return entry;
}
