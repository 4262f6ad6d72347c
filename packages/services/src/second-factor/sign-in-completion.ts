/** Completes a sign-in that waits for a code: checks the code, then grants the session. */
import { accept, refuse } from '@salar/protocol';
import type { Result } from '@salar/protocol';
import type { User } from '@salar/store/tables/customers/users';
import type { Origin } from '../ports/request-origin.ts';
import type { Granted, SessionGrants } from '../sessions/session-grants.ts';
import type { PendingSignIns } from './pending-sign-ins.ts';
import type { SecondFactorService, SwitchResult } from './second-factor-service.ts';
import type { CodeRefusal } from './second-factor.ts';

export type CompletionRefusal = CodeRefusal | 'tries_used_up' | 'sign_in_over';

type SignInCompletionOptions = {
  readonly pending: PendingSignIns;
  readonly secondFactor: SecondFactorService;
  readonly grants: SessionGrants;
};

export class SignInCompletion {
  readonly #options: SignInCompletionOptions;

  constructor(options: SignInCompletionOptions) {
    this.#options = options;
  }

  /** Finds the customer who must switch a second factor on before signing in; null for every other token. */
  async enrollingUser(token: string): Promise<User | null> {
    const pending = await this.#options.pending.find(token);
    return pending?.kind === 'enrolment' ? pending.user : null;
  }

  /** Completes a sign-in. Where a second factor is enrolled, the code switches it on and the recovery codes are returned. */
  async complete(
    token: string,
    code: string,
    origin: Origin,
  ): Promise<Result<Granted & SwitchResult, CompletionRefusal>> {
    const pending = await this.#options.pending.find(token);
    if (!pending) return refuse('sign_in_over');
    const triesLeft = await this.#options.pending.claimTry(pending);
    if (triesLeft === null) return refuse('tries_used_up');
    const { user, kind } = pending;
    const verified: Result<SwitchResult, CodeRefusal> =
      kind === 'enrolment'
        ? await this.#options.secondFactor.finishOn(user, { code, origin, keptSessionId: null })
        : await this.#check(user, code, origin);
    if (!verified.ok)
      return refuse(
        verified.refusal === 'code_wrong' && triesLeft === 0 ? 'tries_used_up' : verified.refusal,
      );
    if (!(await this.#options.pending.take(pending))) return refuse('sign_in_over');
    const granted = await this.#options.grants.grant(user, 'password_and_code', origin);
    if (!granted) return refuse('sign_in_over');
    return accept({ ...granted, ...verified.value });
  }

  async #check(user: User, code: string, origin: Origin): Promise<Result<SwitchResult, CodeRefusal>> {
    const checked = await this.#options.secondFactor.check(user, code, 'account', origin);
    return checked.ok ? accept({ recoveryCodes: null }) : checked;
  }
}
