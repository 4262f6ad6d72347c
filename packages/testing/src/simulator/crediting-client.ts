/**
 * Turns transfers on the chain into credits, at least once each, like the deposit services.
 *
 * It follows the chain by parent hash, keeps a ticket for each transfer, and credits confirmed ones after checking
 * the receipt again. Any step may be cut off by the end of its process, and is repeated by the next one.
 */
import type { Command, CreditDeposit, Outcome } from '@salar/protocol';
import { buildDepositKey } from '@salar/services/deposits/deposit-tickets';
import type { DepositTables, DepositTicket } from './deposit-tables.ts';
import { confirmationsNeeded } from './simulated-chain.ts';
import type { SimulatedChain, SimulatedTransfer } from './simulated-chain.ts';

export type CreditingWorld = {
  readonly chain: SimulatedChain;
  readonly tables: DepositTables;
  /** Rejects when the writer cannot accept the command, or when its outcome is unknown. */
  readonly submit: (command: Command) => Promise<Outcome>;
  readonly pause: (ms: number) => Promise<void>;
  /** Required confirmations; fewer than the chain promises is a planted fault that the judge must find. */
  readonly confirmations?: number;
  /** Another planted fault: ignores transfers that leave the chain after their credit. */
  readonly forgetsLosses: boolean;
};

const chainId = 1;
const turnPauseMs = 8;
const betweenMs = 0.2;
/** A transfer that is missing for this many blocks counts as lost. */
export const reorgGraceBlocks = 6;

/** Runs for as long as its process lives. */
export async function creditUntilStopped(world: CreditingWorld): Promise<void> {
  for (;;) {
    await world.pause(turnPauseMs);
    follow(world);
    await world.pause(betweenMs);
    for (const ticket of world.tables.tickets.values()) {
      if (isCreditable(ticket, world)) await credit(ticket, world);
      else if (isGone(ticket, world)) await settleMissing(ticket, world);
    }
  }
}

/** Returns the key that makes a transfer's credit happen once. */
function toDepositKey({ txId }: SimulatedTransfer): string {
  return buildDepositKey({ family: 'evm', chainId }, { txId, position: 'native' });
}

function follow({ chain, tables }: CreditingWorld): void {
  let stand = Math.min(tables.blocks.length - 1, chain.height);
  while (stand >= 0 && chain.block(stand)?.hash !== tables.blocks[stand]) stand -= 1;
  if (stand < tables.blocks.length - 1) tables.rewind(stand);
  for (let block = chain.block(stand + 1); block !== null; block = chain.block(block.height + 1)) {
    tables.take(block);
  }
}

/** Also true for a transfer that reappears after it was booked as a loss. */
function isCreditable(ticket: DepositTicket, { tables, confirmations }: CreditingWorld): boolean {
  const { status, block, isReversed } = ticket;
  if ((status !== 'Pending' && !isReversed) || block === null) return false;
  return tables.blocks.length - block.height >= (confirmations ?? confirmationsNeeded);
}

function isGone({ missingSince }: DepositTicket, { tables }: CreditingWorld): boolean {
  return missingSince !== null && missingSince <= tables.blocks.length - 1 - reorgGraceBlocks;
}

async function credit(ticket: DepositTicket, { chain, submit, pause }: CreditingWorld): Promise<void> {
  const { transfer } = ticket;
  const receipt = chain.receipt(transfer.txId);
  if (receipt === null || receipt.block.hash !== ticket.block?.hash) return;
  const outcome = await submit(toCredit(ticket)).catch(() => null);
  if (outcome === null) return; // the next round tries again
  await pause(betweenMs); // a process that dies here credits again
  ticket.status = outcome.ok ? 'FullyProcessed' : 'Rejected';
  ticket.isReversed = false;
  ticket.missingSince = null;
}

/**
 * Fails a transfer that stayed away; if it was credited already, the house carries the loss, and withdrawals of its
 * product stop. The books decide which, because the process may have died before the ticket was updated.
 */
async function settleMissing(ticket: DepositTicket, world: CreditingWorld): Promise<void> {
  const { submit, forgetsLosses } = world;
  const { transfer } = ticket;
  if (forgetsLosses && ticket.status === 'FullyProcessed') {
    ticket.missingSince = null;
    return;
  }
  const outcome = await submit({ type: 'ReverseDeposit', key: toDepositKey(transfer) }).catch(() => null);
  if (outcome === null) return;
  if (outcome.ok) {
    const { productId } = transfer;
    const halt = await submit({ type: 'SetProductHalt', productId, halted: true }).catch(() => null);
    if (halt === null) return;
  }
  if (outcome.ok) ticket.status = 'FullyProcessed';
  else if (ticket.status === 'Pending') ticket.status = 'Failed';
  ticket.isReversed = outcome.ok;
  ticket.missingSince = null;
}

function toCredit({ ticketId, transfer }: DepositTicket): CreditDeposit {
  const { accountId, productId, amount } = transfer;
  return { type: 'CreditDeposit', accountId, productId, amount, key: toDepositKey(transfer), ticketId };
}
