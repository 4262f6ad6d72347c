/** A network of the laptop, of any family: its node, its faucet, and its clients for the exchange. */
import type { ProductId } from '@salar/protocol';
import type { NetworkSettings, OpenNetwork, SignerWallet } from '@salar/services';

export interface LocalNetwork {
  readonly settings: NetworkSettings;
  /** The node's address, which does not change during the run. */
  readonly url: string;
  /** Adds blocks. */
  mine(blocks: number): Promise<void>;
  /** Returns the canonical spelling, or null when the text is not an address of the network. */
  parseAddress(text: string): string | null;
  /**
   * Sends real coins to an address; they are in a block when it resolves.
   *
   * @returns the transaction's id
   * @throws when the network does not carry the product
   */
  send(request: { address: string; productId: ProductId; amount: bigint }): Promise<string>;
  /** Opens it for the ticket services. */
  open(wallets: readonly SignerWallet[]): OpenNetwork;
  /** Tops up the house's wallets: the operator's own money, so that withdrawals have funds. */
  fundHouse(wallets: readonly SignerWallet[]): Promise<void>;
  stop(): Promise<void>;
  /** Ends the node at once, as `kill -9` would: it is restarted. */
  kill(): Promise<void>;
}

export function getAsset(settings: NetworkSettings, productId: ProductId) {
  const asset = settings.assets.find((candidate) => candidate.productId === productId);
  if (asset === undefined) throw new Error(`${settings.displayName} does not carry product ${productId}`);
  return asset;
}
