/** After the kills: is everything that was acknowledged there, once, and did the money arrive? */
import { createPublicClient, erc20Abi, http, parseUnits } from 'viem';
import type { Load } from './load.ts';
import type { TestCustomer } from '../support/customers.ts';

const settleTimeoutMs = 120_000;
const finalStates = new Set([
  'FullyProcessed',
  'Rejected',
  'Failed',
  'Expired',
  'UserCanceled',
  'AdminCanceled',
  'Pending2Fa',
]);

type Ticket = {
  TicketNumber: string;
  RequestCode: string;
  Amount: string;
  FeeAmt: string;
  Status: string;
  TemplateForm?: string;
};

/** @returns one sentence for each thing that is wrong; empty when the books are right */
export async function checkBooks(options: { load: Load; url: string; dataDir: string }): Promise<string[]> {
  const { load, url } = options;
  const failures: string[] = [];
  await load.signInAgain();
  await until('tickets to settle', async () => {
    for (const customer of load.customers) {
      const deposits = await depositsOf(customer, load.usdt);
      const withdrawals = await withdrawalsOf(customer, load.usdt);
      if (
        deposits.some((one) => one.Status !== 'FullyProcessed') ||
        withdrawals.some((one) => !finalStates.has(one.Status))
      )
        return false;
    }
    return true;
  }).catch((error: unknown) => failures.push(String(error)));

  await until(
    'acknowledged deposits to be credited',
    async () => (await missingDeposits(load)).length === 0,
  ).catch(() => undefined);
  failures.push(...(await missingDeposits(load)));
  failures.push(...(await ordersMissing(load)));
  failures.push(...(await withdrawalsWrong(load, url)));
  return failures;
}

async function missingDeposits(load: Load): Promise<string[]> {
  const wrong: string[] = [];
  for (const [index, customer] of load.customers.entries()) {
    const amounts = (await depositsOf(customer, load.usdt)).map((one) => one.Amount);
    for (const deposit of load.ledger.deposits.filter((one) => one.customer === index)) {
      const times = amounts.filter((amount) => amount === deposit.amount).length;
      if (times > 1) wrong.push(`deposit of ${deposit.amount} USDT is there ${times} times`);
      if (times === 0 && deposit.acknowledged)
        wrong.push(`acknowledged deposit of ${deposit.amount} USDT is missing`);
    }
  }
  return wrong;
}

async function ordersMissing(load: Load): Promise<string[]> {
  const wrong: string[] = [];
  for (const [index, customer] of load.customers.entries()) {
    const known: string[] = [];
    for (let start = 0; ; start += 1000) {
      const page = (await customer.api.call('GetOrders', {
        OMSId: 1,
        AccountId: customer.accountId,
        StartIndex: start,
        Limit: 1000,
      })) as {
        OrderId: string;
      }[];
      known.push(...page.map((one) => one.OrderId));
      if (page.length < 1000) break;
    }
    const unique = new Set(known);
    if (unique.size !== known.length) wrong.push(`customer ${index} sees an order twice`);
    const lost = load.ledger.orders.filter((one) => one.customer === index && !unique.has(one.orderId));
    if (lost.length > 0)
      wrong.push(
        `${lost.length} acknowledged orders of customer ${index} are missing, first ${lost[0]?.orderId}`,
      );
  }
  return wrong;
}

async function withdrawalsWrong(load: Load, url: string): Promise<string[]> {
  const wrong: string[] = [];
  const status = (await (await fetch(`${url}/local/status`)).json()) as {
    networks: { name: string; rpcUrl: string; contracts: Record<string, `0x${string}`> }[];
  };
  const chain = status.networks.find((one) => one.name === 'Ethereum (local)');
  if (!chain) return ['/local/status does not name the local chain'];
  const token = chain.contracts['USDT'];
  if (token === undefined) return ['/local/status does not name the USDT contract'];
  const client = createPublicClient({ transport: http(chain.rpcUrl) });
  for (const withdrawal of load.ledger.withdrawals) {
    const customer = load.customers[withdrawal.customer];
    if (!customer) continue;
    const tickets = (await withdrawalsOf(customer, load.usdt)).filter((one) =>
      one.TemplateForm?.includes(withdrawal.receiver),
    );
    if (tickets.length > 1) wrong.push(`withdrawal of ${withdrawal.amount} is there ${tickets.length} times`);
    const ticket = tickets[0];
    if (!ticket) {
      if (withdrawal.requestCode !== null)
        wrong.push(`acknowledged withdrawal ${withdrawal.requestCode} is missing`);
      continue;
    }
    if (withdrawal.confirmed && ticket.Status !== 'FullyProcessed')
      wrong.push(`confirmed withdrawal ${ticket.RequestCode} ended as ${ticket.Status}`);
    const received = await client.readContract({
      address: token,
      abi: erc20Abi,
      functionName: 'balanceOf',
      args: [withdrawal.receiver],
    });
    const expected =
      ticket.Status === 'FullyProcessed' ? parseUnits(ticket.Amount, 6) - parseUnits(ticket.FeeAmt, 6) : 0n;
    if (received !== expected)
      wrong.push(`receiver of ${ticket.RequestCode} holds ${received}, not ${expected}`);
  }
  return wrong;
}

async function depositsOf(customer: TestCustomer, productId: string): Promise<Ticket[]> {
  return ticketsOf(customer, 'GetDepositTickets', productId);
}

async function withdrawalsOf(customer: TestCustomer, productId: string): Promise<Ticket[]> {
  return ticketsOf(customer, 'GetWithdrawTickets', productId);
}

async function ticketsOf(customer: TestCustomer, call: string, productId: string): Promise<Ticket[]> {
  const body = {
    OMSId: 1,
    OperatorId: 1,
    AccountId: customer.accountId,
    ProductId: productId,
    StartIndex: 0,
    Limit: 1000,
  };
  return (await customer.api.call(call, body)) as Ticket[];
}

async function until(what: string, done: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + settleTimeoutMs;
  while (!(await done())) {
    if (Date.now() > deadline) throw new Error(`waited too long for ${what}`);
    await new Promise((next) => setTimeout(next, 500));
  }
}
