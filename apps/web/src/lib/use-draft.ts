/**
 * What is being typed, kept in this tab so that a reload does not lose it: the connection broke, the phone put the tab
 * to sleep, a new version came. Leaving the form, sending it and signing out forget it.
 *
 * Never for passwords, codes or identity numbers.
 */
import { useEffect, useState } from 'react';
import type { Dispatch, SetStateAction } from 'react';

const prefix = 'draft.';

/**
 * `useState` whose value outlives a reload.
 *
 * @param isFit  whether what was kept is still of this shape
 * @param worthKeeping  the part that may be kept; all of it when left out
 */
export function useDraft<T>(
  name: string,
  initial: T,
  isFit: (kept: unknown) => kept is T,
  worthKeeping: (value: T) => T = asItIs,
): [T, Dispatch<SetStateAction<T>>] {
  const [first] = useState(initial);
  const [value, setValue] = useState(() => {
    const kept = readDraft(name);
    return isFit(kept) ? kept : initial;
  });
  useEffect(
    () => writeDraft(name, value === first ? null : worthKeeping(value)),
    [name, value, first, worthKeeping],
  );
  useEffect(() => () => writeDraft(name, null), [name]);
  return [value, setValue];
}

/** All that this tab keeps: whoever comes next typed none of it. */
export function forgetDrafts(): void {
  withStorage((storage) => {
    for (const key of Object.keys(storage)) if (key.startsWith(prefix)) storage.removeItem(key);
  });
}

export const isText = (kept: unknown): kept is string => typeof kept === 'string';

export const isNumberOrNull = (kept: unknown): kept is number | null =>
  kept === null || typeof kept === 'number';

export function isTextRecord(kept: unknown): kept is Readonly<Record<string, string>> {
  return typeof kept === 'object' && kept !== null && Object.values(kept).every(isText);
}

function asItIs<T>(value: T): T {
  return value;
}

function readDraft(name: string): unknown {
  return withStorage((storage) => {
    const text = storage.getItem(prefix + name);
    return text === null ? undefined : (JSON.parse(text) as unknown);
  });
}

function writeDraft(name: string, value: unknown): void {
  withStorage((storage) => {
    if (value === null) storage.removeItem(prefix + name);
    else storage.setItem(prefix + name, JSON.stringify(value));
  });
}

/** Storage that is full, switched off or damaged keeps nothing, and the form works. */
function withStorage<T>(act: (storage: Storage) => T): T | undefined {
  try {
    return act(sessionStorage);
  } catch {
    return undefined;
  }
}
