/** Sends the sandbox's webhooks: signed as Avenia does, and repeated for a while when the receiver fails. */
import { constants, createPrivateKey, createPublicKey, sign } from 'node:crypto';
import type { Log } from '@salar/services/ports/log';
import type { SandboxAttempt, SandboxState } from './sandbox-state.ts';

const sendTimeoutMs = 5_000;
const waitsMs: readonly number[] = [200, 1_000, 5_000];

export class SandboxWebhooks {
  readonly #state: SandboxState;
  readonly #log: Log;
  readonly #sending = new Set<Promise<void>>();
  /** How often each event is sent. */
  copies = 1;
  #isStopped = false;

  constructor(state: SandboxState, log: Log) {
    this.#state = state;
    this.#log = log;
  }

  /** Returns the public key, as Avenia publishes it. */
  publicKeyPem(): string {
    const key = createPublicKey(this.#state.privateKeyPem);
    return key.export({ type: 'pkcs1', format: 'pem' }).toString();
  }

  sign(body: Buffer): string {
    const signature = sign('sha256', body, {
      key: createPrivateKey(this.#state.privateKeyPem),
      padding: constants.RSA_PKCS1_PSS_PADDING,
      saltLength: constants.RSA_PSS_SALTLEN_DIGEST,
    });
    return signature.toString('base64');
  }

  /** Sends an attempt's state to all subscribers. */
  send(attempt: SandboxAttempt): void {
    const { subAccountId } = attempt;
    const event = {
      subAccountId,
      subscription: 'KYC',
      event: `KYC-${toEventName(attempt)}`,
      data: { attempt },
    };
    const body = Buffer.from(JSON.stringify(event));
    for (const { url, subscriptions } of this.#state.webhooks) {
      if (!subscriptions.includes('KYC') && !subscriptions.includes('*')) continue;
      for (let copy = 0; copy < this.copies; copy += 1) this.#start(url, body);
    }
  }

  /** Resolves when every event so far has arrived or been given up. */
  async settled(): Promise<void> {
    while (this.#sending.size > 0) await Promise.all(this.#sending);
  }

  stop(): void {
    this.#isStopped = true;
  }

  #start(url: string, body: Buffer): void {
    const sending = this.#deliver(url, body).finally(() => this.#sending.delete(sending));
    this.#sending.add(sending);
  }

  async #deliver(url: string, body: Buffer): Promise<void> {
    const headers = { 'content-type': 'application/json', signature: this.sign(body) };
    for (const waitMs of [...waitsMs, null]) {
      if (this.#isStopped) return;
      const isTaken = await fetch(url, {
        method: 'POST',
        body,
        headers,
        signal: AbortSignal.timeout(sendTimeoutMs),
      }).then(
        (response) => response.ok,
        () => false,
      );
      if (isTaken) return;
      if (waitMs !== null) await waitFor(waitMs);
    }
    this.#log.warn({ url }, 'a webhook of the Avenia stand-in was not accepted');
  }
}

function toEventName({ status }: SandboxAttempt): string {
  return status === 'PENDING' ? 'STARTED' : status;
}

function waitFor(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}
