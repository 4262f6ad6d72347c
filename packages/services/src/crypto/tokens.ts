/** Session tokens: 256 random bits behind a prefix that names their kind (security rules S1, S4). */
import { hash, randomBytes } from 'node:crypto';

const prefix = 'sal_s_';
const tokenPattern = /^sal_s_[A-Za-z0-9_-]{43}$/;

export function createSessionToken(): string {
  return prefix + randomBytes(32).toString('base64url');
}

/** True for a text that could be one of our session tokens; others are not worth a look-up. */
export function isSessionToken(text: string): boolean {
  return tokenPattern.test(text);
}

/** What the database keeps of a token or mailed code. */
export function hashSecret(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}

/** The same as text, for looking it up in memory: made in one step, since every request makes it. */
export function toSecretKey(secret: string): string {
  return hash('sha256', secret, 'base64');
}
