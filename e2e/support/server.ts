/** Starts and stops the exchange like `npm start`, in a separate data directory. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, openSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '../..');
/** The build under test; `SALAR_E2E_SERVER_DIR` selects another one. */
export const serverDir = process.env['SALAR_E2E_SERVER_DIR'] ?? join(root, 'dist/server');

export type LaunchedServer = {
  readonly url: string;
  readonly dataDir: string;
  readonly process: ChildProcess;
  /** The file with the server's output. */
  readonly outputFile: string;
  /** The output of the server so far. */
  output(): string;
  /** True when the process has ended. */
  hasEnded(): boolean;
  /**
   * Resolves when `/health` reports that everything is ready. @throws with the server's output when it ends or is late
   */
  ready(): Promise<void>;
  /** Stops the server gracefully and waits for its end. */
  stop(): Promise<number | null>;
};
export type RunningServer = LaunchedServer;

export type ServerOptions = {
  readonly dataDir?: string;
  readonly port?: number;
  readonly env?: Readonly<Record<string, string>>;
};

const readyTimeoutMs = 120_000;
const stopTimeoutMs = 30_000;

/**
 * Starts `dist/server/main.js` and waits until `/health` reports that it is ready.
 *
 * @throws with the server's own output when it ends or does not become ready in time
 */
export async function startServer(options: ServerOptions = {}): Promise<RunningServer> {
  const server = await launchServer(options);
  await server.ready();
  return server;
}

/** Starts `dist/server/main.js` and returns at once. */
export async function launchServer(options: ServerOptions = {}): Promise<LaunchedServer> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'salar-e2e-'));
  const port = options.port ?? (await freePort());
  const outputFile = join(tmpdir(), `salar-e2e-${process.pid}-${port}.log`);
  const output = openSync(outputFile, 'a');
  const child = spawn(process.execPath, [join(serverDir, 'main.js')], {
    cwd: root,
    env: {
      ...process.env,
      SALAR_DATA_DIR: dataDir,
      SALAR_PORT: String(port),
      SALAR_SIMULATED_CUSTOMERS: 'off', // only the test's own orders change the market
      ...options.env,
    },
    stdio: ['ignore', output, output],
  });
  const url = `http://127.0.0.1:${port}`;
  const read = () => readFileSync(outputFile, 'utf8');
  const exited = new Promise<number | null>((done) => child.once('exit', done));
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;

  return {
    url,
    dataDir,
    process: child,
    outputFile,
    output: read,
    hasEnded,
    async ready() {
      const deadline = Date.now() + readyTimeoutMs;
      while (!(await isReady(url))) {
        if (hasEnded()) throw new Error(`the server ended before it was ready:\n${read()}`);
        if (Date.now() > deadline) {
          child.kill('SIGTERM');
          throw new Error(`the server was not ready in time:\n${read()}`);
        }
        await new Promise((next) => setTimeout(next, 50));
      }
    },
    async stop() {
      if (!hasEnded()) child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs);
      const code = await exited;
      clearTimeout(timer);
      return code;
    },
  };
}

/** Orders are accepted shortly before deposits and withdrawals are processed; ready means both. */
async function isReady(url: string): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/health`);
    return answer.ok && ((await answer.json()) as { tickets?: string }).tickets !== 'starting';
  } catch {
    return false; // not listening yet: retried until the deadline
  }
}

/** Finds a free port. */
export async function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer();
    probe.once('error', fail);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        typeof address === 'object' && address ? done(address.port) : fail(new Error('no port')),
      );
    });
  });
}
