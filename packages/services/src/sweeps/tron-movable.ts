/** Computes what the hot wallet of a TRON network can give away. */
import type { ProductId } from '@salar/protocol';
import type { Database } from '@salar/store';
import { listPaymentsInFlight } from '@salar/store/tables/operators/reconciliation';
import { sumMoved } from '../payments/moved-sums.ts';
import type { TronChain } from '../ports/chain-client.ts';
import { tronCoinFeeMax } from '../ports/chain-signer.ts';
import type { SignerWallet } from '../ports/chain-signer.ts';
import { findCoin } from '../tickets/networks.ts';
import type { NetworkAsset, SweepSettings, TronNetwork } from '../tickets/networks.ts';
import type { TronMoves } from './tron-moves.ts';

export type TronMovableOptions = {
  readonly database: Database;
  readonly network: TronNetwork;
  readonly client: TronChain;
  readonly moves: TronMoves;
  readonly wallet: Pick<SignerWallet, 'hotAddress'>;
};

/**
 * Computes what no payment or move in flight needs. The hot wallet keeps the coins for its own fees and for one refill of the
 * gas wallet.
 */
export async function computeTronMovable(
  { network, client, wallet, database, moves }: TronMovableOptions,
  { productId, contract }: Pick<NetworkAsset, 'productId' | 'contract'>,
  { gasWalletMax }: Pick<SweepSettings, 'gasWalletMax'>,
): Promise<bigint> {
  const { hotAddress } = wallet;
  const waiting = (await moves.listWaiting()).filter(({ sender }) => sender === hotAddress);
  const payments = await listPaymentsInFlight(database, network.chainId);
  const paid = new Map(payments.map((payment) => [payment.ticketId, payment]));
  const takenOf = (product: ProductId | null) =>
    [...paid.values()].reduce(
      (sum, payment) => (payment.productId === product ? sum + payment.net : sum),
      sumMoved(waiting, network, product),
    );
  const fees = network.feeLimit * BigInt(paid.size + waiting.length + 1);
  const coins = (await client.coinBalance(hotAddress)) - takenOf(findCoin(network)) - fees;
  if (contract === null) return coins - tronCoinFeeMax - gasWalletMax;
  return coins < 0n ? 0n : (await client.getBalance(productId, hotAddress)) - takenOf(productId);
}
