/** Removes documents of identity whose time is over, so that what is not needed any more cannot leak. */
import { millis } from '@salar/protocol';
import type { Database } from '@salar/store';
import { removeOldDocuments } from '@salar/store/tables/verification/level-documents';
import type { Log } from '../ports/log.ts';

const dayMs = 86_400_000;

export type RetentionDays = {
  /** How long documents of an approved request are kept after the decision. */
  readonly approved: number;
  /** How long those of a request that was not sent, returned or rejected are kept after its last change. */
  readonly unused: number;
};

type DocumentRetentionOptions = {
  readonly database: Database;
  readonly days: RetentionDays;
  readonly now: () => number;
  readonly log: Log;
};

export class DocumentRetention {
  readonly #options: DocumentRetentionOptions;

  constructor(options: DocumentRetentionOptions) {
    this.#options = options;
  }

  /** Removes everything whose time is over, some requests at a time. */
  async work(): Promise<void> {
    const { database, days, now, log } = this.#options;
    const at = now();
    const times = { approvedBefore: at - days.approved * dayMs, unusedBefore: at - days.unused * dayMs };
    for (;;) {
      const { removed, deleted } = await database.transaction((tx) =>
        removeOldDocuments(tx, times, millis(at)),
      );
      if (removed + deleted === 0) return;
      log.info({ removed, deleted }, 'documents of identity whose time is over were removed');
    }
  }
}
