/** The options of a leader's start, in addition to those of every process. */
import type { Handover } from '@salar/sequencer';
import type { Database } from '@salar/store';
import type { StartProgress } from '../lifecycle/start-progress.ts';
import type { StartOptions } from '../lifecycle/start-options.ts';

export type RunOptions = StartOptions & {
  readonly progress: StartProgress;
  readonly database: Database;
  /** From a standby that becomes the leader. */
  readonly handover?: Handover | undefined;
  /** Called just before the gateway listens: the port must be free then. */
  readonly freePort: () => Promise<void>;
};
