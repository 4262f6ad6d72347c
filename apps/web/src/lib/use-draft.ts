/**
 * What is being typed, kept in this tab so that a reload does not lose it: the connection broke, the phone put the tab
 * to sleep, a new version came. Leaving the form, sending it and signing out forget it.
 *
 * Never for passwords, codes or identity numbers.
 */
import { useEffect, useState } from 'react';
import type { Dispatch, SetStateAction } from 'react';
import { readFromTab, writeToTab } from '../session/tab-storage.ts';

/**
 * `useState` whose value outlives a reload.
 *
 * What the previous page handed over beats what was kept before that navigation: name the navigation in `handOver`. A
 * reload is the same navigation, so what was typed after it is kept.
 *
 * @param isFit  whether what was kept is still of this shape
 * @param options.worthKeeping  the part that may be kept; all of it when left out
 * @param options.handOver  the key of the navigation that handed something over; null when nothing was
 */
export function useDraft<T>(
  name: string,
  initial: T,
  isFit: (kept: unknown) => kept is T,
  { worthKeeping = asItIs, handOver = null }: DraftOptions<T> = {},
): [T, Dispatch<SetStateAction<T>>] {
  const [first] = useState(initial);
  const [value, setValue] = useState(() => {
    const kept = readDraft(name);
    const isOverruled = handOver !== null && kept?.handOver !== handOver;
    return kept !== undefined && !isOverruled && isFit(kept.value) ? kept.value : initial;
  });
  useEffect(
    () => writeToTab(name, value === first ? null : { value: worthKeeping(value), handOver }),
    [name, value, first, worthKeeping, handOver],
  );
  useEffect(() => () => writeToTab(name, null), [name]);
  return [value, setValue];
}

type DraftOptions<T> = {
  readonly worthKeeping?: (value: T) => T;
  readonly handOver?: string | null;
};
type Kept = { readonly value: unknown; readonly handOver: string | null };

export const isText = (kept: unknown): kept is string => typeof kept === 'string';

export const isNumberOrNull = (kept: unknown): kept is number | null =>
  kept === null || typeof kept === 'number';

export function isTextRecord(kept: unknown): kept is Readonly<Record<string, string>> {
  return typeof kept === 'object' && kept !== null && Object.values(kept).every(isText);
}

function asItIs<T>(value: T): T {
  return value;
}

function readDraft(name: string): Kept | undefined {
  const kept = readFromTab(name);
  return isKept(kept) ? kept : undefined;
}

function isKept(kept: unknown): kept is Kept {
  return typeof kept === 'object' && kept !== null && 'value' in kept && 'handOver' in kept;
}
