import { useCallback, useState } from 'react';

/**
 * Builds a message each time it is drawn, so that it follows the language while it is on screen. Factories translate
 * with `useTranslation().i18n`, which always uses the current language.
 */
export type MessageFactory<Message = string> = () => Message;

/** Returns the current message in the language on screen, and a setter that replaces or clears it. */
export function useLocalizedMessage<Message = string>(): readonly [
  message: Message | null,
  setMessage: (factory: MessageFactory<Message> | null) => void,
] {
  const [factory, setFactory] = useState<MessageFactory<Message> | null>(null);
  const setMessage = useCallback((next: MessageFactory<Message> | null) => setFactory(() => next), []);
  return [factory && factory(), setMessage];
}
