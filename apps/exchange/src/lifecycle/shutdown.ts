/** Stops everything that was started, in reverse order. */
import type { Log } from '@salar/services/ports/log';

type Started = { readonly name: string; readonly stop: () => Promise<void> | void };

/** A part that does not stop in this time is abandoned; its state is safe in the journal. */
const partTimeoutMs = 15_000;

export class ShutdownSteps {
  readonly #started: Started[] = [];
  #stopping: Promise<void> | undefined;

  add(name: string, stop: () => Promise<void> | void): void {
    this.#started.push({ name, stop });
  }

  /** Stops everything, the newest first. Safe to call twice. */
  stopAll(log: Log): Promise<void> {
    this.#stopping ??= this.#stopEach(log);
    return this.#stopping;
  }

  async #stopEach(log: Log): Promise<void> {
    for (const { name, stop } of [...this.#started].reverse()) {
      const startedAt = performance.now();
      try {
        await withTimeout(Promise.resolve(stop()), name);
        log.info({ part: name, ms: Math.round(performance.now() - startedAt) }, 'stopped');
      } catch (error) {
        log.error({ part: name, error }, 'shutdown step failed');
      }
    }
  }
}

async function withTimeout(work: Promise<void>, name: string): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`${name} did not stop in time`)), partTimeoutMs);
  });
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
