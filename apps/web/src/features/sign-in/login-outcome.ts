/** What a login answer means for the customer (product spec, section 4). */
import type { LoginAnswer } from '../../api/session.ts';

export type LoginOutcome =
  | { readonly kind: 'signedIn'; readonly userId: number; readonly sessionToken: string }
  | { readonly kind: 'codeNeeded'; readonly pending2FaToken: string }
  /** Two factors are enforced and not set up: no session is stored. */
  | { readonly kind: 'enforced' }
  | { readonly kind: 'locked' }
  | { readonly kind: 'emailNotVerified' }
  | { readonly kind: 'refused' };

/** The server's words for a customer who has not opened the link in the mail. */
const emailNotVerified = 'Email not verified';

export function loginOutcome(answer: LoginAnswer): LoginOutcome {
  if (answer.isLocked) return { kind: 'locked' };
  if (!answer.isAuthenticated) {
    return { kind: answer.message === emailNotVerified ? 'emailNotVerified' : 'refused' };
  }
  if (answer.requires2FA && answer.pending2FaToken) {
    return { kind: 'codeNeeded', pending2FaToken: answer.pending2FaToken };
  }
  if (answer.enforceEnable2FA) return { kind: 'enforced' };
  if (answer.sessionToken && answer.userId) {
    return { kind: 'signedIn', userId: answer.userId, sessionToken: answer.sessionToken };
  }
  return { kind: 'refused' };
}
