import { useCallback, useState } from 'react';

/**
 * What the customer is told, made anew each time it is drawn: it stays on screen while they may change the language. Its words come
 * from `useTranslation().i18n`, which speaks the language of the moment it is asked in.
 */
export type Telling<Said = string> = () => Said;

/** What the customer was told last, in the language on screen, and how to tell them something else. */
export function useTold<Said = string>(): readonly [
  told: Said | null,
  tell: (telling: Telling<Said> | null) => void,
] {
  const [telling, setTelling] = useState<Telling<Said> | null>(null);
  const tell = useCallback((next: Telling<Said> | null) => setTelling(() => next), []);
  return [telling && telling(), tell];
}
