/** Cold storage in an account of TRON, as the drill rehearses it. */
import { parseTronAddressHex } from '@salar/adapters/chain-tron/tron-addresses';
import type { TicketDatabase } from '@salar/store';
import { openAccountWorld } from '@salar/testing/cold/account-world';
import { world } from '@salar/testing/ticket-world';
import { tronUsdt, trx } from '@salar/testing/tron-exchange';
import type { DrilledStorage } from './drilled-storage.ts';

const unit = 10n ** 6n;

export async function openDrilledAccount(database: TicketDatabase): Promise<DrilledStorage> {
  const account = await openAccountWorld(database);
  const dollars = { symbol: 'USDT', productId: world.ids.usdt, decimals: 6 };
  return {
    world: account,
    name: `the account ${account.coldAddress}, ${account.required} of ${account.owners.length}`,
    network: 'tron',
    products: [{ symbol: 'TRX', productId: trx, decimals: 6 }, dollars],
    blockSeconds: 3,
    async burst() {
      await account.deposit(null, 100_000n * unit);
      await account.deposit(tronUsdt, 1_000_000n * unit);
      return '100,000 TRX and 1,000,000 USDT';
    },
    refill: { product: dollars, amount: 5_000n * unit, signers: ['ana', 'carla'] },
    forged: {
      receiver: parseTronAddressHex('5e'.repeat(20)),
      contract: tronUsdt,
      amount: 250_000n * unit,
    },
    pictures: { refill: 'cold-signer-tron-refill', warning: 'cold-signer-tron-warning' },
  };
}
