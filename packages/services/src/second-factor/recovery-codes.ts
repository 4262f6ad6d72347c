/** Recovery codes: ten of fifty random bits each, for the day the phone is gone. Each works once. */
import { randomInt } from 'node:crypto';

const count = 10;
/** Without letters and digits that are taken for one another. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz123456789';
const pattern = /^[a-z1-9]{10}$/;

/** Ten new codes, such as `k3mfa-9xw2e`. */
export function createRecoveryCodes(): readonly string[] {
  return Array.from({ length: count }, newCode);
}

/** What is kept of a code, however it was typed: ten letters and digits; null for what cannot be one. */
export function toRecoveryKey(typed: string): string | null {
  const key = typed.replaceAll(/[\s-]/g, '').toLowerCase();
  return pattern.test(key) ? key : null;
}

function newCode(): string {
  const letters = Array.from({ length: 10 }, () => alphabet[randomInt(alphabet.length)]).join('');
  return `${letters.slice(0, 5)}-${letters.slice(5)}`;
}
