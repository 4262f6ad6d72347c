/** Masks a value longer than 4 characters except for its last 4 (product spec, section 9). */
export function maskTail(value: string): string {
  return value.length > 4 ? `••••${value.slice(-4)}` : value;
}

/** Abbreviates an API key to its first 8 characters. */
export function maskKey(value: string): string {
  return value.length > 8 ? `${value.slice(0, 8)}…` : value;
}

/** The placeholder for a hidden balance. The caller provides the accessible text. */
export const hiddenFigure = '••••••';
