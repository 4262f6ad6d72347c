/** Recovery codes: ten of fifty random bits each, for customers who lose their phone. Each works once. */
import { randomInt } from 'node:crypto';

const count = 10;
/** Without letters and digits that look alike. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz123456789';
const pattern = /^[a-z1-9]{10}$/;

/** Creates ten codes, such as `k3mfa-9xw2e`. */
export function createRecoveryCodes(): readonly string[] {
  return Array.from({ length: count }, createCode);
}

/** Normalises a typed code for storage: ten letters and digits; null for what cannot be a code. */
export function toRecoveryKey(typed: string): string | null {
  const key = typed.replaceAll(/[\s-]/g, '').toLowerCase();
  return pattern.test(key) ? key : null;
}

function createCode(): string {
  const letters = Array.from({ length: 10 }, () => alphabet[randomInt(alphabet.length)]).join('');
  return `${letters.slice(0, 5)}-${letters.slice(5)}`;
}
