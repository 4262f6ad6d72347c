/** Starts the external parties that deposits and withdrawals need: the chains' nodes and the signer. */
import { signerSettings } from '@salar/signer/service/signer-settings';
import { startSigner } from '@salar/laptop/signer/start-signer';
import type { RunningSigner } from '@salar/laptop/signer/start-signer';
import { getBundledPath } from './bundled-files.ts';
import { getSignerSocketPath } from './external-parties.ts';
import type { ChainSettings } from './external-parties.ts';
import type { LocalNetworks } from '../lifecycle/laptop.ts';
import type { RunOptions } from './run-options.ts';

type Chains = {
  /** null when the nodes run elsewhere. */
  readonly networks: LocalNetworks | null;
  readonly signer: RunningSigner;
};

export type StartingChains = {
  /** Resolves when all of them are up. */
  readonly up: Promise<Chains>;
  /** Waits for what is still starting, then stops everything. */
  stop(): Promise<void>;
};

/** Starts the nodes and the signer at the same time. */
export function startChains(
  { config, laptop, log, progress }: RunOptions,
  settings: ChainSettings,
): StartingChains {
  const passphrase = config.secrets?.signerPassphrase;
  const socketPath = getSignerSocketPath(config.dataDir);
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
    progress.step('Signer', () =>
      startSigner({
        entry: getBundledPath('./signer.js'),
        settings: signerSettings({ dataDir: config.dataDir, socketPath, ...settings }),
        ...(passphrase === undefined ? {} : { passphrase }),
        log,
      }),
    ),
  ] as const;
  const up = Promise.all(parts).then(([networks, signer]) => ({ networks, signer }));
  up.catch(() => undefined); // handled where it is awaited
  return {
    up,
    async stop() {
      const started = await Promise.allSettled<LocalNetworks | RunningSigner | null>(parts);
      const running = started.filter((part) => part.status === 'fulfilled');
      await Promise.all(running.map(async (part) => part.value?.stop()));
    },
  };
}
