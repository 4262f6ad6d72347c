/**
 * Sizes an image in spacing units, so that it scales with the customer's text as far as the screen has space.
 *
 * @param px  pixels at the default text size
 */
export function toSquare(px: number): { readonly width: string; readonly height: string } {
  const side = `calc(var(--spacing) * ${px / 4})`;
  return { width: side, height: side };
}
