/** Kinds of cold storage that the drill rehearses, each with an exchange on a local network of its family. */
import { localContracts } from '@salar/services';
import type { TicketDatabase } from '@salar/store';
import { bitcoinProduct } from '@salar/testing/bitcoin-exchange';
import type { ColdWorld } from '@salar/testing/cold/cold-world';
import { openDescriptorWorld } from '@salar/testing/cold/descriptor-world';
import { openSafeWorld } from '@salar/testing/cold/safe-world';
import { world } from '@salar/testing/ticket-world';
import type { ProductId } from '@salar/protocol';

const { eth, usdt } = world.ids;
const bitcoin = 10n ** 8n;
const ether = 10n ** 18n;
const dollar = 10n ** 6n;

export type DrilledProduct = {
  readonly symbol: string;
  readonly productId: ProductId;
  readonly decimals: number;
};

export type DrilledStorage = {
  readonly world: ColdWorld;
  /** Names cold storage for the person who reads the drill. */
  readonly name: string;
  readonly network: string;
  readonly products: readonly DrilledProduct[];
  /** The time between two blocks of the public network. */
  readonly blockSeconds: number;
  /** Pays a burst of deposits. @returns what it was */
  burst(): Promise<string>;
  readonly refill: {
    readonly product: DrilledProduct;
    /** Minor units. */
    readonly amount: bigint;
    readonly signers: readonly string[];
  };
  /** A payment to somebody else, as a compromised exchange would prepare it. */
  readonly forged: { readonly receiver: string; readonly contract: string | null; readonly amount: bigint };
  /** The files of docs/images, without their ending. */
  readonly pictures: { readonly refill: string; readonly warning: string };
};

export async function openDrilledSafe(database: TicketDatabase): Promise<DrilledStorage> {
  const safe = await openSafeWorld(database);
  const dollars = { symbol: 'USDT', productId: usdt, decimals: 6 };
  return {
    world: safe,
    name: `the Safe ${safe.coldAddress}, ${safe.required} of ${safe.owners.length}`,
    network: 'ethereum',
    products: [{ symbol: 'ETH', productId: eth, decimals: 18 }, dollars],
    blockSeconds: 12,
    async burst() {
      await safe.deposit(null, 200n * ether);
      await safe.deposit(localContracts.usdt, 1_000_000n * dollar);
      return '200 ETH and 1,000,000 USDT';
    },
    refill: { product: dollars, amount: 5_000n * dollar, signers: ['ana', 'carla', 'elena'] },
    forged: {
      receiver: '0x000000000000000000000000000000000000bEEF',
      contract: localContracts.usdt,
      amount: 250_000n * dollar,
    },
    pictures: { refill: 'cold-signer-refill', warning: 'cold-signer-warning' },
  };
}

export async function openDrilledDescriptor(database: TicketDatabase): Promise<DrilledStorage> {
  const storage = await openDescriptorWorld(database);
  const bitcoins = { symbol: 'BTC', productId: bitcoinProduct, decimals: 8 };
  return {
    world: storage,
    name: `the descriptor ${storage.descriptor.slice(0, 22)}…), ${storage.required} of ${storage.owners.length}`,
    network: 'bitcoin',
    products: [bitcoins],
    blockSeconds: 600,
    async burst() {
      await storage.deposit(60n * bitcoin, 40n * bitcoin, 20n * bitcoin);
      return '60, 40 and 20 BTC';
    },
    refill: { product: bitcoins, amount: bitcoin, signers: ['ana', 'carla'] },
    forged: {
      receiver: 'bcrt1q6rz28mcfaxtmd6v789l9rrlrusdprr9pz3cppk',
      contract: null,
      amount: 50n * bitcoin,
    },
    pictures: { refill: 'cold-signer-bitcoin-refill', warning: 'cold-signer-bitcoin-warning' },
  };
}
