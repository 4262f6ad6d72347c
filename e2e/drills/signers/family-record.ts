/** Reads what the exchange, the signers, the journal and the chain have about the payments of one family. */
import type { SignerClient } from '@salar/adapters/signer/signer-client';
import { assert, houseAccounts } from '@salar/protocol';
import type { Sequencer } from '@salar/sequencer';
import type { OpenNetwork } from '@salar/services';
import { createHoldings } from '@salar/services/compose/network-work';
import type { TicketDatabase } from '@salar/store';
import { listPlannedAttempts } from '@salar/store/tables/chains/planned-payments';
import { listPaymentAttempts } from '@salar/store/tables/tickets/withdrawal-payments';
import { listAllWithdrawals } from '@salar/store/tables/tickets/withdrawals';
import type { WithdrawalRow } from '@salar/store/tables/tickets/withdrawals';
import type { DrillChains } from './drill-chains.ts';
import { findFamily, openNetworks, paidProducts } from './drill-networks.ts';
import { customer } from './drill-payments.ts';
import type { Family } from './drill-payments.ts';

export type TicketRecord = {
  readonly row: WithdrawalRow;
  /** The signed bytes that the exchange has stored, oldest first, with their hashes. */
  readonly stored: readonly { readonly hash: string; readonly raw: string }[];
  /** The hashes of all forms that a signer has ever signed. */
  readonly signed: readonly string[];
  /** Those of them that are in a block. */
  readonly mined: readonly string[];
  /** The amount that the receiver has on the chain. */
  readonly received: bigint;
  /** The state of the money that the journal held for it. */
  readonly hold: string | undefined;
};

/** Compares a product in the journal with the wallets. */
type Books = {
  readonly productId: number;
  readonly custody: bigint;
  readonly held: bigint;
};

export type FamilyRecord = {
  readonly family: Family;
  readonly tickets: readonly TicketRecord[];
  /** How often the signers refused a payment, by the name of the refusal. */
  readonly refusals: ReadonlyMap<string, number>;
  /** The customer's position in the product that is paid. */
  readonly position: { readonly total: bigint; readonly held: bigint };
  readonly books: readonly Books[];
};

/** @param sources.sequencer  reads the journal again, after the exchange has ended */
export async function readFamilyRecord(
  family: Family,
  sources: {
    readonly database: TicketDatabase;
    readonly sequencer: Sequencer;
    readonly signer: SignerClient;
    readonly chains: DrillChains;
    readonly refusals: ReadonlyMap<string, number>;
  },
): Promise<FamilyRecord> {
  const { database, sequencer, signer, chains, refusals } = sources;
  const client = chains.clients[family];
  const tickets: TicketRecord[] = [];
  for (const row of await listAllWithdrawals(database)) {
    if (findFamily(row.providerId) !== family) continue;
    const { ticketId, destination } = row;
    const list = family === 'evm' ? listPaymentAttempts : listPlannedAttempts;
    const stored = await list(database, ticketId);
    // The same bytes that were signed twice because of a crash are one form.
    const signed = [...new Set((await signer.listSigned(ticketId)).map(({ hash }) => hash))];
    const mined: string[] = [];
    for (const hash of signed) if ((await client.receipt(hash)) !== null) mined.push(hash);
    const received = await chains.readReceived(family, destination);
    const hold = sequencer.engine.withdrawal(ticketId)?.state;
    tickets.push({ row, stored: [...stored].reverse(), signed, mined, received, hold });
  }
  const network = openNetworks(chains.urls, await signer.identity()).find((one) => one.family === family);
  assert(network !== undefined, `${family} is a network of the drill`);
  const position = sequencer.engine.position(customer.accountId, paidProducts[family]);
  const books = await readBooks(network, database, sequencer);
  return { family, tickets, refusals, position, books };
}

async function readBooks(
  network: OpenNetwork,
  database: TicketDatabase,
  sequencer: Sequencer,
): Promise<readonly Books[]> {
  const holdings = createHoldings(network, Date.now);
  const block = await network.client.block(await network.client.height());
  assert(block !== null, 'the newest block is there');
  await holdings.note(database, block);
  const held = await holdings.read(block);
  assert(held !== null, 'no block was mined meanwhile');
  const books: Books[] = [];
  for (const { productId } of network.settings.assets) {
    const custody = 0n - sequencer.engine.position(houseAccounts.custody, productId).total;
    books.push({ productId, custody, held: held.get(productId) ?? 0n });
  }
  return books;
}
