import { finishTyped } from '@salar/ui';
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
 * @param handOver  the navigation that handed an asset over, see `useDraft`
 */
export function useSwapAmounts(pair: SwapPair | null, places: Places, handOver: string | null) {
  const [typed, setTyped] = useDraft('swap.amount', nothingTyped, isTyped, { handOver });
  const rested = useDebounced(typed, amountDelayMs);
  const derived = useMemo(
    () => (pair === null || rested.text === '' ? null : deriveOther(pair, rested, places)),
    [pair, rested, places],
  );
  const isSettled = rested === typed;
  const other = isSettled ? (derived ?? '') : '';
  const pay = typed.side === 'pay' ? typed.text : other;
  const receive = typed.side === 'receive' ? typed.text : other;
  return {
    /** As typed, drafts such as `3.` included: for the fields. */
    drafts: { pay, receive },
    /** Finished decimal text, empty where there is none: for everything else. */
    pay: finishTyped(pay),
    receive: finishTyped(receive),
    typedSide: typed.side,
    /** The other amount is on its way. */
    isComputing: typed.text !== '' && pair !== null && pair.rate !== null && !isSettled,
    type: (side: TypedSide, text: string) => setTyped({ side, text }),
    clear: () => setTyped(nothingTyped),
    /** The typed figure stays with its asset, which is now on the other side. */
    reverse: () => setTyped(({ side, text }) => ({ side: side === 'pay' ? 'receive' : 'pay', text })),
  };
}

function deriveOther(pair: SwapPair, typed: Typed, places: Places): string | null {
  const amount = finishTyped(typed.text);
  if (amount === '') return null;
  return typed.side === 'pay' ? receivedFor(pair, amount, places) : paidFor(pair, amount, places);
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
