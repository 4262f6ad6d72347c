/** After the kills: is everything that was acknowledged there, once, and did the money arrive? */
import { createPublicClient, erc20Abi, formatUnits, http, parseUnits } from 'viem';
import type { Address } from 'viem';
import { network } from './load.ts';
import type { Load } from './load.ts';

const settleTimeoutMs = 120_000;
const finalStates = new Set([
  'FullyProcessed',
  'Rejected',
  'Failed',
  'Expired',
  'UserCanceled',
  'AdminCanceled',
  'Pending2Fa', // nobody asked for its confirmation: its request was never answered
]);

type Ticket = {
  RequestCode: string;
  Amount: string;
  FeeAmt: string;
  Status: string;
  TemplateForm?: string;
};
type Tickets = { readonly deposits: readonly Ticket[]; readonly withdrawals: readonly Ticket[] };

/** @returns one sentence for each thing that is wrong; empty when the books are right */
export async function checkBooks(load: Load, url: string): Promise<string[]> {
  const tickets = await settledTickets(load);
  return [
    ...load.ledger.faults.map((fault) => `an answer that must not be: ${fault}`),
    ...load.unconfirmed().map((one) => `the mail to confirm withdrawal ${one.requestCode} never came`),
    ...tickets.flatMap((_, i) => unsettled(i, tickets)),
    ...tickets.flatMap((_, i) => depositsWrong(load, i, tickets)),
    ...(await Promise.all(load.customers.map((_, i) => ordersWrong(load, i)))).flat(),
    ...(await moneyWrong(load, url, tickets)),
  ];
}

/** Everybody's tickets, as soon as none is on its way any more and every deposit that must come has come. */
async function settledTickets(load: Load): Promise<readonly Tickets[]> {
  const deadline = Date.now() + settleTimeoutMs;
  for (;;) {
    const tickets = await Promise.all(load.customers.map((_, i) => ticketsOf(load, i)));
    const isDone = tickets.every(
      (_, i) => unsettled(i, tickets).length === 0 && depositsWrong(load, i, tickets).length === 0,
    );
    if (isDone || Date.now() > deadline) return tickets;
    await new Promise((next) => setTimeout(next, 500));
  }
}

async function ticketsOf(load: Load, i: number): Promise<Tickets> {
  const deposits = await load.patiently(i, () => load.tickets<Ticket>(i, 'GetDepositTickets'));
  const withdrawals = await load.patiently(i, () => load.tickets<Ticket>(i, 'GetWithdrawTickets'));
  return { deposits: deposits.value, withdrawals: withdrawals.value };
}

function unsettled(i: number, tickets: readonly Tickets[]): string[] {
  const { deposits = [], withdrawals = [] } = tickets[i] ?? {};
  return [
    ...deposits.filter((one) => one.Status !== 'FullyProcessed'),
    ...withdrawals.filter((one) => !finalStates.has(one.Status)),
  ].map((one) => `ticket ${one.RequestCode} of customer ${i} stays ${one.Status}`);
}

function depositsWrong(load: Load, i: number, tickets: readonly Tickets[]): string[] {
  const amounts = (tickets[i]?.deposits ?? []).map((one) => one.Amount);
  return load.ledger.deposits
    .filter((one) => one.customer === i)
    .flatMap((deposit) => {
      const times = amounts.filter((amount) => Number(amount) === Number(deposit.amount)).length;
      if (times > 1) return [`the deposit of ${deposit.amount} USDT is there ${times} times`];
      const isMissing = times === 0 && deposit.isAcknowledged;
      return isMissing ? [`the acknowledged deposit of ${deposit.amount} USDT is missing`] : [];
    });
}

async function ordersWrong(load: Load, i: number): Promise<string[]> {
  const orderOf = new Map<number, string>();
  const known = new Set<string>();
  const wrong: string[] = [];
  const { api, accountId } = load.customer(i);
  for (let StartIndex = 0, isMore = true; isMore; StartIndex += 1000) {
    const request = { OMSId: 1, AccountId: accountId, StartIndex, Limit: 1000 };
    const { value } = await load.patiently(i, () => api.call('GetOrders', request));
    const page = value as { OrderId: string; ClientOrderId: string }[];
    for (const { OrderId, ClientOrderId } of page) {
      if (known.has(OrderId)) wrong.push(`customer ${i} sees order ${OrderId} twice`);
      if (orderOf.has(Number(ClientOrderId)))
        wrong.push(`order ${ClientOrderId} of customer ${i} was placed twice`);
      known.add(OrderId);
      orderOf.set(Number(ClientOrderId), OrderId);
    }
    isMore = page.length === 1000;
  }
  const lost = load.ledger.orders.filter(
    (one) => one.customer === i && orderOf.get(one.clientOrderId) !== one.orderId,
  );
  if (lost.length > 0)
    wrong.push(`${lost.length} acknowledged orders of customer ${i} are missing, first ${lost[0]?.orderId}`);
  return wrong;
}

/** The chain against the tickets: what came to each customer's address, and what went to each receiver. */
async function moneyWrong(load: Load, url: string, tickets: readonly Tickets[]): Promise<string[]> {
  const balanceOf = await balances(url);
  const wrong: string[] = [];
  for (const [i, { deposits }] of tickets.entries()) {
    const sum = deposits.reduce((total, one) => total + parseUnits(one.Amount, 6), 0n);
    const onChain = await balanceOf(load.addresses[i] as Address);
    if (onChain !== sum)
      wrong.push(
        `customer ${i} was sent ${formatUnits(onChain, 6)} and credited ${formatUnits(sum, 6)} USDT`,
      );
  }
  for (const withdrawal of load.ledger.withdrawals) {
    const found = (tickets[withdrawal.customer]?.withdrawals ?? []).filter((one) =>
      one.TemplateForm?.includes(withdrawal.receiver),
    );
    if (found.length > 1) wrong.push(`the withdrawal of ${withdrawal.amount} is there ${found.length} times`);
    const [ticket] = found;
    if (!ticket && withdrawal.requestCode !== null)
      wrong.push(`the acknowledged withdrawal ${withdrawal.requestCode} is missing`);
    if (!ticket) continue;
    if (withdrawal.isConfirmed && ticket.Status !== 'FullyProcessed')
      wrong.push(`the confirmed withdrawal ${ticket.RequestCode} ended as ${ticket.Status}`);
    const isPaid = ticket.Status === 'FullyProcessed';
    const expected = isPaid ? parseUnits(ticket.Amount, 6) - parseUnits(ticket.FeeAmt, 6) : 0n;
    const received = await balanceOf(withdrawal.receiver);
    if (received !== expected)
      wrong.push(`the receiver of ${ticket.RequestCode} holds ${received}, not ${expected}`);
  }
  return wrong;
}

async function balances(url: string): Promise<(address: Address) => Promise<bigint>> {
  const status = (await (await fetch(`${url}/local/status`)).json()) as {
    networks: { name: string; rpcUrl: string; contracts: Record<string, Address> }[];
  };
  const chain = status.networks.find((one) => one.name === network);
  const token = chain?.contracts['USDT'];
  if (chain === undefined || token === undefined) throw new Error('/local/status does not name USDT');
  const client = createPublicClient({ transport: http(chain.rpcUrl) });
  return (address) =>
    client.readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [address] });
}
