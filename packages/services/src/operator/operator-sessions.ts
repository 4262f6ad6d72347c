/**
 * Sessions of operators: each begins with a code of the operator's authenticator and ends after 15 minutes without a
 * request. They are in memory, so a restart ends them all.
 */
import type { Database } from '@salar/store';
import { clearOperatorFailures, countOperatorFailure } from '@salar/store/tables/operators/operators';
import type { SealedBox } from '../crypto/sealed-box.ts';
import { buildEnrolmentUri, createTotpSecret, findCodeStep } from '../second-factor/totp.ts';
import { refuseAct } from './act.ts';
import type { ActRefused, OperatorAnswer } from './act.ts';
import type { OperatorAuditLog } from './operator-audit-log.ts';
import type { OperatorRegistry } from './operator-registry.ts';

export const sessionIdleMaxMs = 15 * 60_000;
const failuresMax = 5;
const lockMs = 15 * 60_000;

export type SessionCommand = 'session enrol' | 'session start' | 'session end';

/** The operator, their session, and the signed request. */
export type SessionRequest = {
  readonly operator: string;
  readonly session: string;
  readonly requestHash: Buffer;
};

export type OperatorSessionsOptions = {
  readonly database: Database;
  readonly clock: () => number;
  readonly box: SealedBox;
  /** Whether every operator needs an authenticator, as in production; otherwise those who have enrolled one do. */
  readonly needsFactor: boolean;
};

type Parts = OperatorSessionsOptions & {
  readonly auditLog: OperatorAuditLog;
  readonly operators: OperatorRegistry;
};

export class OperatorSessions {
  readonly #parts: Parts;
  /** The time of the last request, by operator and session. */
  readonly #usedAt = new Map<string, number>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Refuses a request outside a session; a request within one continues it. */
  async check({ operator, session }: Omit<SessionRequest, 'requestHash'>): Promise<ActRefused | null> {
    const { operators, clock, needsFactor } = this.#parts;
    const key = `${operator} ${session}`;
    const usedAt = this.#usedAt.get(key);
    if (usedAt !== undefined && clock() - usedAt < sessionIdleMaxMs) {
      this.#usedAt.set(key, clock());
      return null;
    }
    this.#usedAt.delete(key);
    const row = await operators.findRow(operator);
    if (row !== null && row.totpStep !== null)
      return refuseAct('session_needed', 'there is no session, or it has ended: session start --code CODE');
    if (!needsFactor) return null;
    return refuseAct('session_needed', 'enrol an authenticator first: session enrol');
  }

  handle(command: SessionCommand, request: SessionRequest, code: string): Promise<OperatorAnswer> {
    if (command === 'session enrol') return this.#enrol(request);
    return command === 'session start' ? this.#start(request, code) : this.#end(request);
  }

  /** Creates the secret of an authenticator; until its first code it can be created again. */
  async #enrol(request: SessionRequest): Promise<OperatorAnswer> {
    const { operators, box } = this.#parts;
    const { operator } = request;
    const secret = createTotpSecret();
    const isNew = await operators.enrolFactor(operator, box.seal(secret, toLocation(operator)));
    if (!isNew)
      return refuseAct(
        'not_possible',
        'you have an authenticator: another admin removes it with operator unenrol',
      );
    await this.#note('session enrol', request, 'read');
    const text = 'Add this to your authenticator, then begin a session: session start --code CODE';
    return { ok: true, text, facts: { authenticator: buildEnrolmentUri(secret, operator) } };
  }

  async #start(request: SessionRequest, code: string): Promise<OperatorAnswer> {
    const { database, operators, clock, box } = this.#parts;
    const { operator } = request;
    const row = await operators.findRow(operator);
    if (row === null || row.totpSecret === null)
      return refuseAct('not_possible', 'enrol an authenticator first: session enrol');
    if (row.lockedUntil !== null && row.lockedUntil > clock())
      return refuseAct('code_wrong', 'too many wrong codes: locked for a while');
    const step = findCodeStep(box.open(row.totpSecret, toLocation(operator)), code, clock());
    if (step === null || !(await operators.useCode(row, step))) {
      await countOperatorFailure(database, operator, { failuresMax, until: clock() + lockMs });
      await this.#note('session start', request, 'refused');
      return refuseAct('code_wrong', 'the code is wrong, or was used before');
    }
    await clearOperatorFailures(database, operator);
    this.#dropEnded();
    this.#usedAt.set(`${operator} ${request.session}`, clock());
    await this.#note('session start', request, 'read');
    return { ok: true, text: 'The session has begun. It ends after 15 minutes without a command.' };
  }

  async #end(request: SessionRequest): Promise<OperatorAnswer> {
    this.#usedAt.delete(`${request.operator} ${request.session}`);
    await this.#note('session end', request, 'read');
    return { ok: true, text: 'The session has ended.' };
  }

  #dropEnded(): void {
    for (const [key, usedAt] of this.#usedAt)
      if (this.#parts.clock() - usedAt >= sessionIdleMaxMs) this.#usedAt.delete(key);
  }

  #note(act: SessionCommand, { operator, requestHash }: SessionRequest, phase: 'read' | 'refused') {
    const detail = phase === 'refused' ? 'the code is wrong, or was used before' : '';
    return this.#parts.auditLog.note(
      { operator, act, object: `operator ${operator}`, requestHash },
      phase,
      detail,
    );
  }
}

/** Returns true for the commands that begin and end a session, which need none. */
export function isSessionCommand(command: string): command is SessionCommand {
  return command === 'session enrol' || command === 'session start' || command === 'session end';
}

function toLocation(operator: string): string {
  return `operator/${operator}/totp`;
}
