/** Reads the typed amounts of an order. */
import { findAmountProblem, toAmountValue } from '@salar/ui';
import type { AmountRules } from '@salar/ui';
import type { Instrument } from '../../../api/calls/market-data/get-instruments.ts';
import { countPlaces } from '../market/increments.ts';
import type { OrderProblem } from './order-check.ts';
import { listAmounts } from './order-draft.ts';
import type { AmountName, OrderDraft } from './order-draft.ts';

export type DraftRules = {
  readonly instrument: Instrument;
  /** Decimals of the quote product. */
  readonly quotePlaces: number;
};

/** Returns the rules by which one of an order's fields is parsed. */
export function getAmountRules(name: AmountName, { instrument, quotePlaces }: DraftRules): AmountRules {
  if (name === 'quantity' || name === 'display')
    return { placesMax: countPlaces(instrument.quantityIncrement), unit: instrument.baseSymbol };
  const placesMax = name === 'value' ? quotePlaces : countPlaces(instrument.priceIncrement);
  return { placesMax, unit: instrument.quoteSymbol };
}

/**
 * Reads the fields that the order's type requires.
 *
 * @returns the draft with plain decimal text as its amounts, an empty text where a field holds no amount, and a problem
 * for each field whose text is not an amount
 */
export function readDraft<Draft extends OrderDraft>(
  draft: Draft,
  rules: DraftRules,
): { readonly draft: Draft; readonly problems: readonly OrderProblem[] } {
  const names = listAmounts(draft);
  const values = names.map((name) => [name, toAmountValue(draft.amounts[name], getAmountRules(name, rules))]);
  const problems = names.flatMap((name): OrderProblem[] => {
    const typed = findAmountProblem(draft.amounts[name], getAmountRules(name, rules));
    return typed ? [{ kind: 'unreadable', field: name, typed }] : [];
  });
  return { draft: { ...draft, amounts: { ...draft.amounts, ...Object.fromEntries(values) } }, problems };
}
