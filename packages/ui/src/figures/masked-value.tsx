import { maskTail } from '../format/masking.ts';

/** Only the last four characters, for the eye and for the screen reader alike. */
export function MaskedValue({ value }: { readonly value: string }) {
  return <span className="num font-mono text-small">{maskTail(value)}</span>;
}
