/** Delivers halts to every signer and to the exchange, each until it was accepted. */
import type { SignedCheckpoint } from '@salar/approvals/journal-checkpoint';
import type { SignedHalt } from '@salar/approvals/watcher-halt';
import { verifyCheckpoint } from '@salar/approvals/journal-checkpoint';
import { SignerLine } from '@salar/adapters/signer/signer-line';
import type { SignerAddress } from '@salar/adapters/signer/signer-connection';
import type { TlsIdentity } from '@salar/adapters/tls/tls-identity';
import { SignerUnavailable } from '@salar/services/ports/chain-signer';
import type { Log } from '@salar/services/ports/log';
import type { Queryable } from '@salar/store';
import { insertWatcherHalt } from '@salar/store/tables/operators/watcher-halts';
import { z } from 'zod';

const heartbeatSchema = z.object({
  ok: z.literal(true),
  value: z.object({
    checkpoint: z
      .object({
        sequence: z.int().min(1),
        hash: z.string().regex(/^[0-9a-f]{64}$/),
        at: z.int().min(0),
        key: z.base64(),
        signature: z.base64(),
      })
      .nullable(),
  }),
});
const acceptedSchema = z.object({ ok: z.literal(true) });

type Target = { readonly name: string; readonly deliver: (halt: SignedHalt) => Promise<void> };

export type HaltDeliveryOptions = {
  readonly db: Queryable;
  readonly signers: readonly SignerAddress[];
  readonly identity: TlsIdentity;
  /** The public key of the signer's checkpoints. */
  readonly checkpointKey: string;
  readonly log: Log;
};

export class HaltDelivery {
  readonly #options: HaltDeliveryOptions;
  readonly #lines: readonly SignerLine[];
  readonly #targets: readonly Target[];
  /** The halts that each target has accepted from this process; repeating one after a restart changes nothing there. */
  readonly #accepted = new Set<string>();

  constructor(options: HaltDeliveryOptions) {
    const { db, signers, identity } = options;
    this.#options = options;
    this.#lines = signers.map((signer) => new SignerLine({ ...signer, identity }));
    this.#targets = [
      ...this.#lines.map((line, place) => ({
        name: `signer ${place + 1}`,
        deliver: (halt: SignedHalt) => deliverToSigner(line, halt),
      })),
      { name: 'the exchange', deliver: (halt) => insertWatcherHalt(db, halt) },
    ];
  }

  /** Delivers each halt to those who have not accepted it yet. */
  async deliver(halts: readonly SignedHalt[]): Promise<void> {
    for (const { name, deliver } of this.#targets) {
      for (const halt of halts) {
        const key = `${name} ${halt.signature}`;
        if (this.#accepted.has(key)) continue;
        try {
          await deliver(halt);
          this.#accepted.add(key);
          this.#options.log.warn({ to: name }, 'a halt was delivered');
        } catch (error) {
          this.#options.log.error({ to: name, err: error }, 'ALERT: a halt could not be delivered yet');
        }
      }
    }
  }

  /**
   * Shows every signer that the watcher runs, and returns their newest checkpoints of the journal.
   *
   * @returns null for a checkpoint that is not signed by the signer's key
   */
  async showSignOfLife(): Promise<readonly (SignedCheckpoint | null)[]> {
    const checkpoints: (SignedCheckpoint | null)[] = [];
    for (const [place, line] of this.#lines.entries()) {
      try {
        const { checkpoint } = heartbeatSchema.parse(await line.request('heartbeat', null)).value;
        if (checkpoint === null) continue;
        const isSigned = checkpoint.key === this.#options.checkpointKey && verifyCheckpoint(checkpoint);
        checkpoints.push(isSigned ? checkpoint : null);
      } catch (error) {
        if (!(error instanceof SignerUnavailable)) throw error;
        this.#options.log.warn({ signer: place + 1, reason: error.message }, 'a signer is unreachable');
      }
    }
    return checkpoints;
  }

  close(): void {
    for (const line of this.#lines) line.close();
  }
}

/** @throws SignerUnavailable; an error when the signer refuses the halt */
async function deliverToSigner(line: SignerLine, halt: SignedHalt): Promise<void> {
  const answer = await line.request('halt', halt);
  if (!acceptedSchema.safeParse(answer).success) throw new Error(`refused: ${JSON.stringify(answer)}`);
}
