/**
 * Writes the whole state as bytes, canonically: unordered collections are sorted by id or key, zero positions are
 * left out, and derived values (levels, collars, sums) are not written. So equal states give equal bytes, whatever
 * their history.
 */
import { marketCauses } from '@salar/protocol';
import type { AccountRow, Accounts } from '../state/accounts.ts';
import type { InstrumentEntry } from '../state/instrument-entry.ts';
import type { ProductEntry } from '../state/product-entry.ts';
import type { State } from '../state/state.ts';
import { SnapshotWriter } from './snapshot-writer.ts';
import { sortById, sortByKey, writeList } from './collections.ts';
import * as format from './format.ts';
import { saveClientOrders, saveOrders } from './save-orders.ts';

export function saveState(state: State): Uint8Array {
  const out = new SnapshotWriter();
  out.text(format.snapshotMagic);
  out.number(format.formatVersion);
  out.number(state.lastSequence);
  out.number(state.lastAt);
  out.number(state.nextOrderId);
  out.number(state.nextTradeId);
  out.amount(BigInt(state.dayOffsetMs));
  saveCatalog(state, out);
  const accounts = sortRows(state.accounts);
  const products = sortById(state.products).map(([, product]) => product);
  writeList(out, accounts, (account) => saveAccount(state.accounts, out, account, products));
  saveOrders(state, out);
  saveFunds(state, out);
  return out.finish();
}

function saveCatalog(state: State, out: SnapshotWriter): void {
  writeList(out, sortById(state.products), ([, product]) => saveProduct(out, product));
  writeList(out, sortById(state.instruments), ([, instrument]) => saveInstrument(out, instrument));
  writeList(out, sortById(state.levels), ([level, limits]) => {
    out.number(level);
    out.optionalAmount(limits.dailyLimit);
    out.optionalAmount(limits.monthlyLimit);
  });
  writeList(out, sortById(state.providerHalts), ([providerId, { deposits, withdrawals }]) => {
    out.number(providerId);
    out.boolean(deposits);
    out.boolean(withdrawals);
  });
}

function saveProduct(out: SnapshotWriter, product: ProductEntry): void {
  out.number(product.productId);
  out.text(product.symbol);
  out.text(product.name);
  out.choice(format.productKinds, product.kind);
  out.number(product.decimals);
  out.boolean(product.halted);
  out.optionalAmount(product.referencePrice);
}

function saveInstrument(out: SnapshotWriter, instrument: InstrumentEntry): void {
  const { definition, lasting, lastTrade, stateChange } = instrument;
  out.number(definition.instrumentId);
  out.text(definition.symbol);
  out.number(definition.baseProductId);
  out.number(definition.quoteProductId);
  out.amount(definition.tickSize);
  out.amount(definition.lotSize);
  out.amount(instrument.quantityMin);
  out.amount(instrument.quantityMax);
  out.amount(instrument.notionalMin);
  out.amount(instrument.notionalMax);
  out.number(instrument.collarPpm);
  out.number(instrument.limitCollarPpm ?? 0);
  out.boolean(instrument.isAltered);
  out.boolean(lasting !== null);
  if (lasting !== null) {
    out.number(lasting.collarPpm);
    out.number(lasting.limitCollarPpm ?? 0);
    out.number(lasting.until);
  }
  out.choice(format.instrumentStates, instrument.state);
  out.choice(marketCauses, instrument.cause);
  out.boolean(stateChange !== null);
  if (stateChange !== null) {
    out.choice(format.instrumentStates, stateChange.before);
    out.number(stateChange.at);
  }
  writeList(out, instrument.tiers, ({ volumeMin, makerPpm, takerPpm }) => {
    out.amount(volumeMin);
    out.amount(BigInt(makerPpm));
    out.number(takerPpm);
  });
  out.boolean(lastTrade !== null);
  if (lastTrade === null) return;
  out.number(lastTrade.price);
  out.amount(lastTrade.quantity);
  out.number(lastTrade.at);
  out.number(lastTrade.tradeId);
}

function saveAccount(
  accounts: Accounts,
  out: SnapshotWriter,
  account: AccountRow,
  products: readonly ProductEntry[],
): void {
  const details = accounts.getDetails(account);
  out.number(accounts.getId(account));
  out.choice(format.accountKinds, accounts.getKind(account));
  out.number(details?.level ?? 0);
  out.boolean(accounts.isLocked(account));
  out.amount(BigInt(details?.usage?.day ?? 0));
  out.amount(details?.usage?.daySum ?? 0n);
  out.number(details?.usage?.month ?? 0);
  out.amount(details?.usage?.monthSum ?? 0n);
  writeList(out, details?.tradeVolume?.days() ?? [], ({ day, sum }) => {
    out.number(day);
    out.amount(sum);
  });
  writeList(out, listOwned(account, products), ({ productId, positions }) => {
    out.number(productId);
    out.amount(positions.available(account));
    out.amount(positions.held(account));
  });
  saveClientOrders(out, [...(details?.clientOrders?.values() ?? [])]);
}

function saveFunds(state: State, out: SnapshotWriter): void {
  writeList(out, sortByKey(state.deposits), ([key, deposit]) => {
    out.text(key);
    out.number(deposit.accountId);
    out.number(deposit.productId);
    out.amount(deposit.amount);
    out.number(deposit.ticketId);
    out.boolean(deposit.isReversed);
  });
  writeList(out, sortByKey(state.transfers), ([key, transfer]) => {
    out.text(key);
    out.number(transfer.sourceAccountId);
    out.number(transfer.targetAccountId);
    out.number(transfer.productId);
    out.amount(transfer.amount);
  });
  writeList(out, sortById(state.withdrawals), ([ticketId, withdrawal]) => {
    out.number(ticketId);
    out.number(state.accounts.getId(withdrawal.account));
    out.number(withdrawal.product.productId);
    out.amount(withdrawal.amount);
    out.amount(withdrawal.fee);
    out.amount(withdrawal.notional);
    out.number(withdrawal.heldAt);
    out.choice(format.withdrawalStates, withdrawal.state);
  });
}

function sortRows(accounts: Accounts): AccountRow[] {
  return [...accounts.rows()].sort((a, b) => accounts.getId(a) - accounts.getId(b));
}

function listOwned(account: AccountRow, products: readonly ProductEntry[]): ProductEntry[] {
  return products.filter(
    ({ positions }) => positions.available(account) !== 0n || positions.held(account) !== 0n,
  );
}
