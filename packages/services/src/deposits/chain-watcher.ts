/**
 * Follows one network block by block and writes a ticket for every transfer to one of our addresses.
 *
 * Blocks are linked by parent hash. After a reorganisation the watcher goes back to the last common block, detaches every
 * ticket above it from its block, and reads on from there; a ticket whose transaction returns in a new block continues. All
 * changes of a block and the cursor are one database transaction, so a crash repeats whole blocks and nothing else.
 */
import type { TicketDatabase } from '@salar/store';
import {
  advanceCursor,
  readBlockHash,
  readBlocks,
  readCursor,
  rewindCursor,
} from '@salar/store/tables/chains/chain-cursors';
import type { ChainPoint } from '@salar/store/tables/chains/chain-cursors';
import { deleteUntracedAbove, insertUntraced } from '@salar/store/tables/chains/untraced-transactions';
import { orphanDepositsAbove } from '@salar/store/tables/tickets/deposits';
import { writePoint } from '@salar/store/write-points';
import { ChainUnavailable } from '../ports/chain-client.ts';
import type { ChainBlock, ChainReader } from '../ports/chain-client.ts';
import type { BlockHook } from './block-hook.ts';
import { writeDepositTicket } from './deposit-tickets.ts';
import type { DepositTicketOptions } from './deposit-tickets.ts';
import { findIncoming } from './incoming-transfers.ts';
import type { AddressOwners } from './incoming-transfers.ts';

/** Integrations 4.4: how far back a reorg can be followed by hash. After a deeper one everything is read again. */
const blocksRemembered = 256;
/** The most blocks read in one turn, so that a long catch-up still stops quickly. */
const blocksPerTurn = 500;

export type WatcherOptions = {
  readonly database: TicketDatabase;
  readonly client: ChainReader;
  readonly hook?: BlockHook;
} & DepositTicketOptions &
  AddressOwners;

export class ChainWatcher {
  readonly #options: WatcherOptions;

  constructor(options: WatcherOptions) {
    this.#options = options;
  }

  /**
   * Reads new blocks, up to a bounded number.
   *
   * @throws ChainUnavailable also while the node is on our own chain but below what we have read (it lags behind), and
   *   while it lacks the next block, or the last one read, below its own head
   * @returns the height read up to, and whether the head was reached
   */
  async follow(): Promise<{ height: number; caughtUp: boolean }> {
    const { client } = this.#options;
    const head = await client.height();
    let cursor = await this.#findCursorOnChain(head);
    const start = cursor.height;
    const until = Math.min(head, cursor.height + blocksPerTurn);
    while (cursor.height < until) {
      const block = await client.block(cursor.height + 1);
      if (block === null) {
        // What was read in this turn is credited first; the next turn reports a node that still lacks the block.
        if (cursor.height === start) await this.#refuseMissingBlock(cursor.height + 1);
        break;
      }
      if (block.parentHash !== cursor.hash && cursor.hash !== '') {
        cursor = await this.#findCursorOnChain(block.height);
        continue;
      }
      await this.#takeBlock(block);
      cursor = block;
    }
    return { height: cursor.height, caughtUp: cursor.height >= head };
  }

  /** Returns the cursor, after going back to a block that is still on the chain. */
  async #findCursorOnChain(head: number): Promise<ChainPoint> {
    const { database, client, network, log } = this.#options;
    const cursor = await readCursor(database, network.chainId);
    if (cursor === null) return { height: network.startHeight - 1, hash: '' };
    if (cursor.height <= head && (await this.#isOnChain(cursor))) return cursor;
    if (cursor.height > head) await this.#refuseLaggingNode(cursor, head);
    else await this.#refuseMissingBlock(cursor.height);
    const ancestor = await this.#commonAncestor(head);
    const missing = await database.transaction(async (tx) => {
      await rewindCursor(tx, network.chainId, ancestor);
      await this.#options.hook?.rewind(tx, ancestor.height);
      await deleteUntracedAbove(tx, { chainId: network.chainId, height: ancestor.height });
      return orphanDepositsAbove(tx, {
        chainId: network.chainId,
        height: ancestor.height,
        head: Math.max(ancestor.height, 0),
        at: this.#options.clock(),
      });
    });
    const depth = cursor.height - ancestor.height;
    log.warn(
      { chainId: network.chainId, depth, ancestor: ancestor.height, missing },
      'the chain was reorganised',
    );
    await client.check();
    return ancestor;
  }

  /** Refuses a lagging node: a chain gets shorter only in a reorganisation, and then its head is another block. */
  async #refuseLaggingNode(cursor: ChainPoint, head: number): Promise<void> {
    const { database, network } = this.#options;
    const hash = await readBlockHash(database, network.chainId, head);
    if (hash === null || !(await this.#isOnChain({ height: head, hash }))) return;
    throw new ChainUnavailable(`the node is ${cursor.height - head} blocks behind what it reported before`);
  }

  /**
   * Refuses a node without a block that its own head is built on: it would hold up every deposit without an error.
   * Without a refusal the chain got shorter while we read, and the next turn goes back.
   */
  async #refuseMissingBlock(height: number): Promise<void> {
    const { client } = this.#options;
    const head = await client.height();
    if (head < height || (await client.block(height)) !== null) return;
    throw new ChainUnavailable(`the node has no block ${height}, although its newest is ${head}`);
  }

  async #commonAncestor(head: number): Promise<ChainPoint> {
    const remembered = await readBlocks(this.#options.database, this.#options.network.chainId);
    for (const point of remembered) {
      if (point.height <= head && (await this.#isOnChain(point))) return point;
    }
    // Deeper than the remembered blocks: nothing stored is certain, so everything is read again.
    return { height: this.#options.network.startHeight - 1, hash: '' };
  }

  async #isOnChain(point: ChainPoint): Promise<boolean> {
    if (point.hash === '') return true; // before the first block that we read
    const block = await this.#options.client.block(point.height);
    return block !== null && block.hash === point.hash;
  }

  async #takeBlock(block: ChainBlock): Promise<void> {
    const { database, network, hook, houseAddresses, clock } = this.#options;
    const { chainId } = network;
    const seen = await database.transaction(async (tx) => {
      const own = (await hook?.findOwn(tx, block)) ?? new Set();
      const external = block.transfers.filter(
        ({ txId, to }) => !own.has(txId) || !houseAddresses.includes(to),
      );
      const incoming = await findIncoming(this.#options, tx, external);
      for (const one of incoming) await writeDepositTicket(this.#options, tx, block, one);
      const transfers = incoming.map(({ transfer }) => transfer);
      await hook?.take(tx, block, { incoming: transfers, own });
      await insertUntraced(tx, { chainId, height: block.height, txIds: block.untraced ?? [] }, clock());
      await advanceCursor(tx, { chainId, point: block, keep: blocksRemembered });
      return incoming.length;
    });
    if (seen > 0) writePoint('deposit.seen');
  }
}
