/** Statement lines of the bank: customers' money, our own, and charges. */
import { formatAmount, houseAccounts } from '@salar/protocol';
import type { AccountId, Minor, UserId } from '@salar/protocol';
import type { ProductDefinition } from '@salar/engine';
import {
  sumBankDepositsSince,
  findBankEntry,
  listBankEntries,
} from '@salar/store/tables/operators/bank-entries';
import type { BankProvider } from '../../tickets/networks.ts';
import { bookBankCost } from '../bank-costs.ts';
import { bookBankDeposit } from '../bank-deposits.ts';
import { describeOperator } from '../../tickets/actors.ts';
import { refuseAct } from '../act.ts';
import type { ActContext, ChangeAct, ActDetails, ActRefused, Params, ReadAct } from '../act.ts';
import {
  formatProductAmount,
  spellProductAmount,
  findProduct,
  findProvider,
  readAmount,
  readBankProvider,
  readCustomer,
  formatTime,
  computeWorth,
  formatWorth,
} from '../act-format.ts';
import { addWorths, checkSingleBooking } from './single-decision.ts';
import { describeEvidence, findEvidence } from '../../statements/statement-records.ts';

const rowsMax = 200;
const dayMs = 24 * 60 * 60_000;
/** As long as any bank's reference, and one word, so that it identifies one statement line. */
const referencePattern = /^[\w./:-]{1,64}$/;

type Movement = {
  readonly provider: BankProvider;
  readonly product: ProductDefinition;
  readonly amount: Minor;
  readonly reference: string;
};

export const creditFromBank = statementAct({
  async owner(context, { customer = '' }) {
    const found = await readCustomer(context, customer);
    if (!found.ok) return found;
    const { userName, accountId, userId } = found.value;
    return { ok: true, accountId, userId, details: { customer: `${userName} (account ${accountId})` } };
  },
  kind: 'credit',
  text: 'the customer has the money',
});

export const fundFromBank = statementAct({
  owner: () =>
    Promise.resolve({
      ok: true,
      accountId: houseAccounts.operatorFunding,
      userId: null,
      details: { for: "the operator's own funds" },
    }),
  kind: 'funding',
  text: "the operator's funds hold it",
});

type Owner = {
  readonly ok: true;
  readonly accountId: AccountId;
  readonly userId: UserId | null;
  readonly details: ActDetails;
};

/** Creates an act that books money received on a bank account: credited once, under the bank's reference. */
function statementAct(kind: {
  readonly owner: (context: ActContext, params: Params) => Promise<Owner | ActRefused>;
  readonly kind: 'credit' | 'funding';
  readonly text: string;
}): ChangeAct {
  return {
    kind: 'change',
    async check(context, params, { name }) {
      const movement = readMovement(context, params);
      if (!movement.ok) return movement;
      const owner = await kind.owner(context, params);
      if (!owner.ok) return owner;
      const { provider, product, amount, reference } = movement.value;
      const known = await findBankEntry(context.database, provider.providerId, reference);
      if (known !== null) return refuseUsedReference(reference);
      const value = await computeWorth(context, product.productId, amount);
      // The operator's own money is not a customer's credit: giving it to customers takes two operators.
      const isCredit = kind.kind === 'credit';
      const ofDay = isCredit ? await computeWorthOfDay(context, owner.accountId, value) : value;
      const alone = await checkSingleBooking(context, { operator: name, value });
      const evidence = await findEvidence(context, toReported(movement.value, amount));
      return {
        ok: true,
        object: `bank ${provider.name} ${reference}`,
        details: {
          ...owner.details,
          ...(await describeMovement(context, movement.value)),
          ...describeEvidence(evidence),
          ...(isCredit ? { 'worth with the last 24 hours': formatWorth(ofDay) } : {}),
          ...alone.details,
        },
        needsTwo:
          alone.needsTwo ||
          evidence === 'not_on_statement' ||
          ofDay === null ||
          ofDay > context.limits.bankCreditAlone,
        value,
        owner: owner.userId,
      };
    },
    async run(context, params, execution) {
      const { operator } = execution;
      const movement = readMovement(context, params);
      if (!movement.ok) return movement;
      const owner = await kind.owner(context, params);
      if (!owner.ok) return owner;
      const { provider, product, amount, reference } = movement.value;
      const acting = { ...context, by: describeOperator(execution) };
      const booked = await bookBankDeposit(acting, {
        accountId: owner.accountId,
        productId: product.productId,
        providerId: provider.providerId,
        amount,
        reference,
        kind: kind.kind,
        operator,
      });
      if (!booked.ok)
        return booked.refusal === 'reference_used'
          ? refuseUsedReference(reference)
          : refuseAct('not_possible', `the ledger refused it: ${booked.refusal}`);
      const money = formatProductAmount(context, product.productId, amount);
      return { ok: true, text: `${money} is booked as deposit ${booked.value}: ${kind.text}.` };
    },
  };
}

/** Adds everything booked for the account by bank within 24 hours, so that a sum in small parts counts as that sum. */
async function computeWorthOfDay(
  context: ActContext,
  accountId: AccountId,
  value: Minor | null,
): Promise<Minor | null> {
  const since = context.clock() - dayMs;
  const booked = await sumBankDepositsSince(context.database, { accountId, since });
  return addWorths(context, value, booked);
}

/** Books a bank charge: the house's cost lowers custody, as the bank lowered the account. */
export const bankCost: ChangeAct = {
  kind: 'change',
  async check(context, params, { name }) {
    const movement = readMovement(context, params);
    if (!movement.ok) return movement;
    const { provider, product, amount, reference } = movement.value;
    const known = await findBankEntry(context.database, provider.providerId, reference);
    if (known !== null) return refuseUsedReference(reference);
    const value = await computeWorth(context, product.productId, amount);
    const alone = await checkSingleBooking(context, { operator: name, value });
    const evidence = await findEvidence(context, toReported(movement.value, 0n - amount));
    return {
      ok: true,
      object: `bank ${provider.name} ${reference}`,
      details: {
        ...(await describeMovement(context, movement.value)),
        ...describeEvidence(evidence),
        ...alone.details,
      },
      needsTwo:
        alone.needsTwo ||
        evidence === 'not_on_statement' ||
        value === null ||
        value > context.limits.bankCreditAlone,
      value,
      owner: null,
    };
  },
  async run(context, params, { operator }) {
    const movement = readMovement(context, params);
    if (!movement.ok) return movement;
    const { provider, product, amount, reference } = movement.value;
    const { productId } = product;
    const { providerId } = provider;
    const booked = await bookBankCost(context, { providerId, productId, amount, reference, operator });
    if (!booked.ok) return refuseUsedReference(reference);
    return {
      ok: true,
      text: `${formatProductAmount(context, productId, amount)} is booked as a cost of the house.`,
    };
  },
};

export const listBankMovements: ReadAct = {
  kind: 'read',
  object: () => null,
  async read(context, { provider }) {
    const bank = provider === undefined ? null : readBankProvider(context, provider);
    if (bank !== null && !bank.ok) return bank;
    const providerId = bank?.value.providerId ?? null;
    const entries = await listBankEntries(context.database, { providerId, limit: rowsMax });
    return {
      ok: true,
      text: 'Movements of our bank accounts, newest first; the balance is of all accounts in the product.',
      rows: entries.map((entry) => {
        const { decimals, symbol } = findProduct(context, entry.productId);
        return {
          at: formatTime(entry.at),
          provider: findProvider(context, entry.providerId).name,
          kind: entry.kind,
          product: symbol,
          amount: formatAmount(entry.amount, decimals),
          balance: formatAmount(entry.balance, decimals),
          reference: entry.reference,
          ticket: entry.ticketId === null ? '' : String(entry.ticketId),
          operator: entry.operator,
        };
      }),
    };
  },
};

function readMovement(context: ActContext, params: Params): { ok: true; value: Movement } | ActRefused {
  const { provider = '', amount = '', reference = '' } = params;
  const bank = readBankProvider(context, provider);
  if (!bank.ok) return bank;
  const product = findProduct(context, bank.value.productId);
  const money = readAmount(amount, product);
  if (!money.ok) return money;
  if (!referencePattern.test(reference))
    return refuseAct('params_wrong', 'a reference is up to 64 letters, digits and . / : _ - without blanks');
  return { ok: true, value: { provider: bank.value, product, amount: money.value, reference } };
}

/** @param amount  above zero for what came in */
function toReported({ provider, reference }: Movement, amount: bigint) {
  return { providerId: provider.providerId, amount, reference, ticketId: null, isBooked: false };
}

async function describeMovement(
  context: ActContext,
  { provider, product, amount, reference }: Movement,
): Promise<ActDetails> {
  return {
    by: `${provider.displayName} (${provider.name})`,
    amount: formatProductAmount(context, product.productId, amount),
    'amount in words': spellProductAmount(context, product.productId, amount),
    worth: formatWorth(await computeWorth(context, product.productId, amount)),
    "the bank's reference": reference,
  };
}

function refuseUsedReference(reference: string): ActRefused {
  return refuseAct('reference_used', `the bank's reference ${reference} was used before: nothing was done`);
}
