/**
 * When the session ends if it is left alone. The server says with each answer how many seconds that is; they are counted
 * by the page's steady clock, so that a computer whose clock is wrong is warned in time too.
 *
 * All tabs of a browser keep the same session alive, so what one of them is told the others hear.
 */
import type { Dispatch } from '@reduxjs/toolkit';
import { sessionEnding, sessionKept } from '../session/session-slice.ts';

/** So long before its end the customer is asked whether to go on. */
export const warnsBeforeMs = 60_000;

type Store = { readonly dispatch: Dispatch };

const otherTabs = 'BroadcastChannel' in globalThis ? new BroadcastChannel('salar.session') : null;
let endsAt = Number.POSITIVE_INFINITY;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Takes what an answer says, and tells the other tabs. */
export function noteSessionEnd(seconds: number, store: Store): void {
  if (otherTabs) {
    otherTabs.onmessage = ({ data }) => count(Number(data), store);
    otherTabs.postMessage(seconds);
  }
  count(seconds, store);
}

/** Milliseconds until the session ends; none when it is over. */
export function untilSessionEnds(): number {
  return Math.max(0, endsAt - performance.now());
}

function count(seconds: number, { dispatch }: Store): void {
  endsAt = performance.now() + seconds * 1000;
  clearTimeout(timer);
  const warnsIn = untilSessionEnds() - warnsBeforeMs;
  if (warnsIn > 0) dispatch(sessionKept());
  timer = setTimeout(() => dispatch(sessionEnding()), warnsIn);
}
