/**
 * Attempts with the keys of the MACs: a compromised exchange writes rows that are right in every respect, and has them carried
 * out. What leaves our wallets by them is bounded by the caps of the signer.
 */
import { readFileSync } from 'node:fs';
import { accountId, assert, formatAmount, minor, ticketId, userId } from '@salar/protocol';
import { computeTicketMac } from '@salar/services';
import { computeOperatorMac } from '@salar/services/crypto/ticket-macs';
import { computeAddressMac } from '@salar/services/deposits/deposit-addresses';
import { toProvablePasskey } from '@salar/services/passkeys/passkey-proof';
import { sealMove } from '@salar/services/withdrawals/withdrawal-moves';
import { toUncheckedTerms } from '@salar/services/withdrawals/withdrawal-steps';
import { withSeals } from '@salar/store';
import { findNewestAddress } from '@salar/store/tables/chains/deposit-addresses';
import type { AddressRow } from '@salar/store/tables/chains/deposit-addresses';
import { listPasskeys } from '@salar/store/tables/sign-in/passkeys';
import { insertOperator } from '@salar/store/tables/operators/operators';
import { findWithdrawal } from '@salar/store/tables/tickets/withdrawals';
import { testSeals } from '@salar/testing/test-seals';
import type { TestCustomer } from '../../../support/customers.ts';
import { createKey } from '../../../support/operators.ts';
import { chains } from '../drill-policy.ts';
import type { AttackedDatabase } from './attacked-database.ts';
import { recordTransition } from './record-transition.ts';
import type { DatabaseAttempt } from './attempt.ts';
import { addPasskey, balance, sendDeposit, trySignInWithPasskey, withdraw } from './customer-acts.ts';
import { forgedDestination } from './forged-destination.ts';

const etherDecimals = 18;
const ether = 10n ** 18n;
const paidMsMax = 60_000;
/** Why nothing reports a row with the right MAC: it is the row that the exchange itself would have written. */
const isTheExchanges = 'the exchange could have written it';

/** Writes another receiver into a customer's ticket, and that an operator accepted it. */
async function forgeAcceptance(
  attacked: AttackedDatabase,
  ticket: number,
  changes: { readonly destination: string; readonly amount?: bigint },
): Promise<void> {
  await attacked.forge(async (tx, { ticketMac }) => {
    const row = await findWithdrawal(withSeals(tx, testSeals), ticketId(ticket));
    assert(row !== null, `ticket ${ticket} exists`);
    const amount = minor(changes.amount ?? row.amount);
    const terms = toUncheckedTerms({ ...row, destination: changes.destination, amount }, chains.ethereum);
    const acting = { ticketMacKey: ticketMac, clock: Date.now, by: 'operator ana' };
    const { at, step, statusBefore, statusBy, trail, statusMac } = sealMove(
      acting,
      { ...row, amount },
      'Accepted',
    );
    await tx.query(
      `UPDATE withdrawal SET destination = $2, amount = $3, mac = $4, status = 'Accepted', updated_at = $5, step = $6,
         status_before = $7, status_by = $8, trail = $9, status_mac = $10
       WHERE ticket_id = $1`,
      [
        ticket,
        terms.destination,
        amount,
        computeTicketMac(ticketMac, terms),
        at,
        step,
        statusBefore,
        statusBy,
        trail,
        statusMac,
      ],
    );
    await recordTransition(tx, 'withdrawal', row.ticketId);
  });
}

const payments: readonly DatabaseAttempt[] = [
  {
    tries: "a customer's ticket with its own receiver, and accepted",
    expected: '0.098 ETH, which is the withdrawal without its fee',
    unreported: 'the customer and an operator could have wanted it; the signer counts it for its caps',
    async run(attacked) {
      const { ticketId: ticket } = await withdraw(attacked, attacked.victim);
      await forgeAcceptance(attacked, ticket, { destination: attacked.newReceiver(attacked.loot) });
      await attacked.until(async () => (await attacked.sumStolen(attacked.loot)) > 0n, paidMsMax);
      const got = formatAmount(await attacked.sumStolen(attacked.loot), etherDecimals);
      return `${got} ETH, which is the withdrawal without its fee`;
    },
  },
  {
    tries: "5,000 ETH by a customer's ticket, and accepted",
    expected: 'AdminProcessing',
    alert: 'the money that is held for a withdrawal is not that of its ticket',
    async run(attacked) {
      const { ticketId: ticket } = await withdraw(attacked, attacked.thief);
      const destination = attacked.newReceiver(attacked.loot);
      await forgeAcceptance(attacked, ticket, { destination, amount: 5_000n * ether });
      await attacked.settle();
      return attacked.status(ticket);
    },
  },
  {
    tries: 'its own account at the deposit address of a customer',
    expected: 'credited with what the customer sent',
    unreported: `${isTheExchanges}; the customer misses the deposit`,
    async run(attacked) {
      const { victim, thief } = attacked;
      const row = await attacked.forge((tx) =>
        findNewestAddress(tx, { accountId: accountId(victim.accountId), family: 'evm', firstIndex: 1 }),
      );
      assert(row !== null, 'the customer has an address');
      await giveAddress(attacked, row, thief);
      const before = Number(await balance(thief));
      await sendDeposit(victim, row.address);
      await attacked.until(async () => Number(await balance(thief)) > before, paidMsMax);
      await giveAddress(attacked, row, victim);
      return 'credited with what the customer sent';
    },
  },
];

/** Moves a deposit address to another customer. */
async function giveAddress(
  attacked: AttackedDatabase,
  { family, index, address }: AddressRow,
  to: Pick<TestCustomer, 'accountId'>,
): Promise<void> {
  const owned = { family, index, address, accountId: accountId(to.accountId) };
  await attacked.forge(async (tx, { addressMac }) => {
    await tx.query('UPDATE deposit_address SET account_id = $3, mac = $4 WHERE family = $1 AND index = $2', [
      family,
      index,
      to.accountId,
      computeAddressMac(addressMac, owned),
    ]);
  });
}

const access: readonly DatabaseAttempt[] = [
  forgedDestination,
  {
    tries: "its own passkey in a customer's name",
    expected: 'signed in',
    unreported: `${isTheExchanges}; the signer counts a passkey a day after it was registered`,
    async run(attacked) {
      const passkey = await addPasskey(attacked, attacked.thief);
      const { victim, thief } = attacked;
      await attacked.forge(async (tx, { rows }) => {
        for (const row of await listPasskeys(tx, userId(thief.userId))) {
          const mac = rows.compute(toProvablePasskey({ ...row, userId: userId(victim.userId) }));
          await tx.query('UPDATE passkey SET user_id = $2, mac = $3 WHERE passkey_id = $1', [
            row.passkeyId,
            victim.userId,
            mac,
          ]);
        }
      });
      const outcome = await trySignInWithPasskey(attacked, passkey);
      await attacked.write(`DELETE FROM passkey WHERE user_id = ${victim.userId}`);
      return outcome;
    },
  },
  {
    tries: 'an operator of its own',
    expected: 'done',
    unreported: `${isTheExchanges}; operators see the name in their list`,
    async run(attacked) {
      const key = await createKey('trudy');
      const operator = {
        name: 'trudy',
        role: 'admin',
        userId: null,
        publicKey: readFileSync(`${key}.pub`, 'utf8').trim(),
        version: 1,
        createdAt: Date.now(),
      } as const;
      const none = { secretHash: null, totpSecret: null, totpStep: null, removedAt: null };
      await attacked.forge(async (tx, { ticketMac }) => {
        await insertOperator(tx, {
          ...operator,
          mac: computeOperatorMac(ticketMac, { ...operator, ...none }),
        });
      });
      const outcome = await attacked.operate(`trudy:${key}`, 'operator', 'list');
      await attacked.write(`DELETE FROM operator WHERE name = 'trudy'`);
      return outcome;
    },
  },
];

/** The attempts of this file, in the order in which they do not disturb each other. */
export const forgedAttempts: readonly DatabaseAttempt[] = [...payments, ...access];
