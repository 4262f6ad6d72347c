/** Attempts with the keys of the MACs that the next start completes: they change positions in the ledger, and no wallet. */
import { randomUUID } from 'node:crypto';
import { accountId, millis, minor, productId, userId } from '@salar/protocol';
import {
  computeBankEntryMac,
  computeProposalApprovalMac,
  computeProposalMac,
} from '@salar/services/crypto/ticket-macs';
import { sealDeposit } from '@salar/services/deposits/deposit-moves';
import { LevelRecords } from '@salar/services/verification/level-records';
import { ReviewRecords } from '@salar/services/verification/review-records';
import { insertBankEntry } from '@salar/store/tables/operators/bank-entries';
import { decideProposal, insertProposal } from '@salar/store/tables/operators/proposals';
import { insertDeposit } from '@salar/store/tables/tickets/deposits';
import { takeTicketNumber } from '@salar/store/tables/tickets/withdrawals';
import { testSeals } from '@salar/testing/test-seals';
import { registerCustomer, signInCustomer } from '../../../support/customers.ts';
import type { TestCustomer } from '../../../support/customers.ts';
import type { AttackedDatabase } from './attacked-database.ts';
import { recordTransition } from './record-transition.ts';
import type { DatabaseAttempt } from './attempt.ts';
import { balance, level, present } from './customer-acts.ts';

const dayMs = 24 * 60 * 60_000;
const inTheBooksOnly =
  'the books are the exchange’s own; what leaves our wallets by them has the caps of the signer';

/** Holds the customer who gets what is forged. */
let accomplice: TestCustomer | null = null;
/** Holds the customer whose review is forged. */
let reviewed: TestCustomer | null = null;

async function signInAccomplice(attacked: AttackedDatabase): Promise<TestCustomer> {
  return signInCustomer(attacked.url, present(accomplice));
}

const level4: DatabaseAttempt = {
  tries: 'a request for a level that an operator approved',
  expected: 'level 4',
  unreported: inTheBooksOnly,
  async prepare(attacked) {
    const customer = await registerCustomer(attacked.url, 'accomplice', 1);
    accomplice = customer;
    await attacked.forge(async (tx, { rows }) => {
      const records = new LevelRecords(rows);
      const at = millis(Date.now());
      const row = await records.open(tx, { userId: userId(customer.userId), level: 4, at });
      const { requestId } = await records.submit(tx, present(row), at);
      const decision = {
        requestId,
        from: ['Submitted'],
        to: 'Approved',
        comment: null,
        by: 'olga',
        at,
      } as const;
      await records.decide(tx, decision);
    });
  },
  run: async (attacked) => level(await signInAccomplice(attacked)),
};

const review: DatabaseAttempt = {
  tries: 'a review of an identity that the provider approved for a higher level',
  expected: 'level 4',
  unreported: `the provider has no such review; ${inTheBooksOnly}`,
  async prepare(attacked) {
    const customer = await registerCustomer(attacked.url, 'reviewed', 1);
    reviewed = customer;
    const at = millis(Date.now());
    await attacked.forge((tx, { rows }) =>
      new ReviewRecords(rows).store(tx, {
        eventId: 'forged',
        userId: userId(customer.userId),
        level: 4,
        status: 'approved',
        comment: null,
        asOf: at,
        receivedAt: at,
      }),
    );
  },
  run: async (attacked) => level(await signInCustomer(attacked.url, present(reviewed))),
};

const proposal: DatabaseAttempt = {
  tries: 'a gift from the house that two operators agreed on',
  expected: '0.01 ETH more',
  unreported: inTheBooksOnly,
  async prepare(attacked) {
    const { userName } = present(accomplice);
    const terms = {
      amount: '0.01',
      customer: userName,
      from: 'operator-funding',
      product: 'ETH',
      reason: 'y',
    };
    const now = Date.now();
    const values = {
      act: 'adjust',
      params: JSON.stringify(terms), // in the order of the alphabet, as the exchange writes it
      facts: '{}',
      value: minor(1n),
      proposedBy: 'olga',
      proposedAt: now,
      expiresAt: now + dayMs,
    };
    await attacked.forge(async (tx, { ticketMac }) => {
      const seal = (proposalId: number) => computeProposalMac(ticketMac, { ...values, proposalId });
      const row = present(await insertProposal(tx, values, seal));
      const mac = present(row.mac);
      const approval = { proposalMac: mac, decidedBy: 'pablo', decidedAt: now };
      await decideProposal(tx, {
        proposalId: row.proposalId,
        to: 'approved',
        by: 'pablo',
        at: now,
        mac,
        approvalMac: computeProposalApprovalMac(ticketMac, approval),
      });
    });
  },
  run: async (attacked) => `${await balance(await signInAccomplice(attacked))} ETH more`,
};

const bankCredit: DatabaseAttempt = {
  tries: 'a payment by bank of 10,000,000 pesos, with its line of the statement',
  expected: 'FullyProcessed',
  unreported: 'the bank’s own statement has no such line',
  async prepare(attacked) {
    const customer = present(accomplice);
    await attacked.forge(async (tx, { ticketMac }) => {
      const [pesos] = await tx.query<{ providerId: number; productId: number }>(
        `SELECT provider_id AS "providerId", product_id AS "productId" FROM bank_entry LIMIT 1`,
      );
      const { providerId, productId: product } = present(pesos);
      const amount = minor(1_000_000_000n);
      const reference = 'FORGED';
      const at = Date.now();
      const deposit = {
        ticketId: await takeTicketNumber(tx),
        requestCode: randomUUID(),
        key: `bank:${providerId}:${reference}`,
        chainId: 0,
        accountId: accountId(customer.accountId),
        productId: productId(product),
        providerId,
        amount,
        status: 'Confirmed',
        txId: reference,
        position: 'bank',
        fromAddress: '',
        toAddress: '',
        blockHeight: null,
        blockHash: null,
        confirmationsNeeded: 0,
        rejectReason: null,
        createdAt: millis(at),
      } as const;
      const acting = { ticketMacKey: ticketMac, clock: () => at, by: 'operator olga' };
      const transition = sealDeposit(acting, null, deposit, 'Confirmed');
      await insertDeposit({ ...tx, seals: testSeals, changed: () => undefined }, { ...deposit, transition });
      await recordTransition(tx, 'deposit', deposit.ticketId);
      const entry = {
        providerId,
        productId: productId(product),
        kind: 'credit',
        amount,
        reference,
        ticketId: deposit.ticketId,
        operator: 'olga',
        at: Date.now(),
      } as const;
      await insertBankEntry(tx, { ...entry, mac: computeBankEntryMac(ticketMac, entry) });
    });
  },
  async run(attacked) {
    const [row] = await attacked.read<{ status: string }>(
      `SELECT status FROM deposit WHERE tx_id = 'FORGED'`,
    );
    return row?.status ?? 'gone';
  },
};

export const forgedAttemptsAtStart: readonly DatabaseAttempt[] = [level4, review, proposal, bankCredit];
