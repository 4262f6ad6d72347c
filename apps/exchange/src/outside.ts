/** Which outside parties this profile has: networks, mail, identity provider. */
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { refuse } from '@salar/protocol';
import type { IdentityProvider } from '@salar/services/ports/identity-provider';
import { localBankProviders, localCaps, localProviders } from '@salar/services';
import type { PaymentCaps, ProviderTable } from '@salar/services';
import { localBitcoin } from '@salar/services/tickets/local-bitcoin';
import type { Config } from './config.ts';
import { products } from './seed/catalogue.ts';

export type ChainSettings = ProviderTable & { readonly caps: readonly PaymentCaps[] };

/** Production has no network yet: each comes with the settings of its own node. */
export function chainSettings(config: Config): ChainSettings {
  if (config.profile === 'production') return { networks: [], providers: [], caps: [] };
  const ids = {
    eth: products.ETH.productId,
    usdt: products.USDT.productId,
    usdc: products.USDC.productId,
  };
  const { networks, providers } = localProviders(ids);
  const bitcoin = localBitcoin(products.BTC.productId);
  const banks = localBankProviders({ cop: products.COP.productId, brl: products.BRL.productId });
  return {
    networks: [...networks, bitcoin.network],
    providers: [...providers, bitcoin.provider, ...banks],
    caps: [...localCaps(ids), bitcoin.caps],
  };
}

/** Answers that nobody checks identities here, until a provider is set up. */
export const noIdentityProvider: IdentityProvider = {
  createToken: () => Promise.resolve(refuse('provider_unavailable')),
};

const socketPathMax = 100;

/** In the data directory, or in a short place of its own when that name is too long for a Unix socket. */
export function signerSocketPath(dataDir: string): string {
  const path = join(dataDir, 'signer.sock');
  if (path.length <= socketPathMax) return path;
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 16);
  return join(tmpdir(), `salar-signer-${name}.sock`);
}
