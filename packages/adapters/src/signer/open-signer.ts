/** Connects to a signer and waits until it answers. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { SignerWallet } from '@salar/services';
import type { Log } from '@salar/services/ports/log';
import { SignerClient } from './signer-client.ts';
import type { SignerConnection } from './signer-connection.ts';

export type OpenSigner = {
  readonly client: SignerClient;
  readonly wallets: readonly SignerWallet[];
  stop(): Promise<void>;
};

type OpenSignerOptions = {
  readonly log: Log;
  readonly signal: AbortSignal;
  /** Called after each attempt that had no answer. */
  readonly onSilent?: () => void;
};

const retryMs = 100;
const reportEveryMs = 30_000;

/**
 * Waits until the signer answers. Meanwhile it reports every half minute why not.
 *
 * @throws the last failure once `signal` has ended the wait
 */
export async function openSigner(
  connection: SignerConnection,
  { log, signal, onSilent = () => undefined }: OpenSignerOptions,
): Promise<OpenSigner> {
  const client = new SignerClient(connection);
  let reportAt = Date.now() + reportEveryMs;
  for (;;) {
    try {
      const wallets = await client.identity();
      return { client, wallets, stop: async () => client.close() };
    } catch (error) {
      if (signal.aborted) {
        client.close();
        throw error;
      }
      onSilent();
      if (Date.now() > reportAt) {
        log.error(
          { error: describeFailure(error) },
          'ALERT: the signer does not answer: deposits and withdrawals wait',
        );
        reportAt = Date.now() + reportEveryMs;
      }
      await sleep(retryMs);
    }
  }
}

function describeFailure(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error ? `${message} (${cause.message})` : message;
}
