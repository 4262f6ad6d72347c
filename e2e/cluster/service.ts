/** A program of a machine that is started again when it ends, as a unit with `Restart=always` is. */
import type { ChildProcess } from 'node:child_process';
import type { Host, HostProgram } from './host.ts';

const restartMs = 2_000;

export class Service {
  readonly host: Host;
  readonly program: HostProgram;
  /** How often it ended on its own. */
  endedByItself = 0;
  #process: ChildProcess | null = null;
  #isWanted = false;
  #isEndExpected = false;
  #restart: NodeJS.Timeout | undefined;

  constructor(host: Host, program: HostProgram) {
    this.host = host;
    this.program = program;
  }

  start(): void {
    this.#isWanted = true;
    if (this.#process !== null) return;
    clearTimeout(this.#restart);
    const child = this.host.spawn(this.program);
    this.#process = child;
    this.#isEndExpected = false;
    child.once('exit', () => {
      this.#process = null;
      if (!this.#isEndExpected) this.endedByItself += 1;
      if (this.#isWanted) this.#restart = setTimeout(() => this.start(), restartMs);
    });
  }

  /** Kills the process; it is started again after the pause of its unit. */
  kill(): void {
    this.#isEndExpected = true;
    this.#process?.kill('SIGKILL');
  }

  /** Kills the process, which stays away until `start`. */
  takeAway(): void {
    this.#isWanted = false;
    clearTimeout(this.#restart);
    this.kill();
  }

  /** Stops the process in order. @returns its exit code; null when a signal ended it or it did not run */
  async stop(): Promise<number | null> {
    this.#isWanted = false;
    this.#isEndExpected = true;
    clearTimeout(this.#restart);
    const child = this.#process;
    if (child === null) return null;
    const ended = new Promise<number | null>((done) => child.once('exit', done));
    child.kill('SIGTERM');
    return ended;
  }
}
