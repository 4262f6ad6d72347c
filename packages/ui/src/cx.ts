/** Joins class names, leaving out what is false. Class names are always complete words, never built from pieces. */
export function cx(...names: readonly (string | false | null | undefined)[]): string {
  return names.filter((name) => typeof name === 'string' && name !== '').join(' ');
}
