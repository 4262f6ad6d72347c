/** Describes what the process connects to after its start: chains to watch, and the signer with its keys. */
import { assertNever } from '@salar/protocol';
import type { AddressScheme, BitcoinChain, ChainReader, EvmChain, TronChain } from '../ports/chain-client.ts';
import type { ApprovalVerifier, MoveSigner, Signer, SignerWallet } from '../ports/chain-signer.ts';
import type { ColdStorage } from '../ports/cold-storage.ts';
import type { PasskeyRegistry } from '../ports/passkey-registry.ts';
import type { BitcoinNetwork, EvmNetwork, NetworkSettings, TronNetwork } from '../tickets/networks.ts';

/** A network with its node, its address format, and the house's wallets on it. */
export type OpenNetwork = {
  readonly scheme: AddressScheme;
  readonly wallet: SignerWallet;
  /** A second, independent source that must confirm large deposits. */
  readonly secondSource?: ChainReader;
} & (
  | { readonly family: 'evm'; readonly settings: EvmNetwork; readonly client: EvmChain }
  | { readonly family: 'bitcoin'; readonly settings: BitcoinNetwork; readonly client: BitcoinChain }
  | { readonly family: 'tron'; readonly settings: TronNetwork; readonly client: TronChain }
);

/** The external parties that tickets need: chains to watch, and the signer process with its keys. */
export type ExternalParties = {
  readonly networks: readonly OpenNetwork[];
  readonly signer: Signer;
  /** Verifies people's approvals of payments; usually the signer too. */
  readonly approvals: ApprovalVerifier;
  /** Records customers' passkeys; usually the signer too. Without it their signatures raise no cap. */
  readonly passkeys?: PasskeyRegistry;
  /** Signs transfers between our own addresses; without it nothing is swept. */
  readonly moves?: MoveSigner;
  /** Opens the cold storage of a network; null where it has none. Without it nothing is paid back from there. */
  readonly openColdStorage?: (network: OpenNetwork) => ColdStorage | null;
};

/** Lists the house's own addresses on a network, with that of its cold storage. */
export function listHouseAddresses({ settings, wallet }: OpenNetwork): readonly string[] {
  const { hotAddress, gasAddress, houseAddress, former } = wallet;
  const ours = [
    hotAddress,
    gasAddress,
    houseAddress,
    former?.hotAddress,
    former?.gasAddress,
    former?.houseAddress,
  ];
  return [...new Set([...ours, ...listColdAddresses(settings)])].filter((address) => address != null);
}

/** Lists the addresses of a network's cold storage. */
export function listColdAddresses(settings: NetworkSettings): readonly string[] {
  switch (settings.family) {
    case 'evm':
    case 'tron':
      return settings.coldAddress === undefined ? [] : [settings.coldAddress];
    case 'bitcoin':
      return settings.cold?.addresses ?? [];
    default:
      return assertNever(settings);
  }
}
