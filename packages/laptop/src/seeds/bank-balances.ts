/**
 * Opening balances of the laptop's bank accounts: more than its market and demo customer were given, so that the
 * books balance.
 */
import { assert, houseAccounts, minor } from '@salar/protocol';
import type { OperatorServiceOptions } from '@salar/services/operator/operator-service';
import { bookBankDeposit } from '@salar/services/operator/bank-deposits';
import { describeOperator } from '@salar/services/tickets/actors';
import { findBankEntry } from '@salar/store/tables/operators/bank-entries';

const reference = 'opening';

/** Minor units by provider. */
const openings = {
  COP_FIAT_BANK: minor(12_000_000_000n * 100n),
  BRL_FIAT_PIX: minor(12_000_000n * 100n),
} as const;

/** Books the opening balances, once. */
export async function seedBankBalances(
  context: Pick<
    OperatorServiceOptions,
    'database' | 'ledger' | 'providers' | 'clock' | 'log' | 'ticketMacKey'
  >,
): Promise<void> {
  const acting = { ...context, by: describeOperator({ operator: 'local profile', proposalId: null }) };
  for (const [name, amount] of Object.entries(openings)) {
    const provider = context.providers.find((candidate) => candidate.name === name);
    if (provider === undefined) continue;
    const { providerId, productId } = provider;
    if ((await findBankEntry(context.database, providerId, reference)) !== null) continue;
    const booked = await bookBankDeposit(acting, {
      accountId: houseAccounts.operatorFunding,
      productId,
      providerId,
      amount,
      reference,
      kind: 'funding',
      operator: 'local profile',
    });
    assert(booked.ok, `the opening balance of ${name} can be booked`);
  }
}
