/** The payer as a process that the drill starts, follows and kills. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { killNow } from '@salar/testing/signer-pair';
import { build } from 'esbuild';
import { root } from '../../support/server.ts';
import type { PayerStep } from './payer-steps.ts';

const bundle = join(root, 'dist/drills/payer.js');
/** These are bundled: loading them file by file takes most of the start of a process. */
const bundled = /^(?:@salar|viem|ox|abitype|@scure|@noble)(?:\/|$)/;

export class PayerProcess {
  readonly #folder: string;
  readonly #events = new EventEmitter();
  #child: ChildProcess | null = null;
  /** Its exit code, once it has ended without being killed: 0 when every payment has an answer. */
  code: number | null = null;
  /** Requests that were repeated, and answers, of all its runs. */
  repeated = 0;
  answered = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Bundles the program, which then starts in a fraction of the time. */
  static async build(): Promise<void> {
    await build({
      entryPoints: [fileURLToPath(new URL('payer.ts', import.meta.url))],
      outfile: bundle,
      bundle: true,
      format: 'esm',
      platform: 'node',
      target: 'node20',
      plugins: [
        {
          name: 'registry-packages-stay-outside',
          setup: (builder) =>
            builder.onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
              kind === 'entry-point' || bundled.test(path) ? undefined : { path, external: true },
            ),
        },
      ],
      logLevel: 'error',
    });
  }

  launch(): void {
    const child = spawn(process.execPath, [bundle, this.#folder], { stdio: ['ignore', 'pipe', 'inherit'] });
    this.#child = child;
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line === 'repeated') this.repeated += 1;
      if (line === 'signed') this.answered += 1;
      this.#events.emit(line);
    });
    child.once('exit', (code) => {
      if (code === null) return; // it was killed
      this.code = code;
      this.#events.emit('end');
    });
  }

  /** Waits until a payment is at this step, or the payer has ended without being killed. */
  async reach(step: PayerStep): Promise<void> {
    if (this.code !== null) return;
    const waiting = new AbortController();
    const { signal } = waiting;
    try {
      await Promise.race([once(this.#events, step, { signal }), once(this.#events, 'end', { signal })]);
    } finally {
      waiting.abort();
    }
  }

  kill(): Promise<void> {
    return killNow(this.#child);
  }
}
