/** The crediting client's database: it survives the process, and each change is atomic. */
import type { TicketId } from '@salar/protocol';
import { ticketId } from '@salar/protocol';
import type { SimulatedBlock, SimulatedTransfer } from './simulated-chain.ts';

export type DepositTicket = {
  readonly ticketId: TicketId;
  readonly transfer: SimulatedTransfer;
  status: 'Pending' | 'FullyProcessed' | 'Rejected' | 'Failed';
  /** Null while a reorg has removed the block. */
  block: { readonly height: number; readonly hash: string } | null;
  /** Credited, and booked as a loss since, because the chain reverted it. */
  isReversed: boolean;
  /** Height of the chain when the block went missing. */
  missingSince: number | null;
};

/** Far from the tickets of other clients. */
const firstTicket = 1_000_000;

export class DepositTables {
  readonly tickets = new Map<string, DepositTicket>();
  /** Hashes of the blocks read; the last one is the client's position. */
  readonly blocks: string[] = [];

  /** Stores a block and everything in it, in one transaction. */
  take(block: SimulatedBlock): void {
    for (const transfer of block.transfers) this.#recordSighting(transfer, block);
    this.blocks.push(block.hash);
  }

  /** Deletes the blocks above `height`, and marks their tickets as missing. */
  rewind(height: number): void {
    this.blocks.length = height + 1;
    for (const ticket of this.tickets.values()) {
      if (ticket.block === null || ticket.block.height <= height || ticket.status === 'Failed') continue;
      ticket.block = null;
      ticket.missingSince = Math.max(height, 0);
    }
  }

  /**
   * Adds a ticket, or the new block of a known one. A ticket that failed and was never credited becomes pending
   * again.
   */
  #recordSighting(transfer: SimulatedTransfer, { height, hash }: SimulatedBlock): void {
    const known = this.tickets.get(transfer.txId);
    if (known === undefined) {
      this.tickets.set(transfer.txId, {
        ticketId: ticketId(firstTicket + this.tickets.size),
        transfer,
        status: 'Pending',
        block: { height, hash },
        isReversed: false,
        missingSince: null,
      });
      return;
    }
    known.block = { height, hash };
    known.missingSince = null;
    if (known.status === 'Failed') known.status = 'Pending';
  }
}
