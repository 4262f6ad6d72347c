import { findAmountProblem, toAmountValue, toFieldText, useNumberFormat } from '@salar/ui';
import type { AmountRules } from '@salar/ui';
import { useMemo } from 'react';
import type { SwapPair } from './pair.ts';
import { paidFor, receivedFor } from './swap-maths.ts';
import type { Places } from './swap-maths.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { useDraft } from '../../lib/use-draft.ts';

/** The side whose amount the customer typed; the other one follows from the rate. */
export type TypedSide = 'pay' | 'receive';
type Typed = { readonly side: TypedSide; readonly text: string };

const nothingTyped: Typed = { side: 'pay', text: '' };
const amountDelayMs = 500; // product spec, section 9

/**
 * Both amounts of a swap. Only one is ever stored: the other is derived from it and the rate, so that the two cannot
 * disagree, and an amount typed before prices arrive gets its answer when they do.
 *
 * @param rules  how the text of either side is read
 * @param handOver  the navigation that handed an asset over, see `useDraft`
 */
export function useSwapAmounts(
  pair: SwapPair | null,
  places: Places,
  rules: Readonly<Record<TypedSide, AmountRules>>,
  handOver: string | null,
) {
  const [typed, setTyped] = useDraft('swap.amount', nothingTyped, isTyped, { handOver });
  const rested = useDebounced(typed, amountDelayMs);
  const format = useNumberFormat();
  const amount = toAmountValue(typed.text, rules[typed.side], format);
  const derived = useMemo(
    () => (pair === null || amount === '' ? null : deriveOther(pair, { side: typed.side, amount }, places)),
    [pair, amount, typed.side, places],
  );
  const isSettled = rested === typed;
  const other = isSettled ? (derived ?? '') : '';
  const otherText = toFieldText(other);
  return {
    /** The texts of the fields: one as typed, the other one derived. */
    drafts: {
      pay: typed.side === 'pay' ? typed.text : otherText,
      receive: typed.side === 'receive' ? typed.text : otherText,
    },
    /** Plain decimal text, empty where there is no amount: for everything else. */
    pay: typed.side === 'pay' ? amount : other,
    receive: typed.side === 'receive' ? amount : other,
    typedSide: typed.side,
    /** Why the typed text is not an amount. */
    problem: findAmountProblem(typed.text, rules[typed.side], format),
    /** The other amount is on its way. */
    isComputing: amount !== '' && pair !== null && pair.rate !== null && !isSettled,
    type: (side: TypedSide, text: string) => setTyped({ side, text }),
    /** Puts an amount, as plain decimal text, into a field. */
    put: (side: TypedSide, value: string) => setTyped({ side, text: toFieldText(value) }),
    clear: () => setTyped(nothingTyped),
    /** The typed figure stays with its asset, which is now on the other side. */
    reverse: () => setTyped(({ side, text }) => ({ side: side === 'pay' ? 'receive' : 'pay', text })),
  };
}

function deriveOther(
  pair: SwapPair,
  { side, amount }: { readonly side: TypedSide; readonly amount: string },
  places: Places,
): string | null {
  return side === 'pay' ? receivedFor(pair, amount, places) : paidFor(pair, amount, places);
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
