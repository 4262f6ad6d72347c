/** Products: everything that an account can own. */
import { accept, isId, refuse, decimalsMax } from '@salar/protocol';
import type { DefineProduct, OutcomeOf, SetProductHalt, SetReferencePrice } from '@salar/protocol';
import { ProductEntry } from '../state/product-entry.ts';
import type { State } from '../state/state.ts';
import { updateCollar } from './collar.ts';

/** Refuses an id or symbol in use, and decimals outside 0 to 18. */
export function defineProduct(state: State, command: DefineProduct): OutcomeOf<DefineProduct> {
  for (const product of state.products.values()) {
    if (product.productId === command.productId || product.symbol === command.symbol) {
      return refuse('already_defined');
    }
  }
  if (!isId(command.productId) || command.symbol === '') return refuse('definition_invalid');
  if (command.kind !== 'crypto' && command.kind !== 'fiat') return refuse('definition_invalid');
  if (!Number.isInteger(command.decimals) || command.decimals < 0 || command.decimals > decimalsMax) {
    return refuse('definition_invalid');
  }

  // Nothing below can be refused.
  state.products.set(command.productId, new ProductEntry(command, state.accounts));
  return accept(null);
}

/** Sets the value of one whole unit in the notional product, for withdrawal limits and the price collar. */
export function setReferencePrice(state: State, command: SetReferencePrice): OutcomeOf<SetReferencePrice> {
  const product = state.products.get(command.productId);
  if (product === undefined) return refuse('product_unknown');
  if (command.price <= 0n) return refuse('definition_invalid');

  // Nothing below can be refused.
  product.referencePrice = command.price;
  for (const instrument of state.instruments.values()) {
    if (instrument.base === product || instrument.quote === product) updateCollar(instrument);
  }
  return accept(null);
}

/** Halts or resumes new withdrawals of a product. */
export function setProductHalt(state: State, command: SetProductHalt): OutcomeOf<SetProductHalt> {
  const product = state.products.get(command.productId);
  if (product === undefined) return refuse('product_unknown');

  // Nothing below can be refused.
  product.halted = command.halted;
  return accept(null);
}
