/** A local chain as the faucet uses it. */
import type { Result } from '@salar/protocol';

type FaucetRefusal = 'product_unknown' | 'address_malformed' | 'amount_malformed' | 'transfer_failed';

export interface FaucetNetwork {
  /** The name shown to the customer, such as "Ethereum (local)". */
  readonly name: string;
  /** Other accepted names: templates of its providers. */
  readonly aliases: readonly string[];
  readonly chainId: number;
  readonly rpcUrl: string;
  /** Contract address by product symbol. */
  readonly contracts: Readonly<Record<string, string>>;
  /** Products the faucet has, the native coin first. */
  readonly products: readonly string[];
  /**
   * Sends real coins of the local chain. Resolves when the transfer is in a block.
   *
   * @param request.amount  exact decimal text
   */
  faucet(request: {
    readonly address: string;
    readonly product: string;
    readonly amount: string;
  }): Promise<Result<{ readonly txId: string }, FaucetRefusal>>;
  mine(blocks: number): Promise<void>;
}

export function findNetwork(networks: readonly FaucetNetwork[], name: string): FaucetNetwork | undefined {
  const wanted = name.toLowerCase();
  return networks.find((network) =>
    [network.name, ...network.aliases].some((known) => known.toLowerCase() === wanted),
  );
}
