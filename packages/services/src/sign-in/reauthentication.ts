/**
 * Re-authenticates the customer within a session: with a code or passkey where a second factor is on, with the password
 * otherwise (security rule S6). The session continues under a new token.
 */
import { accept, refuse } from '@salar/protocol';
import type { Result } from '@salar/protocol';
import type { Database } from '@salar/store';
import type { User } from '@salar/store/tables/customers/users';
import type { PasskeyAnswer } from '../passkeys/passkey-service.ts';
import type { CodeRefusal, SecondFactor } from '../second-factor/second-factor.ts';
import type { SecurityLog } from '../accounts/security-log.ts';
import type { Origin } from '../ports/request-origin.ts';
import type { PasswordVerifier } from './password-verifier.ts';
import type { SessionService } from '../sessions/session-service.ts';
import type { Throttled } from './sign-in-throttle.ts';

export type ReauthenticationAnswer =
  | { readonly kind: 'password'; readonly password: string }
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'passkey'; readonly answer: PasskeyAnswer };

/** `proof_not_enough`: a password where a second factor is on; a code where none is on. */
export type ReauthenticationRefusal =
  'proof_not_enough' | 'credentials_wrong' | 'passkey_wrong' | 'locked' | 'session_over' | CodeRefusal;

type ReauthenticationOptions = {
  readonly database: Database;
  readonly sessions: SessionService;
  readonly passwords: PasswordVerifier;
  readonly secondFactor: SecondFactor;
  readonly isPasskeyAnswerValid: (user: User, answer: PasskeyAnswer, origin: Origin) => Promise<boolean>;
  readonly securityLog: SecurityLog;
};

export class Reauthentication {
  readonly #options: ReauthenticationOptions;

  constructor(options: ReauthenticationOptions) {
    this.#options = options;
  }

  /**
   * Verifies the customer's credentials again.
   *
   * @returns the session's new token; the old one is invalid
   */
  async verify(request: {
    readonly user: User;
    readonly token: string;
    readonly answer: ReauthenticationAnswer;
    readonly origin: Origin;
  }): Promise<Result<string, ReauthenticationRefusal> | Throttled> {
    const { user, token, answer, origin } = request;
    const isSecondFactorOn = await this.#options.secondFactor.isOn(user.userId);
    if (answer.kind !== 'passkey' && isSecondFactorOn !== (answer.kind === 'code'))
      return refuse('proof_not_enough');
    const verified = await this.#check(user, answer, origin);
    if (!verified.ok) return verified;
    const renewed = await this.#options.database.transaction(async (tx) => {
      const session = await this.#options.sessions.renew(tx, user, token, { requestIp: origin.ip });
      if (session)
        await this.#options.securityLog.record(tx, {
          user,
          action: 'proved_again',
          origin,
          detail: answer.kind,
        });
      return session;
    });
    if (!renewed) return refuse('session_over');
    renewed.settle();
    return accept(renewed.token);
  }

  async #check(
    user: User,
    answer: ReauthenticationAnswer,
    origin: Origin,
  ): Promise<Result<unknown, ReauthenticationRefusal> | Throttled> {
    if (answer.kind === 'password') return this.#options.passwords.check({ user, origin }, answer.password);
    const claim = await this.#options.passwords.claim({ user, origin });
    if (!claim.ok) return claim;
    const verified =
      answer.kind === 'code'
        ? await this.#options.secondFactor.check(user, answer.code, 'account', origin)
        : (await this.#options.isPasskeyAnswerValid(user, answer.answer, origin))
          ? accept(null)
          : refuse('passkey_wrong');
    if (verified.ok) claim.succeeded();
    return verified;
  }
}
