/**
 * Reads and changes requests for levels. Every row is proved by a MAC over whose request it is, for which level, and who decided
 * it how and when: one that somebody else wrote or changed raises no level, and operators do not see it.
 *
 * Two columns are not covered. The form is sealed for its request, and a level that is applied once more is the same level.
 */
import type { Millis, UserId } from '@salar/protocol';
import type { RequestStatus } from '@salar/protocol/level-requests';
import type { Queryable } from '@salar/store';
import {
  changeLevelRequest,
  findLevelRequest,
  findLevelRequestById,
  hasLevelRequestMacs,
  listLevelRequests,
  listLevelRequestsByStatus,
  listUnappliedLevelRequests,
  listUnprovedLevelRequests,
  lockLevelRequest,
  openLevelRequest,
} from '@salar/store/tables/verification/level-requests';
import type { LevelRequestChange, LevelRequestRow } from '@salar/store/tables/verification/level-requests';
import type { ProvedTable } from '../crypto/first-proofs.ts';
import type { RowMacs } from '../crypto/row-macs.ts';

const table = 'level_request';

export class LevelRecords implements ProvedTable {
  readonly name = table;
  readonly #macs: RowMacs;

  constructor(macs: RowMacs) {
    this.#macs = macs;
  }

  async find(on: Queryable, userId: UserId, level: number): Promise<LevelRequestRow | null> {
    return this.#check(await findLevelRequest(on, userId, level));
  }

  async findById(on: Queryable, requestId: number): Promise<LevelRequestRow | null> {
    return this.#check(await findLevelRequestById(on, requestId));
  }

  /** Lists the requests of one customer. */
  async list(on: Queryable, userId: UserId): Promise<readonly LevelRequestRow[]> {
    return (await listLevelRequests(on, userId)).filter((row) => this.#isProved(row));
  }

  /** Lists requests of one status, the longest waiting first. */
  async listByStatus(
    on: Queryable,
    page: { readonly status: RequestStatus; readonly limit: number },
  ): Promise<readonly LevelRequestRow[]> {
    return (await listLevelRequestsByStatus(on, page)).filter((row) => this.#isProved(row));
  }

  /** Lists approved requests whose accounts may not have their level yet, oldest first. */
  async listUnapplied(on: Queryable): Promise<readonly LevelRequestRow[]> {
    return (await listUnappliedLevelRequests(on)).filter((row) => this.#isProved(row));
  }

  /** Returns the customer's request for a level, locked, and a new draft if there is none; null for one that is refused. */
  async open(
    tx: Queryable,
    request: { readonly userId: UserId; readonly level: number; readonly at: Millis },
  ): Promise<LevelRequestRow | null> {
    return this.#check(await openLevelRequest(tx, request, (row) => this.#computeMac(row)));
  }

  /** Submits a request that is locked. */
  submit(tx: Queryable, row: LevelRequestRow, at: Millis): Promise<LevelRequestRow> {
    return this.#change(tx, row, { status: 'Submitted', submittedAt: at, comment: null });
  }

  /** Decides a request whose status is one of `from`; returns null when it is not. An approval is not applied yet. */
  async decide(
    tx: Queryable,
    decision: {
      readonly requestId: number;
      readonly from: readonly RequestStatus[];
      readonly to: RequestStatus;
      readonly comment: string | null;
      readonly by: string;
      readonly at: Millis;
    },
  ): Promise<LevelRequestRow | null> {
    const { requestId, from, to, comment, by, at } = decision;
    const row = this.#check(await lockLevelRequest(tx, requestId));
    if (row === null || !from.includes(row.status)) return null;
    const change = { status: to, comment, decidedBy: by, decidedAt: at, isApplied: to !== 'Approved' };
    return this.#change(tx, row, change);
  }

  /** Computes the MAC of a row under the current key. Returns false for a row that the exchange did not write. */
  async proveAgain(tx: Queryable, requestId: number): Promise<boolean> {
    const row = this.#check(await lockLevelRequest(tx, requestId));
    if (row === null) return false;
    await this.#change(tx, row, {});
    return true;
  }

  hasMacs(on: Queryable): Promise<boolean> {
    return hasLevelRequestMacs(on);
  }

  async proveAll(tx: Queryable): Promise<number> {
    const rows = await listUnprovedLevelRequests(tx);
    for (const row of rows) await this.#change(tx, row, {});
    return rows.length;
  }

  async #change(tx: Queryable, row: LevelRequestRow, change: LevelRequestChange): Promise<LevelRequestRow> {
    const changed = { ...row, ...change };
    const mac = this.#computeMac(changed);
    await changeLevelRequest(tx, row.requestId, change, mac);
    return { ...changed, mac };
  }

  #check(row: LevelRequestRow | null): LevelRequestRow | null {
    return row !== null && this.#isProved(row) ? row : null;
  }

  #isProved(row: LevelRequestRow): boolean {
    return this.#macs.isProved(toProvable(row), row.mac);
  }

  #computeMac(row: LevelRequestRow): Buffer {
    return this.#macs.compute(toProvable(row));
  }
}

function toProvable(row: LevelRequestRow) {
  const { requestId, userId, level, status, comment, createdAt, submittedAt, decidedAt, decidedBy } = row;
  const decision = [status, comment, decidedBy, decidedAt];
  return { table, id: requestId, columns: [requestId, userId, level, ...decision, createdAt, submittedAt] };
}
