/** E-mail addresses as keys of instant payments. */
import { accept, refuse } from '../result.ts';
import type { Result } from '../result.ts';

/** The limit of the Pix and Bre-B directories. */
const lengthMax = 77;
const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const pattern = new RegExp(
  `^[a-z0-9!#$%&'*+/=?^_\`{|}~-]+(?:\\.[a-z0-9!#$%&'*+/=?^_\`{|}~-]+)*@(?:${label}\\.)+[a-z]{2,63}$`,
);

/** @returns the address in lower case; `too_long` beyond 77 characters */
export function parseEmailKey(text: string): Result<string, 'email_malformed' | 'too_long'> {
  const email = text.trim().toLowerCase();
  if (email.length > lengthMax) return refuse('too_long');
  return pattern.test(email) ? accept(email) : refuse('email_malformed');
}
