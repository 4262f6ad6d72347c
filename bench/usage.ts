/** Measures the processor time of this process, and of its main thread alone. */
import type { ServerResult } from './load-messages.ts';
import { mainThreadMillis } from './processor-time.ts';

export class Usage {
  #process = process.cpuUsage();
  #main = mainThreadMillis();

  start(): void {
    this.#process = process.cpuUsage();
    this.#main = mainThreadMillis();
  }

  /** Returns the processor time per event since `start`. */
  perEvent(events: number): Pick<ServerResult, 'mainMicros' | 'processMicros'> {
    const { user, system } = process.cpuUsage(this.#process);
    return {
      mainMicros: ((mainThreadMillis() - this.#main) * 1000) / events,
      processMicros: (user + system) / events,
    };
  }
}
