/** The exchange of the drill as a process that the drill starts, follows and kills. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { killNow } from '@salar/testing/keys/signer-pair';
import { build } from 'esbuild';
import type { ShiftedClock } from '../../clock/shifted-clock.ts';
import { root } from '../../support/server.ts';
import type { Family } from './drill-payments.ts';
import { isPaymentStep } from './exchange-steps.ts';
import type { PaymentStep } from './exchange-steps.ts';

const bundle = join(root, 'dist/drills/paying-exchange.js');
/** These are bundled: loading them file by file takes most of the start of a process. */
const bundled = /^(?:@salar|viem|ox|abitype|@scure|@noble)(?:\/|$)/;

type Awaited = { readonly step: PaymentStep; readonly family: Family; readonly reached: () => void };

export class PayingExchange {
  readonly #folder: string;
  readonly #clock: ShiftedClock;
  #child: ChildProcess | null = null;
  #awaited: Awaited | null = null;
  /** Its exit code, when it has ended without being killed. */
  code: number | null = null;
  /** Payments that were sent, and requests that no signer answered, of all its runs. */
  sent = 0;
  unanswered = 0;
  /** How often the signers refused a payment, by family and refusal. */
  readonly refusals = new Map<string, number>();
  readonly alerts = new Set<string>();

  constructor(folder: string, clock: ShiftedClock) {
    this.#folder = folder;
    this.#clock = clock;
  }

  /** Bundles the program, which then starts in a fraction of the time. */
  static async build(): Promise<void> {
    await build({
      entryPoints: [fileURLToPath(new URL('paying-exchange-process.ts', import.meta.url))],
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
    const child = spawn(process.execPath, [...this.#clock.args, bundle, this.#folder], {
      env: { PATH: process.env['PATH'] ?? '', ...this.#clock.env },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    this.#child = child;
    child.stdin.on('error', () => undefined); // the pipe breaks when it is killed; `exit` reports that
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (this.#child === child) this.#read(line);
    });
    child.once('exit', (code) => {
      if (code !== null) this.code = code; // otherwise it was killed
    });
  }

  /** Waits until a payment of the family is at this step, where the exchange stays until `goOn`; but for `requested`. */
  reach(step: PaymentStep, family: Family): Promise<void> {
    return new Promise((reached) => {
      this.#awaited = { step, family, reached };
    });
  }

  /** Lets the exchange continue after a step. */
  goOn(): void {
    this.#child?.stdin?.write('.');
  }

  async kill(): Promise<void> {
    const child = this.#child;
    this.#child = null;
    await killNow(child);
  }

  #read(line: string): void {
    const [word = '', family = '', refusal = ''] = line.split(' ');
    if (word === 'alert') this.alerts.add(line);
    if (word === 'unavailable') this.unanswered += 1;
    if (word === 'refused') {
      const name = `${family} ${refusal}`;
      this.refusals.set(name, (this.refusals.get(name) ?? 0) + 1);
    }
    if (!isPaymentStep(word)) return;
    if (word === 'payment_sent') this.sent += 1;
    const awaited = this.#awaited;
    if (awaited?.step === word && awaited.family === family) {
      this.#awaited = null;
      awaited.reached();
    } else if (word !== 'requested') this.goOn();
  }
}
