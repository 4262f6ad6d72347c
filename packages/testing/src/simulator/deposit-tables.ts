/** What the crediting client keeps in the database: it survives its process, and each change is whole or not there. */
import type { TicketId } from '@salar/protocol';
import { ticketId } from '@salar/protocol';
import type { SimulatedBlock, SimulatedTransfer } from './simulated-chain.ts';

export type DepositTicket = {
  readonly ticketId: TicketId;
  readonly transfer: SimulatedTransfer;
  status: 'Pending' | 'FullyProcessed' | 'Rejected' | 'Failed';
  /** Null while a reorg has taken the block away. */
  block: { readonly height: number; readonly hash: string } | null;
  /** Credited, and booked as a loss since: the chain took it back. */
  isReversed: boolean;
  /** Height of the chain when the block went missing. */
  missingSince: number | null;
};

/** Far from the tickets of other clients. */
const firstTicket = 1_000_000;

export class DepositTables {
  readonly tickets = new Map<string, DepositTicket>();
  /** Hashes of the blocks read; the last one is where the client stands. */
  readonly blocks: string[] = [];

  /** A block and everything in it, in one transaction. */
  take(block: SimulatedBlock): void {
    for (const transfer of block.transfers) this.#recordSighting(transfer, block);
    this.blocks.push(block.hash);
  }

  /** Forgets the blocks above `height`, and that any ticket was in them. */
  rewind(height: number): void {
    this.blocks.length = height + 1;
    for (const ticket of this.tickets.values()) {
      if (ticket.block === null || ticket.block.height <= height || ticket.status === 'Failed') continue;
      ticket.block = null;
      ticket.missingSince = Math.max(height, 0);
    }
  }

  /** A new ticket, or the new block of a known one; one that failed and was never credited comes back to life. */
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
