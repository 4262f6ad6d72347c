/**
 * Remembers the focus before a request or a frame.
 *
 * @returns a function that reports whether the customer is in another field by now, from which the focus must not be
 *   taken: the rest of the typed text would land in the wrong field
 */
export function rememberFocus(): () => boolean {
  const before = document.activeElement;
  return () => {
    const now = document.activeElement;
    return now !== before && now !== null && now.matches('input, textarea, select');
  };
}
