/** Records a processor profile of this thread while under load, when `BENCH_PROFILE` names a directory for it. */
import { Session } from 'node:inspector/promises';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export class Profile {
  readonly #dir = process.env['BENCH_PROFILE'];
  readonly #session = new Session();

  async start(): Promise<void> {
    if (this.#dir === undefined) return;
    this.#session.connect();
    await this.#session.post('Profiler.enable');
    await this.#session.post('Profiler.start');
  }

  /** Stops the profile and writes it to a file named after the process id. */
  async finish(): Promise<void> {
    if (this.#dir === undefined) return;
    const { profile } = await this.#session.post('Profiler.stop');
    this.#session.disconnect();
    mkdirSync(this.#dir, { recursive: true });
    writeFileSync(join(this.#dir, `${process.pid}.cpuprofile`), JSON.stringify(profile));
  }
}
