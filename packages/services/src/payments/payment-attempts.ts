/** Signed attempts of a payment: stored, sent, found in a block, and checked against the promised amount. */
import { assertNever } from '@salar/protocol';
import type { TicketId } from '@salar/protocol';
import { insertPlannedAttempt } from '@salar/store/tables/chains/planned-payments';
import type { PlannedAttemptRow } from '@salar/store/tables/chains/planned-payments';
import type { WithdrawalRow } from '@salar/store/tables/tickets/withdrawals';
import type { ChainReader, ChainReceipt } from '../ports/chain-client.ts';
import { moveToSubmitted } from '../withdrawals/withdrawal-moves.ts';
import type { ActingContext, StepContext } from '../withdrawals/withdrawal-steps.ts';

/** Finds the attempt that is in a block, with its receipt; null while none is. */
export async function minedAttempt<A extends { readonly hash: string }>(
  client: Pick<ChainReader, 'receipt'>,
  attempts: readonly A[],
): Promise<{ readonly attempt: A; readonly receipt: ChainReceipt } | null> {
  for (const attempt of attempts) {
    const receipt = await client.receipt(attempt.hash, { isUntraced: true });
    if (receipt !== null) return { attempt, receipt };
  }
  return null;
}

/** The money stays held, and no other payment is signed, until the nodes agree or an operator decides. */
export const oneNodeAlert = 'ALERT: the second node does not confirm that a payment was not made';

/** Sends signed bytes. @returns false when the node refuses them now */
export async function sendAttempt(
  { client, log }: { readonly client: Pick<ChainReader, 'broadcast'>; readonly log: StepContext['log'] },
  { ticketId, raw }: { readonly ticketId: TicketId; readonly raw: string },
): Promise<boolean> {
  const answer = await client.broadcast(raw);
  switch (answer.kind) {
    case 'sent':
    case 'known':
    case 'nonce_used':
      return true;
    case 'refused':
      log.warn({ ticketId, reason: answer.reason }, 'the node refused a payment');
      return false;
    default:
      return assertNever(answer);
  }
}

/** Returns true when the transaction succeeded and paid exactly the promised amount from our wallet to the address. */
export function isPaidFrom(hotAddress: string, row: WithdrawalRow, receipt: ChainReceipt): boolean {
  const net = row.amount - row.fee;
  return (
    receipt.succeeded &&
    receipt.transfers.some(
      (transfer) =>
        transfer.from === hotAddress &&
        transfer.to === row.destination &&
        transfer.productId === row.productId &&
        (transfer.sent ?? transfer.amount) === net,
    )
  );
}

/** Stores plan, signed bytes and status in one transaction, before the bytes are sent anywhere. */
export async function storePlannedAttempt(
  context: Pick<ActingContext, 'database' | 'clock' | 'ticketMacKey' | 'by'>,
  attempt: PlannedAttemptRow,
): Promise<void> {
  const { database, clock } = context;
  const { ticketId, hash } = attempt;
  await database.transaction(async (tx) => {
    await insertPlannedAttempt(tx, attempt, clock());
    await moveToSubmitted({ ...context, database: tx }, ticketId, hash);
  });
}
