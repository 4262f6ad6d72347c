/** Reads a saved state into a fresh one. The caller checks the invariants of the result. */
import {
  accountId,
  CodecError,
  instrumentId,
  lots,
  marketCauses,
  millis,
  minor,
  orderId,
  productId,
  sequence,
  ticketId,
  ticks,
  tradeId,
} from '@salar/protocol';
import type { FeeTier } from '@salar/protocol';
import { WithdrawalUsage } from '../funds/withdrawal-limits.ts';
import { updateCollar } from '../catalog/collar.ts';
import { noteCollarsUntil } from '../catalog/temporary-collars.ts';
import type { FeeTiers } from '../fees/fee-tiers.ts';
import { TradeVolume } from '../fees/trade-volume.ts';
import { InstrumentEntry } from '../state/instrument-entry.ts';
import { ProductEntry } from '../state/product-entry.ts';
import type { State } from '../state/state.ts';
import { SnapshotReader } from './snapshot-reader.ts';
import * as format from './format.ts';
import { loadClientOrders, loadOrders } from './load-orders.ts';
import { requireDefined, NewerSnapshot, SnapshotError } from './snapshot-error.ts';

/**
 * @throws SnapshotError when the bytes are not a snapshot or are damaged; NewerSnapshot when a newer version wrote
 *   them
 */
export function loadState(state: State, bytes: Uint8Array): void {
  try {
    loadSections(state, new SnapshotReader(bytes));
  } catch (error) {
    if (!(error instanceof CodecError)) throw error;
    throw new SnapshotError(`the snapshot is damaged: ${error.message}`, { cause: error });
  }
}

function loadSections(state: State, input: SnapshotReader): void {
  if (input.text() !== format.snapshotMagic)
    throw new SnapshotError('these bytes are not an engine snapshot');
  const version = input.number();
  if (version > format.formatVersion) throw new NewerSnapshot(version, format.formatVersion);
  if (version < format.formatOldest) {
    throw new SnapshotError(
      `the snapshot has format ${version}, this version reads formats ${format.formatOldest} to ${format.formatVersion}: the state is replayed instead`,
    );
  }
  state.lastSequence = sequence(input.number());
  state.lastAt = millis(input.number());
  state.nextOrderId = orderId(input.number());
  state.nextTradeId = tradeId(input.number());
  state.dayOffsetMs = Number(input.amount());
  input.list(() => loadProduct(state, input));
  input.list(() => loadInstrument(state, input, version));
  noteCollarsUntil(state);
  input.list(() => {
    const level = input.number();
    const dailyLimit = optionalMinor(input);
    state.levels.set(level, { dailyLimit, monthlyLimit: optionalMinor(input) });
  });
  if (version >= 8)
    input.list(() => {
      const providerId = input.number();
      const deposits = input.boolean();
      state.providerHalts.set(providerId, { deposits, withdrawals: input.boolean() });
    });
  input.list(() => loadAccount(state, input));
  loadOrders(state, input);
  loadFunds(state, input);
  input.assertEnd();
}

function loadProduct(state: State, input: SnapshotReader): void {
  const product = new ProductEntry(
    {
      productId: productId(input.number()),
      symbol: input.text(),
      name: input.text(),
      kind: input.choice(format.productKinds),
      decimals: input.number(),
    },
    state.accounts,
  );
  product.halted = input.boolean();
  product.referencePrice = optionalMinor(input);
  state.products.set(product.productId, product);
}

function loadInstrument(state: State, input: SnapshotReader, version: number): void {
  const definition = {
    instrumentId: instrumentId(input.number()),
    symbol: input.text(),
    baseProductId: productId(input.number()),
    quoteProductId: productId(input.number()),
    tickSize: minor(input.amount()),
    lotSize: minor(input.amount()),
  };
  const base = requireDefined(state.products.get(definition.baseProductId));
  const quote = requireDefined(state.products.get(definition.quoteProductId));
  const instrument = new InstrumentEntry(definition, base, quote, state.queues);
  instrument.quantityMin = lots(input.amount());
  instrument.quantityMax = lots(input.amount());
  instrument.notionalMin = minor(input.amount());
  instrument.notionalMax = minor(input.amount());
  instrument.collarPpm = input.number();
  instrument.limitCollarPpm = input.number() || null;
  instrument.isAltered = input.boolean();
  if (version >= 7 && input.boolean())
    instrument.lasting = {
      collarPpm: input.number(),
      limitCollarPpm: input.number() || null,
      until: millis(input.number()),
    };
  instrument.state = input.choice(format.instrumentStates);
  if (version >= 6) {
    instrument.cause = input.choice(marketCauses);
    if (input.boolean())
      instrument.stateChange = {
        before: input.choice(format.instrumentStates),
        at: millis(input.number()),
      };
  } else if (instrument.state !== 'running')
    throw new SnapshotError(
      'the snapshot has no time of a market that is not running: the state is replayed instead',
    );
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

function loadTiers(input: SnapshotReader): FeeTiers {
  const tiers: FeeTier[] = [];
  input.list(() => {
    const volumeMin = minor(input.amount());
    const makerPpm = Number(input.amount());
    tiers.push({ volumeMin, makerPpm, takerPpm: input.number() });
  });
  const [first, ...higher] = tiers;
  return [requireDefined(first), ...higher];
}

function loadAccount(state: State, input: SnapshotReader): void {
  const id = accountId(input.number());
  const kind = input.choice(format.accountKinds);
  // House accounts exist from the start.
  const account = state.accounts.get(id) ?? state.accounts.open(id, kind);
  const level = input.number();
  if (level > 0) state.accounts.openDetails(account).level = level;
  state.accounts.setLocked(account, input.boolean());
  const usage = loadUsage(input);
  if (usage !== null) state.accounts.openDetails(account).usage = usage;
  input.list(() => {
    const day = input.number();
    const details = state.accounts.openDetails(account);
    (details.tradeVolume ??= new TradeVolume()).add(input.amount(), day);
  });
  input.list(() => {
    const { positions } = requireDefined(state.products.get(productId(input.number())));
    const available = input.amount();
    positions.restore(account, available, input.amount());
  });
  loadClientOrders(state, account, input);
}

function loadFunds(state: State, input: SnapshotReader): void {
  input.list(() => {
    state.deposits.set(input.text(), {
      accountId: accountId(input.number()),
      productId: productId(input.number()),
      amount: minor(input.amount()),
      ticketId: ticketId(input.number()),
      isReversed: input.boolean(),
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
      account: requireDefined(state.accounts.get(accountId(input.number()))),
      product: requireDefined(state.products.get(productId(input.number()))),
      amount: minor(input.amount()),
      fee: minor(input.amount()),
      notional: input.amount(),
      heldAt: millis(input.number()),
      state: input.choice(format.withdrawalStates),
    });
  });
}

function optionalMinor(input: SnapshotReader) {
  const amount = input.optionalAmount();
  return amount === null ? null : minor(amount);
}

function loadUsage(input: SnapshotReader): WithdrawalUsage | null {
  const usage = new WithdrawalUsage();
  usage.day = Number(input.amount());
  usage.daySum = input.amount();
  usage.month = input.number();
  usage.monthSum = input.amount();
  return usage.month === 0 && usage.day === 0 && usage.daySum === 0n && usage.monthSum === 0n ? null : usage;
}
