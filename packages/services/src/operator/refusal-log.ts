/**
 * Records refused sign-ins in the audit log, a few for each name in an hour. Who reaches the listener can be refused as often as they
 * like, and the log, which is never shortened, must not grow with it: the others are counted.
 */
import type { OperatorAuditLog } from './operator-audit-log.ts';

export const refusalsPerHour = 20;
const hourMs = 60 * 60_000;

type RefusalLogOptions = {
  readonly auditLog: Pick<OperatorAuditLog, 'note'>;
  readonly clock: () => number;
};
type Hour = { readonly startedAt: number; readonly count: number };

export class RefusalLog {
  readonly #options: RefusalLogOptions;
  /** The refusals of the present hour by operator; `nobody` stands for every other name. */
  readonly #hours = new Map<string, Hour>();

  constructor(options: RefusalLogOptions) {
    this.#options = options;
  }

  /** @param name  a known operator, or `nobody` */
  async note(name: string, text: string): Promise<void> {
    const { auditLog, clock } = this.#options;
    const now = clock();
    const last = this.#hours.get(name);
    const isSameHour = last !== undefined && now - last.startedAt < hourMs;
    const hour = isSameHour ? { ...last, count: last.count + 1 } : { startedAt: now, count: 1 };
    this.#hours.set(name, hour);
    if (hour.count > refusalsPerHour) return;
    const unrecorded = last === undefined || isSameHour ? 0 : Math.max(0, last.count - refusalsPerHour);
    const audited = { operator: name, act: 'sign in', object: '', requestHash: null };
    const before = unrecorded === 0 ? '' : `; ${unrecorded} more were refused before and not recorded`;
    const isLast = hour.count === refusalsPerHour ? '; further ones within the hour are counted only' : '';
    await auditLog.note(audited, 'refused', `${text}${before}${isLast}`);
  }
}
