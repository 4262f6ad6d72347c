/**
 * Validates a path of this app, for redirects that come from the address bar.
 *
 * @returns null for anything that could leave the origin: exactly one leading slash, no scheme, no backslash
 */
export function toSafePath(text: string | null): string | null {
  if (text === null || !/^\/(?![/\\])/.test(text) || text.includes('\\')) return null;
  const url = new URL(text, 'http://origin.invalid');
  return url.origin === 'http://origin.invalid' ? url.pathname + url.search + url.hash : null;
}
