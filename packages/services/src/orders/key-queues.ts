/**
 * Calls of API keys that wait for the table of usages, and the calls of the same key behind them. They are submitted in the order in
 * which they came; a key for which nothing waits has no entry here.
 */

/** Reads or writes the table, which a call needs before it can be submitted. */
export type TableWork = () => Promise<void>;

type Call = {
  /** Submits the call; or returns what it needs first. */
  readonly attempt: () => TableWork | null;
  readonly reject: (error: unknown) => void;
};
type Failure = { readonly error: unknown };

export class KeyQueues {
  readonly #queues = new Map<string, Call[]>();

  isWaiting(apiKey: string): boolean {
    return this.#queues.size > 0 && this.#queues.has(apiKey);
  }

  /**
   * Submits a call as soon as those before it are submitted and the table is ready. It does not wait for their outcomes.
   *
   * When the table fails, so do the calls that wait behind this one and need it, too; the others are submitted.
   *
   * @param submit  returns the outcome; or, without having done anything, what the call needs first
   */
  run<T>(apiKey: string, submit: () => Promise<T> | TableWork): Promise<T> {
    return new Promise((resolve, reject) => {
      const attempt = (): TableWork | null => {
        const outcome = submit();
        if (typeof outcome === 'function') return outcome;
        resolve(outcome);
        return null;
      };
      const queue = this.#queues.get(apiKey);
      if (queue !== undefined) {
        queue.push({ attempt, reject });
        return;
      }
      const first = [{ attempt, reject }];
      this.#queues.set(apiKey, first);
      void this.#submitAll(apiKey, first);
    });
  }

  /** @param queue  grows while its calls wait */
  async #submitAll(apiKey: string, queue: readonly Call[]): Promise<void> {
    let failure: Failure | null = null;
    for (const { attempt, reject } of queue)
      try {
        for (let work = attempt(); work !== null; work = attempt()) {
          failure ??= await findFailure(work);
          if (failure === null) continue;
          reject(failure.error);
          break;
        }
      } catch (error) {
        reject(error);
      }
    this.#queues.delete(apiKey);
  }
}

async function findFailure(work: TableWork): Promise<Failure | null> {
  try {
    await work();
    return null;
  } catch (error) {
    return { error };
  }
}
