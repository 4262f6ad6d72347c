import { findAmountProblem, toAmountValue, toFieldText, useNumberFormat } from '@salar/ui';
import type { AmountRules } from '@salar/ui';
import { useMemo } from 'react';
import type { SwapQuote, SwapRequest } from './swap-quote.ts';
import { useDebounced } from '../../lib/time/use-debounced.ts';
import { useDraft } from '../../lib/use-draft.ts';

/** The side whose amount the customer typed; the other one follows from the rate. */
export type TypedSide = 'pay' | 'receive';
type Typed = { readonly side: TypedSide; readonly text: string };

const nothingTyped: Typed = { side: 'pay', text: '' };
/** The key under which this tab stores the draft. */
export const amountDraft = 'swap.amount';
const amountDelayMs = 500; // Product spec, section 9.

/** Quotes a request; null while the market has no price. */
export type QuoteFunction = (request: SwapRequest) => SwapQuote | null;

/**
 * Both amounts of a swap. Only one is ever stored: the other follows from its quote, so that the two cannot disagree,
 * and an amount typed before prices arrive is completed when they do.
 *
 * @param toQuote  null while the prices are unknown
 * @param options.isQuoteExpected  false when there will be no prices, so that the form does not wait for them
 * @param options.rules  how the text of either side is parsed
 * @param options.handOver  the navigation that passed an asset, see `useDraft`
 */
export function useSwapAmounts(
  toQuote: QuoteFunction | null,
  {
    isQuoteExpected,
    rules,
    handOver,
  }: {
    readonly isQuoteExpected: boolean;
    readonly rules: Readonly<Record<TypedSide, AmountRules>>;
    readonly handOver: string | null;
  },
) {
  const [typed, setTyped] = useDraft(amountDraft, nothingTyped, isTyped, { handOver });
  const rested = useDebounced(typed, amountDelayMs);
  const format = useNumberFormat();
  const amount = toAmountValue(typed.text, rules[typed.side], format);
  const isSettled = rested === typed;
  const quote = useMemo(
    () => (toQuote === null || amount === '' || !isSettled ? null : toQuote({ side: typed.side, amount })),
    [toQuote, amount, typed.side, isSettled],
  );
  const other = getOtherAmount(quote, typed.side);
  const otherText = toFieldText(other);
  return {
    /** The texts of the fields: one as typed, the other one derived. */
    drafts: {
      pay: typed.side === 'pay' ? typed.text : otherText,
      receive: typed.side === 'receive' ? typed.text : otherText,
    },
    /** Plain decimal text for everything but the fields; empty where there is no amount. */
    pay: typed.side === 'pay' ? amount : other,
    receive: typed.side === 'receive' ? amount : other,
    typedSide: typed.side,
    /** Why the typed text is not an amount. */
    problem: findAmountProblem(typed.text, rules[typed.side], format),
    /** The quote of the typed amount; null while nothing is typed or it is being computed. */
    quote,
    /** The other amount is being computed. */
    isComputing: amount !== '' && isQuoteExpected && (!isSettled || toQuote === null),
    type: (side: TypedSide, text: string) => setTyped({ side, text }),
    /** Sets a field to an amount in plain decimal text. */
    put: (side: TypedSide, value: string) => setTyped({ side, text: toFieldText(value) }),
    clear: () => setTyped(nothingTyped),
    /** The typed figure stays with its asset, which is now on the other side. */
    reverse: () => setTyped(({ side, text }) => ({ side: side === 'pay' ? 'receive' : 'pay', text })),
  };
}

/** A request beyond the book has no other amount: a partial one would be taken for the whole. */
function getOtherAmount(quote: SwapQuote | null, typedSide: TypedSide): string {
  if (quote === null || quote.isBeyondDepth) return '';
  return typedSide === 'pay' ? quote.receive : quote.pay;
}

function isTyped(kept: unknown): kept is Typed {
  return (
    typeof kept === 'object' &&
    kept !== null &&
    'side' in kept &&
    (kept.side === 'pay' || kept.side === 'receive') &&
    'text' in kept &&
    typeof kept.text === 'string'
  );
}
