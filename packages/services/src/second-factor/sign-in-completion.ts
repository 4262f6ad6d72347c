/** The second half of a sign-in that waits for a code: the code, then the session. */
import { accept, refuse } from '@salar/protocol';
import type { Result } from '@salar/protocol';
import type { User } from '@salar/store/tables/customers/users';
import type { Origin } from '../ports/request-origin.ts';
import type { Granted, SessionGrants } from '../sessions/session-grants.ts';
import type { PendingSignIns } from './pending-sign-ins.ts';
import type { SecondFactorService, Switched } from './second-factor-service.ts';
import type { CodeRefusal } from './second-factor.ts';

export type CompletionRefusal = CodeRefusal | 'tries_used_up' | 'sign_in_over';

export class SignInCompletion {
  readonly #pending: PendingSignIns;
  readonly #secondFactor: SecondFactorService;
  readonly #grants: SessionGrants;

  constructor(options: {
    readonly pending: PendingSignIns;
    readonly secondFactor: SecondFactorService;
    readonly grants: SessionGrants;
  }) {
    this.#pending = options.pending;
    this.#secondFactor = options.secondFactor;
    this.#grants = options.grants;
  }

  /** Who has to switch a second factor on before they are let in; null for every other token. */
  async enrollingUser(token: string): Promise<User | null> {
    const pending = await this.#pending.find(token);
    return pending?.kind === 'enrolment' ? pending.user : null;
  }

  /** Where a second factor had to be switched on first, the code does that too, and the recovery codes come along. */
  async complete(
    token: string,
    code: string,
    origin: Origin,
  ): Promise<Result<Granted & Switched, CompletionRefusal>> {
    const pending = await this.#pending.find(token);
    if (!pending) return refuse('sign_in_over');
    const triesLeft = await this.#pending.claimTry(pending);
    if (triesLeft === null) return refuse('tries_used_up');
    const { user, kind } = pending;
    const proved: Result<Switched, CodeRefusal> =
      kind === 'enrolment'
        ? await this.#secondFactor.finishOn(user, { code, origin, keptSessionId: null })
        : await this.#checked(user, code, origin);
    if (!proved.ok)
      return refuse(proved.refusal === 'code_wrong' && triesLeft === 0 ? 'tries_used_up' : proved.refusal);
    if (!(await this.#pending.take(pending))) return refuse('sign_in_over');
    const granted = await this.#grants.grant(user, 'password_and_code', origin);
    if (!granted) return refuse('sign_in_over');
    return accept({ ...granted, ...proved.value });
  }

  async #checked(user: User, code: string, origin: Origin): Promise<Result<Switched, CodeRefusal>> {
    const checked = await this.#secondFactor.check(user, code, 'account', origin);
    return checked.ok ? accept({ recoveryCodes: null }) : checked;
  }
}
