/** A network of the laptop, whatever its family: where its node is, its faucet, and what the exchange opens it with. */
import type { ProductId } from '@salar/protocol';
import type { NetworkSettings, OpenNetwork, SignerWallet } from '@salar/services';

export interface LocalNetwork {
  readonly settings: NetworkSettings;
  /** Of the node, the same for as long as we run. */
  readonly url: string;
  /** Adds blocks. */
  mine(blocks: number): Promise<void>;
  /** The canonical spelling, or null when the text is no address of the network. */
  parseAddress(text: string): string | null;
  /**
   * Real coins for an address, in a block when it resolves.
   *
   * @returns the transaction's id
   * @throws when the network does not carry the product
   */
  send(request: { address: string; productId: ProductId; amount: bigint }): Promise<string>;
  /** As the ticket desks want it. */
  open(wallets: readonly SignerWallet[]): OpenNetwork;
  /** Fills the house's wallets up with what they lack: the operator's own money, so that withdrawals have funds. */
  fundHouse(wallets: readonly SignerWallet[]): Promise<void>;
  stop(): Promise<void>;
  /** Ends the node at once, as `kill -9` would: it comes back by itself. */
  kill(): Promise<void>;
}

export function getAsset(settings: NetworkSettings, productId: ProductId) {
  const asset = settings.assets.find((candidate) => candidate.productId === productId);
  if (asset === undefined) throw new Error(`${settings.displayName} does not carry product ${productId}`);
  return asset;
}
