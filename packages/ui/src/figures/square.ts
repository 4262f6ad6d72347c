/**
 * Sizes a picture by the unit of distances, so that it grows with the customer's text as far as the screen has room for it.
 *
 * @param px  pixels at the default text size
 */
export function square(px: number): { readonly width: string; readonly height: string } {
  const side = `calc(var(--spacing) * ${px / 4})`;
  return { width: side, height: side };
}
