/** Alerts before a disk is full: once at 90 %, and again only after it was below 85 %. */
import { statfsSync } from 'node:fs';
import { Loop } from '@salar/services/background/loop';
import type { Log } from '@salar/services/ports/log';

const alertPercent = 90;
const againPercent = 85;
const checkMs = 60_000;

type DiskUse = { readonly usedPercent: number; readonly freeBytes: number };

export class DiskWatch {
  readonly #folder: string;
  readonly #log: Log;
  readonly #readUse: (folder: string) => DiskUse;
  #isReported = false;

  constructor(folder: string, { log, readUse = readDiskUse }: DiskWatchOptions) {
    this.#folder = folder;
    this.#log = log;
    this.#readUse = readUse;
  }

  /** Reads how full the disk is, and alerts once. @throws when the folder is gone */
  check(): void {
    const { usedPercent, freeBytes } = this.#readUse(this.#folder);
    if (usedPercent < againPercent) this.#isReported = false;
    if (usedPercent < alertPercent || this.#isReported) return;
    this.#isReported = true;
    const freeMb = Math.floor(freeBytes / 1_000_000);
    this.#log.error(
      { folder: this.#folder, usedPercent, freeMb },
      'ALERT: a disk is nearly full; what cannot be written to the log is lost, and the next start may fail',
    );
  }
}

type DiskWatchOptions = {
  readonly log: Log;
  readonly readUse?: (folder: string) => DiskUse;
};

/** Checks the disk of a folder now and every minute. @returns a function that ends it */
export function watchDisk(folder: string, log: Log): () => Promise<void> {
  const watch = new DiskWatch(folder, { log });
  const work = () => Promise.resolve(watch.check());
  const loop = new Loop({ name: 'disk', intervalMs: checkMs, log, work });
  loop.start();
  return () => loop.stop();
}

/** Counts as `df` does: what only root may still use is not free. */
function readDiskUse(folder: string): DiskUse {
  const { blocks, bfree, bavail, bsize } = statfsSync(folder);
  const used = blocks - bfree;
  return { usedPercent: Math.ceil((used * 100) / Math.max(used + bavail, 1)), freeBytes: bavail * bsize };
}
