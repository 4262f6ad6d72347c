import { useDebounced } from './time/use-debounced.ts';

const restMs = 1000;

/**
 * Announces a sentence to screen readers, politely, once it has not changed for a moment, so that it does not interrupt
 * typing.
 *
 * A field refers to it by id (`announcedBy`), so that it is also read when the field receives focus.
 */
export function Announcement({ id, text }: { readonly id: string; readonly text: string }) {
  return (
    <p id={id} aria-live="polite" aria-atomic="true" className="sr-only">
      {useDebounced(text, restMs)}
    </p>
  );
}
