/**
 * Tracks when an idle session ends. Each answer carries the remaining seconds; they are counted on the monotonic clock
 * of the page, so that the warning is on time even when the computer's clock is wrong.
 *
 * All tabs of a browser keep the same session alive, so each tab shares what it receives with the others.
 */
import type { Dispatch } from '@reduxjs/toolkit';
import { sessionEnding, sessionKept } from '../session/session-slice.ts';

/** The customer is prompted to stay this long before the session ends. */
export const warnsBeforeMs = 60_000;

type Store = { readonly dispatch: Dispatch };

const otherTabs = 'BroadcastChannel' in globalThis ? new BroadcastChannel('salar.session') : null;
let endsAt = Number.POSITIVE_INFINITY;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Records the remaining seconds from an answer and shares them with the other tabs. */
export function recordSessionEnd(seconds: number, store: Store): void {
  if (otherTabs) {
    otherTabs.onmessage = ({ data }) => startCountdown(Number(data), store);
    otherTabs.postMessage(seconds);
  }
  startCountdown(seconds, store);
}

/** Milliseconds until the session ends; 0 when it is over. */
export function getSessionTimeLeft(): number {
  return Math.max(0, endsAt - performance.now());
}

function startCountdown(seconds: number, { dispatch }: Store): void {
  endsAt = performance.now() + seconds * 1000;
  clearTimeout(timer);
  const warnsIn = getSessionTimeLeft() - warnsBeforeMs;
  if (warnsIn > 0) dispatch(sessionKept());
  timer = setTimeout(() => dispatch(sessionEnding()), warnsIn);
}
