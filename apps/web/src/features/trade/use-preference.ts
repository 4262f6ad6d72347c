import { useState } from 'react';

/** Preferences of trading in this browser. Nothing that was typed is stored. */
const prefix = 'ui.trade.';

/** A stored choice. An unknown stored value counts as the first of `choices`. */
export function usePreference<Choice extends string>(
  name: string,
  choices: readonly [Choice, ...Choice[]],
): readonly [Choice, (choice: Choice) => void] {
  const [choice, setChoice] = useState(() => read(name, choices));
  function choose(next: Choice) {
    write(name, next);
    setChoice(next);
  }
  return [choice, choose];
}

function read<Choice extends string>(name: string, choices: readonly [Choice, ...Choice[]]): Choice {
  try {
    const stored = localStorage.getItem(prefix + name);
    return choices.find((choice) => choice === stored) ?? choices[0];
  } catch {
    return choices[0]; // Storage is disabled: the choice lasts until the page is closed.
  }
}

function write(name: string, choice: string): void {
  try {
    localStorage.setItem(prefix + name, choice);
  } catch {
    // Storage is disabled: the choice lasts until the page is closed.
  }
}
