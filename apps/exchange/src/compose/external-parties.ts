/** Which outside parties this profile has: networks, mail, identity provider. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RemoteNode } from '@salar/adapters/chains/remote-networks';
import { refuse } from '@salar/protocol';
import type { IdentityProvider } from '@salar/services/ports/identity-provider';
import { bankProviders, localCaps, localProviders } from '@salar/services';
import type { PaymentCaps, ProviderTable } from '@salar/services';
import { localBitcoin } from '@salar/services/tickets/local-bitcoin';
import { ConfigError } from '../settings/config.ts';
import type { Config } from '../settings/config.ts';
import { readNetworksFile } from '../settings/networks/networks-file.ts';
import { products } from '../seed/catalogue.ts';

export type ChainSettings = ProviderTable & {
  readonly caps: readonly PaymentCaps[];
  /** Where the nodes are; null: on this machine, started with the exchange. */
  readonly nodes: readonly RemoteNode[] | null;
  /** What hot wallets may hold of what is owed to customers, in millionths; null: as much as comes. */
  readonly hotCapPpm: bigint | null;
};

/**
 * The laptop's networks, or those of the operator's file; production without the file has none. Banks are the same anywhere.
 *
 * @throws ConfigError when the file cannot be read, or with everything that is wrong in it
 */
export function readChainSettings(config: Config): ChainSettings {
  const chains = config.profile === 'production' ? readProductionChains(config) : createLocalChains();
  const banks = bankProviders({ cop: products.COP.productId, brl: products.BRL.productId });
  return { ...chains, providers: [...chains.providers, ...banks] };
}

function readProductionChains({ networksFile }: Config): ChainSettings {
  if (networksFile === null) return { networks: [], providers: [], caps: [], nodes: [], hotCapPpm: null };
  return readNetworksFile(readFileText(networksFile), products);
}

function readFileText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new ConfigError([`SALAR_NETWORKS_FILE: cannot be read (${(error as Error).message})`]);
  }
}

function createLocalChains(): ChainSettings {
  const ids = {
    eth: products.ETH.productId,
    usdt: products.USDT.productId,
    usdc: products.USDC.productId,
  };
  const { networks, providers } = localProviders(ids);
  const bitcoin = localBitcoin(products.BTC.productId);
  return {
    networks: [...networks, bitcoin.network],
    providers: [...providers, bitcoin.provider],
    caps: [...localCaps(ids), bitcoin.caps],
    nodes: null,
    hotCapPpm: null,
  };
}

/** Answers that nobody checks identities here, until a provider is set up. */
export const noIdentityProvider: IdentityProvider = {
  createToken: () => Promise.resolve(refuse('provider_unavailable')),
};

const socketPathMax = 100;

/** In the data directory, or in a short place of its own when that name is too long for a Unix socket. */
export function getSignerSocketPath(dataDir: string): string {
  const path = join(dataDir, 'signer.sock');
  if (path.length <= socketPathMax) return path;
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 16);
  return join(tmpdir(), `salar-signer-${name}.sock`);
}
