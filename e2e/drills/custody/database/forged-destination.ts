/** A destination of its own among a customer's, with the right MAC, and a withdrawal to it through the running exchange. */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { accountId, formatAmount, millis, productId, ticketId, userId } from '@salar/protocol';
import { computeCodeMac } from '@salar/services/crypto/ticket-macs';
import { DestinationRecords } from '@salar/services/destinations/destination-records';
import { testSeals } from '@salar/testing/test-seals';
import type { AttackedDatabase } from './attacked-database.ts';
import type { DatabaseAttempt } from './attempt.ts';
import { ether, listDestinations, present, requestWithdrawal } from './customer-acts.ts';

const dayMs = 24 * 60 * 60_000;
/** Long ago, so that the receiver is known and its withdrawals have no delay. */
const confirmedDaysAgo = 100;
const paidMsMax = 60_000;

async function forgeDestination(attacked: AttackedDatabase, identifier: string): Promise<string> {
  const { victim } = attacked;
  const id = randomUUID();
  const at = millis(Date.now() - confirmedDaysAgo * dayMs);
  await attacked.forge(async (tx, { rows }) => {
    const [ticket] = await tx.query<{ product: number }>(
      'SELECT product_id AS product FROM withdrawal WHERE user_id = $1 LIMIT 1',
      [victim.userId],
    );
    await new DestinationRecords({ macs: rows, seals: testSeals }).insert(tx, {
      id,
      userId: userId(victim.userId),
      accountId: accountId(victim.accountId),
      productId: productId(present(ticket).product),
      templateType: ether.template,
      name: 'mine',
      identifier,
      codeHash: randomBytes(32),
      codeExpiresAt: at,
      verifiedAt: at,
      createdAt: at,
    });
  });
  return id;
}

/** Writes a mailed code of its own into a ticket. */
async function forgeCode(attacked: AttackedDatabase, ticket: number): Promise<string> {
  const code = randomBytes(32).toString('hex');
  const codeHash = createHash('sha256').update(code).digest();
  await attacked.forge(async (tx, { ticketMac }) => {
    const [row] = await tx.query<{ expiresAt: number }>(
      'SELECT code_expires_at AS "expiresAt" FROM withdrawal WHERE ticket_id = $1',
      [ticket],
    );
    const mac = computeCodeMac(ticketMac, {
      ticketId: ticketId(ticket),
      userId: userId(attacked.victim.userId),
      codeHash,
      expiresAt: present(row).expiresAt,
    });
    await tx.query('UPDATE withdrawal SET code_hash = $2, code_mac = $3 WHERE ticket_id = $1', [
      ticket,
      codeHash,
      mac,
    ]);
  });
  return code;
}

/** Only the acceptance is an operator's: the customer and the address are known ones. */
export const forgedDestination: DatabaseAttempt = {
  tries: "a destination of its own among a customer's, and a withdrawal to it with a code of its own",
  expected: 'listed, and 0.098 ETH once an operator accepts it',
  unreported:
    'the exchange could have written both; the customer has the mail, and the signer counts it for its caps',
  async run(attacked) {
    const { victim } = attacked;
    const to = attacked.newReceiver(attacked.loot);
    const id = await forgeDestination(attacked, to);
    if (!(await listDestinations(victim)).includes(to)) return 'not listed';
    const {
      result,
      refusal,
      ticketId: ticket,
    } = await requestWithdrawal(attacked, victim, {
      AccountWithdrawInfoId: id,
    });
    if (!result) return `refused: ${refusal}`;
    const VerifyCode = await forgeCode(attacked, ticket);
    await victim.api.call('ConfirmWithdraw', { UserId: victim.userId, VerifyCode });
    await attacked.until(async () => (await attacked.status(ticket)) === 'AdminProcessing');
    const accepted = await attacked.operate(attacked.olga, 'withdrawals', 'accept', String(ticket));
    if (accepted !== 'done') return `not accepted: ${accepted}`;
    await attacked.until(async () => (await attacked.sumStolen([to])) > 0n, paidMsMax);
    await attacked.write(`DELETE FROM destination WHERE user_id = ${victim.userId}`);
    const got = formatAmount(await attacked.sumStolen([to]), ether.decimals);
    return `listed, and ${got} ETH once an operator accepts it`;
  },
};
