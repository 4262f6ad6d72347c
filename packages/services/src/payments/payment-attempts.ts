/** Signed forms of a payment: stored, sent, found in a block, and whether they paid what was promised. */
import { assert, assertNever } from '@salar/protocol';
import type { TicketId } from '@salar/protocol';
import { insertPlannedAttempt } from '@salar/store/tables/chains/planned-payments';
import type { PlannedAttemptRow } from '@salar/store/tables/chains/planned-payments';
import { moveWithdrawal } from '@salar/store/tables/tickets/withdrawals';
import type { WithdrawalRow } from '@salar/store/tables/tickets/withdrawals';
import type { ChainReader, ChainReceipt } from '../ports/chain-client.ts';
import { listStatesBefore } from '../withdrawals/transitions.ts';
import type { StepContext } from '../withdrawals/withdrawal-steps.ts';

/** The signed form that stands in a block, with what the block says of it; null while none does. */
export async function minedAttempt<A extends { readonly hash: string }>(
  client: Pick<ChainReader, 'receipt'>,
  attempts: readonly A[],
): Promise<{ readonly attempt: A; readonly receipt: ChainReceipt } | null> {
  for (const attempt of attempts) {
    const receipt = await client.receipt(attempt.hash);
    if (receipt !== null) return { attempt, receipt };
  }
  return null;
}

/** Sends signed bytes. False when the node does not take them now. */
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
      log.warn({ ticketId, reason: answer.reason }, 'the node does not take a payment now');
      return false;
    default:
      return assertNever(answer);
  }
}

/** Successful, and exactly the promised value went from our wallet to the promised address. */
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

/** Plan, signed bytes and status become durable together, before anybody else sees the bytes. */
export async function storePlannedAttempt(
  { database, clock }: Pick<StepContext, 'database' | 'clock'>,
  attempt: PlannedAttemptRow,
): Promise<void> {
  const { ticketId, hash } = attempt;
  await database.transaction(async (tx) => {
    await insertPlannedAttempt(tx, attempt, clock());
    const from = [...listStatesBefore('Submitted'), 'Submitted'];
    const moved = await moveWithdrawal(tx, { ticketId, from, to: 'Submitted', txId: hash, at: clock() });
    assert(moved !== null, `withdraw ticket ${ticketId} is being processed when its payment is stored`);
  });
}
