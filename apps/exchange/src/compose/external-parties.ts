/** Selects the external parties of the profile: networks and banks, and a placeholder for the identity provider. */
import { readFileSync } from 'node:fs';
import { passkeyPolicySchema } from '@salar/adapters/signer/passkey-policy';
import type { PasskeyPolicy } from '@salar/adapters/signer/passkey-policy';
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
  /** The signer's rules for customers' passkeys; null where it accepts none. */
  readonly passkeys: PasskeyPolicy | null;
  /** The addresses of the nodes; null when they run on this machine, started with the exchange. */
  readonly nodes: readonly RemoteNode[] | null;
  /** The share of customer balances that hot wallets may hold, in millionths; null for no cap. */
  readonly hotCapPpm: bigint | null;
};

/**
 * Reads the laptop's networks, or those of the operator's file; production without the file has none. Banks are
 * always the same.
 *
 * @throws ConfigError when the file cannot be read, or with everything that is wrong in it
 */
export function readChainSettings(config: Config): ChainSettings {
  const chains = config.profile === 'production' ? readProductionChains(config) : createLocalChains(config);
  const banks = bankProviders({ cop: products.COP.productId, brl: products.BRL.productId });
  return { ...chains, providers: [...chains.providers, ...banks] };
}

function readProductionChains({ networksFile, publicUrl }: Config): ChainSettings {
  if (networksFile === null)
    return { networks: [], providers: [], caps: [], passkeys: null, nodes: [], hotCapPpm: null };
  const chains = readNetworksFile(readFileText(networksFile), products);
  const { origin } = new URL(publicUrl);
  if (chains.passkeys !== null && chains.passkeys.site !== origin)
    throw new ConfigError([`networks file, passkeys.site: must be ${origin}, where customers use passkeys`]);
  return chains;
}

function readFileText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new ConfigError([`SALAR_NETWORKS_FILE: cannot be read (${(error as Error).message})`]);
  }
}

function createLocalChains({ publicUrl }: Config): ChainSettings {
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
    passkeys: createLocalPasskeys(publicUrl),
    nodes: null,
    hotCapPpm: null,
  };
}

/** On this machine a passkey counts at once, so that it can be tried. Browsers use none on a page without TLS elsewhere. */
function createLocalPasskeys(publicUrl: string): PasskeyPolicy | null {
  const parsed = passkeyPolicySchema.safeParse({
    site: new URL(publicUrl).origin,
    ageHours: 0,
    registrationsPerDay: 10_000,
  });
  return parsed.data ?? null;
}

/** Refuses identity checks until a provider is configured. */
export const noIdentityProvider: IdentityProvider = {
  createToken: () => Promise.resolve(refuse('provider_unavailable')),
};
