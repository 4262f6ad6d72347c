import { useDebounced } from './use-debounced.ts';

const restMs = 1000;

/**
 * Says a sentence to those who listen, politely, and only once it has rested: typing is not talked into.
 *
 * A field names it by its id (`spokenBy`), so that it is also read when the field is reached.
 */
export function Announcement({ id, text }: { readonly id: string; readonly text: string }) {
  return (
    <p id={id} aria-live="polite" aria-atomic="true" className="sr-only">
      {useDebounced(text, restMs)}
    </p>
  );
}
