/** A wallet name has only letters, digits and spaces (product spec, section 5); letters of every language count. */
export function isWalletName(name: string): boolean {
  return /^[\p{L}\p{M}\p{N} ]+$/u.test(name);
}
