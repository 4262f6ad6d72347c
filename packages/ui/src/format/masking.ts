/** Product spec, section 9: longer than 4 characters shows only the last 4. */
export function maskTail(value: string): string {
  return value.length > 4 ? `••••${value.slice(-4)}` : value;
}

/** An API key shows its first 8 characters. */
export function maskKey(value: string): string {
  return value.length > 8 ? `${value.slice(0, 8)}…` : value;
}

/** What stands where a balance is hidden. The accessible text is given beside it. */
export const hiddenFigure = '••••••';
