/** Processor time of this process, and of its main thread alone. */
import { performance } from 'node:perf_hooks';
import type { EventLoopUtilization } from 'node:perf_hooks';
import type { ServerResult } from './http-words.ts';

export class Usage {
  #process = process.cpuUsage();
  #loop: EventLoopUtilization = performance.eventLoopUtilization();

  start(): void {
    this.#process = process.cpuUsage();
    this.#loop = performance.eventLoopUtilization();
  }

  /** Since `start`. The main thread's is the time its event loop was busy, which foreign load stretches. */
  perEvent(events: number): Pick<ServerResult, 'mainMicros' | 'processMicros'> {
    const { user, system } = process.cpuUsage(this.#process);
    const { active } = performance.eventLoopUtilization(this.#loop);
    return { mainMicros: (active * 1000) / events, processMicros: (user + system) / events };
  }
}
