/**
 * Runs the published `foxbit-api` in a separate process, because it keeps its state and its socket in modules and
 * prompts for codes on the terminal.
 */
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';

type LibraryEvent = { readonly name: string; readonly payload: unknown };
type Row = Readonly<Record<string, unknown>>;

const waitMs = 30_000;

export class FoxbitClient {
  readonly #child: ChildProcess;
  readonly #events: LibraryEvent[] = [];
  #printed = '';
  #wake = () => {};

  private constructor(child: ChildProcess) {
    this.#child = child;
    child.on('message', (message) => {
      this.#events.push(message as LibraryEvent);
      this.#wake();
    });
    for (const output of [child.stdout, child.stderr])
      output?.on('data', (text: Buffer) => {
        this.#printed += text.toString();
        this.#wake();
      });
  }

  /** Starts the program, which connects and signs in automatically. */
  static start(url: string, login: { userName: string; password: string }): FoxbitClient {
    const host = join(import.meta.dirname, 'foxbit-host.mjs');
    const child = fork(join(import.meta.dirname, 'foxbit-bot.mjs'), {
      execArgv: ['--import', host],
      stdio: ['pipe', 'pipe', 'pipe', 'ipc'],
      env: {
        ...process.env,
        SALAR_WEBSOCKET: `${url.replace('http', 'ws')}/WSGateway/`,
        FOXBIT_USER: login.userName,
        FOXBIT_PASSWORD: login.password,
      },
    });
    return new FoxbitClient(child);
  }

  /** Calls a function of the library and returns its result. */
  async call<Answer = Row>(name: string, ...args: readonly unknown[]): Promise<Answer> {
    const before = this.#events.length;
    this.#child.send({ name, args });
    return (await this.waitFor(name, () => true, before)) as Answer;
  }

  /** Waits for an event of this name; ignores events before `since`. */
  async waitFor(name: string, isWanted: (payload: Row) => boolean = () => true, since = 0): Promise<unknown> {
    const found = () =>
      this.#events.slice(since).find((event) => event.name === name && isWanted(event.payload as Row));
    await this.#until(() => found() !== undefined, name);
    return found()?.payload;
  }

  /** Types an answer to a prompt on its terminal. */
  async type(question: string, answer: string): Promise<void> {
    await this.#until(() => this.#printed.includes(question), question);
    this.#child.stdin?.write(`${answer}\n`);
  }

  stop(): void {
    this.#child.kill();
  }

  async #until(isTrue: () => boolean, what: string): Promise<void> {
    const deadline = setTimeout(() => this.#wake(), waitMs);
    const end = Date.now() + waitMs;
    while (!isTrue()) {
      if (Date.now() >= end)
        throw new Error(`the program did not reach ${what}; it printed:\n${this.#printed}`);
      await new Promise<void>((wake) => (this.#wake = wake));
    }
    clearTimeout(deadline);
  }
}
