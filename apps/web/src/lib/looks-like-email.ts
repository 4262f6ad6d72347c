const address = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** True for text of the form name@host.domain. */
export function looksLikeEmail(text: string): boolean {
  return address.test(text.trim());
}
