/** Opens the external parties that deposits and withdrawals need: the chains' nodes and the signer. */
import { openSigner } from '@salar/adapters/signer/open-signer';
import type { OpenSigner } from '@salar/adapters/signer/open-signer';
import { readSignerConnection } from '@salar/adapters/signer/signer-connection';
import { assert } from '@salar/protocol';
import { getBundledPath } from './bundled-files.ts';
import type { ChainSettings } from './external-parties.ts';
import type { LocalNetworks } from '../lifecycle/laptop.ts';
import type { RunOptions } from './run-options.ts';

type Chains = {
  /** null when the nodes run elsewhere. */
  readonly networks: LocalNetworks | null;
  readonly signer: OpenSigner;
};

export type StartingChains = {
  /** A sentence about what is missing for deposits and withdrawals, and why; null when nothing is known to be. */
  readonly problem: string | null;
  /** Resolves when all of them are up. */
  readonly up: Promise<Chains>;
  /** Waits for what is still starting, then stops everything. */
  stop(): Promise<void>;
};

/** For everybody to read: the reason, which may name addresses of our machines, is in the logs. */
const signerProblem =
  'The signer does not answer: deposits and withdrawals wait. Its own output says why it ended, and the log of the exchange why it cannot be reached.';

/** Starts the local profile's nodes and signer at the same time; in production it connects to the signer. */
export function startChains(
  { config, laptop, log, progress }: RunOptions,
  settings: ChainSettings,
): StartingChains {
  const stopping = new AbortController();
  let problem: string | null = null;
  const parts = [
    progress.step(
      laptop ? 'Local chains' : 'Chains',
      async () =>
        (await laptop?.startLocalNetworks({
          networks: settings.nodes === null ? settings.networks : [],
          dataDir: config.dataDir,
          bitcoinEntry: getBundledPath('./bitcoin-node.js'),
          log,
        })) ?? null,
    ),
    progress.step('Signer', async () => {
      if (laptop)
        return laptop.startSigner({
          entry: getBundledPath('./signer.js'),
          dataDir: config.dataDir,
          networks: settings.networks,
          caps: settings.caps,
          passkeys: settings.passkeys,
          installation: new URL(config.publicUrl).hostname,
          log,
        });
      assert(config.signerFile !== null, 'production names the file of its signer');
      const connection = await readSignerConnection(config.signerFile);
      const onSilent = () => {
        problem = signerProblem;
      };
      const signer = await openSigner(connection, { log, signal: stopping.signal, onSilent });
      problem = null;
      return signer;
    }),
  ] as const;
  const up = Promise.all(parts).then(([networks, signer]) => ({ networks, signer }));
  up.catch(() => undefined); // handled where it is awaited
  return {
    up,
    get problem() {
      return problem;
    },
    async stop() {
      stopping.abort();
      const started = await Promise.allSettled<LocalNetworks | OpenSigner | null>(parts);
      const running = started.filter((part) => part.status === 'fulfilled');
      await Promise.all(running.map(async (part) => part.value?.stop()));
    },
  };
}
