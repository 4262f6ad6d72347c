/** A client that sends bytes as they are and returns the answers as they came, for tests of how HTTP is read. */
import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';

export class RawClient {
  readonly #socket: Socket;
  #received = '';
  #isClosed = false;
  #onChange: () => void = () => undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.setEncoding('latin1');
    socket.on('data', (text: string) => {
      this.#received += text;
      this.#onChange();
    });
    socket.on('error', () => undefined); // the server disconnected while we sent
    // The server's end is the end: nothing that follows could be answered.
    for (const event of ['end', 'close'])
      socket.on(event, () => {
        this.#isClosed = true;
        socket.destroy();
        this.#onChange();
      });
  }

  static async open(port: number): Promise<RawClient> {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    await once(socket, 'connect');
    return new RawClient(socket);
  }

  /** Everything received since the last answer that was read. */
  get received(): string {
    return this.#received;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  write(bytes: string): void {
    if (!this.#isClosed && this.#socket.writable) this.#socket.write(bytes, 'latin1');
  }

  /** Ends our side of the connection: nothing more follows. */
  end(): void {
    this.#socket.end();
  }

  destroy(): void {
    this.#socket.destroy();
  }

  /** Resolves with the next whole answer, or with what came before the connection closed. */
  async readAnswer(): Promise<string> {
    for (;;) {
      const length = findAnswerLength(this.#received);
      if (length !== null || this.#isClosed) {
        const answer = this.#received.slice(0, length ?? undefined);
        this.#received = this.#received.slice(answer.length);
        return answer;
      }
      await this.#change();
    }
  }

  /** Resolves with everything received since the last answer that was read, when the connection is closed. */
  async readToEnd(): Promise<string> {
    while (!this.#isClosed) await this.#change();
    const received = this.#received;
    this.#received = '';
    return received;
  }

  /** Resolves when something arrives, the connection closes, or the time is over. */
  change(ms: number): Promise<void> {
    if (this.#isClosed) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#onChange = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  #change(): Promise<void> {
    return new Promise((resolve) => {
      this.#onChange = resolve;
    });
  }
}

/** Returns the length of the first answer, or null while it is not complete. */
function findAnswerLength(received: string): number | null {
  const headEnd = received.indexOf('\r\n\r\n');
  if (headEnd < 0) return null;
  const head = received.slice(0, headEnd);
  if (/^HTTP\/1\.1 (?:1\d\d|204|304) /.test(head)) return headEnd + 4;
  const length = /^content-length: (\d+)$/im.exec(head)?.[1];
  if (length === undefined) return null;
  const end = headEnd + 4 + Number(length);
  return received.length < end ? null : end;
}
