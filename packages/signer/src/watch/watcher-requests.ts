/**
 * The requests of the watcher, which has no others: a halt, and a sign of life. While a halt is in force, the signer signs nothing for
 * the exchange.
 */
import type { SignedCheckpoint } from '@salar/approvals/journal-checkpoint';
import { readHaltRequest } from '@salar/adapters/signer/signer-messages';
import { accept, refuse } from '@salar/protocol';
import type { Result } from '@salar/protocol';
import { SignerUnavailable } from '@salar/services/ports/chain-signer';
import type { SignerAlert } from '../service/signer-alerts.ts';
import type { Halts } from './halts.ts';

const minuteMs = 60_000;

export type WatcherRequestsOptions = {
  readonly halts: Halts;
  /** The watcher's public key. */
  readonly key: string;
  /** A watcher that made no request for this long is reported. */
  readonly silentMinutes: number;
  /** Returns the newest checkpoint of the journal, which the watcher compares with the journal that it reads. */
  readonly findCheckpoint: () => SignedCheckpoint | null;
  readonly clock: () => number;
  readonly onAlert: (alert: SignerAlert) => void;
};

export class WatcherRequests {
  readonly #options: WatcherRequestsOptions;
  #lastAt: number;

  constructor(options: WatcherRequestsOptions) {
    this.#options = options;
    this.#lastAt = options.clock();
  }

  answer(request: Record<string, unknown> | null): Result<unknown, string> {
    const { clock, findCheckpoint, halts, key } = this.#options;
    const method = request?.['method'];
    const halt = method === 'halt' ? readHaltRequest(request?.['params']) : null;
    if (halt === null && method !== 'heartbeat') return refuse('request_malformed');
    this.#lastAt = clock();
    if (halt === null) return accept({ checkpoint: findCheckpoint(), isHalted: halts.list().length > 0 });
    const stored = halts.halt(halt, key);
    this.report();
    return stored;
  }

  /** @throws SignerUnavailable while a halt is in force: payments wait until it is lifted */
  assertNoHalt(): void {
    const [first] = this.#options.halts.list();
    if (first !== undefined) throw new SignerUnavailable(`the watcher has halted payments: ${first.reason}`);
  }

  /** Alerts about each halt in force, and about a silent watcher. Call it every minute. */
  report(): void {
    const { halts, onAlert, clock, silentMinutes } = this.#options;
    for (const { at, reason } of halts.list())
      onAlert({
        event: 'the watcher has halted payments',
        subject: `${new Date(at).toISOString()}: ${reason}`,
      });
    if (clock() - this.#lastAt > silentMinutes * minuteMs)
      onAlert({ event: 'the watcher is silent', subject: `for more than ${silentMinutes} minutes` });
  }
}
