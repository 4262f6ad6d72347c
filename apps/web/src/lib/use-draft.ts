/**
 * Keeps typed input in this tab, so that a reload does not lose it: after a broken connection, a tab that the phone
 * suspended, or a new version. Leaving the form, sending it and signing out discard it.
 *
 * Never use it for passwords, codes or identity numbers.
 */
import { useEffect, useState } from 'react';
import type { Dispatch, SetStateAction } from 'react';
import { readFromTab, writeToTab } from '../session/tab-storage.ts';

/**
 * A `useState` whose value survives a reload.
 *
 * A value handed over by the previous page overrides a draft from before that navigation: pass the navigation in
 * `handOver`. A reload is the same navigation, so input typed after it is kept.
 *
 * @param isFit  checks that the stored value still has this shape
 * @param options.toStored  selects the part that may be stored; defaults to all of it
 * @param options.handOver  the key of the navigation that handed a value over; null without one
 */
export function useDraft<T>(
  name: string,
  initial: T,
  isFit: (kept: unknown) => kept is T,
  { toStored = identity, handOver = null }: DraftOptions<T> = {},
): [T, Dispatch<SetStateAction<T>>] {
  const [first] = useState(initial);
  const [value, setValue] = useState(() => {
    const kept = readDraft(name);
    const isOverruled = handOver !== null && kept?.handOver !== handOver;
    return kept !== undefined && !isOverruled && isFit(kept.value) ? kept.value : initial;
  });
  useEffect(
    () => writeToTab(name, value === first ? null : { value: toStored(value), handOver }),
    [name, value, first, toStored, handOver],
  );
  useEffect(() => () => writeToTab(name, null), [name]);
  return [value, setValue];
}

type DraftOptions<T> = {
  readonly toStored?: (value: T) => T;
  readonly handOver?: string | null;
};
type Kept = { readonly value: unknown; readonly handOver: string | null };

export const isText = (kept: unknown): kept is string => typeof kept === 'string';

export const isNumberOrNull = (kept: unknown): kept is number | null =>
  kept === null || typeof kept === 'number';

export function isTextRecord(kept: unknown): kept is Readonly<Record<string, string>> {
  return typeof kept === 'object' && kept !== null && Object.values(kept).every(isText);
}

function identity<T>(value: T): T {
  return value;
}

function readDraft(name: string): Kept | undefined {
  const kept = readFromTab(name);
  return isKept(kept) ? kept : undefined;
}

function isKept(kept: unknown): kept is Kept {
  return typeof kept === 'object' && kept !== null && 'value' in kept && 'handOver' in kept;
}
