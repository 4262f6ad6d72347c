/** Interprets a login answer for the sign-in screens (product spec, section 4). */
import type { LoginAnswer } from './calls/sign-in/authenticate-user.ts';

export type LoginOutcome =
  | { readonly kind: 'signedIn'; readonly userId: number; readonly sessionToken: string }
  | { readonly kind: 'codeNeeded'; readonly pending2FaToken: string }
  /**
   * Two-factor authentication is enforced but not set up: no session is stored, and the token is valid for the set-up
   * only.
   */
  | { readonly kind: 'enforced'; readonly pending2FaToken: string }
  | { readonly kind: 'locked' }
  | { readonly kind: 'emailNotVerified' }
  /** Too many attempts; the seconds to wait, when the server sends them. */
  | { readonly kind: 'throttled'; readonly seconds: number | null }
  /** null for wrong credentials, which look the same for an unknown user; otherwise the server's message. */
  | { readonly kind: 'refused'; readonly message: string | null };

/** The server's message for a customer who has not opened the link in the mail. */
const emailNotVerified = 'Email not verified';
const credentialsWrong = 'Invalid username or password';
const tooMany = /^Too many attempts\.\D*(\d+)?/;

export function toLoginOutcome(answer: LoginAnswer): LoginOutcome {
  if (answer.isLocked) return { kind: 'locked' };
  if (!answer.isAuthenticated) return toRefusalOutcome(answer.message);
  const { pending2FaToken } = answer;
  if (answer.enforceEnable2FA && pending2FaToken) return { kind: 'enforced', pending2FaToken };
  if (answer.requires2FA && pending2FaToken) return { kind: 'codeNeeded', pending2FaToken };
  if (!answer.enforceEnable2FA && !answer.requires2FA && answer.sessionToken && answer.userId) {
    return { kind: 'signedIn', userId: answer.userId, sessionToken: answer.sessionToken };
  }
  return { kind: 'refused', message: null };
}

function toRefusalOutcome(message: string | null): LoginOutcome {
  if (message === emailNotVerified) return { kind: 'emailNotVerified' };
  const throttled = message === null ? null : tooMany.exec(message);
  if (throttled) return { kind: 'throttled', seconds: throttled[1] ? Number(throttled[1]) : null };
  return { kind: 'refused', message: message === credentialsWrong ? null : message };
}
