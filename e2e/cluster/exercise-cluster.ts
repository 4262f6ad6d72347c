/** The run within the namespaces: the cluster is started, used, disturbed, checked after each fault, and stopped. */
import { Authenticator } from '../support/authenticator.ts';
import { signInCustomer } from '../support/customers.ts';
import type { TestCustomer } from '../support/customers.ts';
import { list, readBalances, signInWithCode, until } from '../drills/carry-over/customer-actions.ts';
import { readExpected } from '../drills/carry-over/fixture.ts';
import { PairClient } from '../torture/pair-client.ts';
import type { Pace } from '../torture/pair-client.ts';
import { fillBooks, verifyBooks } from './books.ts';
import { Cluster } from './cluster.ts';
import { faults } from './faults.ts';
import type { FaultKind } from './faults.ts';
import { formatWaits } from './report.ts';

/** Below the rate limits of production. */
const pace: Pace = { ordersAtOnce: 3, betweenMs: 300, retryMs: 100 };
/** Above the client order ids of the books that the cluster starts with. */
const firstId = 1_000_000;

type Options = {
  readonly dir: string;
  readonly exchanges: number;
  /** The faults in their order. */
  readonly kinds: readonly FaultKind[];
};

/** @returns a sentence for each failure */
export async function exerciseCluster({ dir, exchanges, kinds }: Options): Promise<readonly string[]> {
  const failures: string[] = [];
  const waits = new Map<FaultKind, number[]>();
  const began = performance.now();
  const hasSmallDisks = kinds.includes('disk-full');
  try {
    const cluster = await Cluster.start({ dir, exchanges, hasSmallDisks });
    console.log(`PostgreSQL runs on three machines after ${seconds(began)}`);
    await fillBooks(cluster, dir);
    await cluster.startExchanges();
    await cluster.untilHealthy();
    console.log(`${exchanges} exchanges run after ${seconds(began)}`);
    const client = await PairClient.signIn(cluster.urls as [string, ...string[]], {
      firstId,
      who: readExpected().ana,
      pace,
    });
    await makeJourney(cluster.urls);
    console.log('two customers have traded');
    client.start();
    for (const [index, kind] of kinds.entries()) {
      const fail = (sentence: string) => {
        console.log(`   wrong: ${sentence}`);
        failures.push(`${index + 1}, ${kind}: ${sentence}`);
      };
      const since = client.nextId;
      const waitedMs = await faults[kind].run({ cluster, client, fail });
      waits.set(kind, [...(waits.get(kind) ?? []), waitedMs]);
      const faultEnd = performance.now();
      await cluster.untilHealthy();
      for (const wrong of await client.ordersWrong(since)) fail(wrong);
      const differences = verifyBooks(cluster);
      if (differences !== null) fail(`npm run verify: ${differences}`);
      console.log(
        `${index + 1}: ${faults[kind].about}: next order after ${(waitedMs / 1000).toFixed(2)} s, ` +
          `whole and verified ${seconds(faultEnd)} later`,
      );
    }
    await client.stop();
    failures.push(...client.faults, ...(await client.ordersWrong()));
    console.log(
      `${client.acknowledged.size} orders acknowledged; exchanges ended by themselves and came back: ${cluster.countOwnEnds()}`,
    );
    const codes = await cluster.stopExchanges();
    if (codes.some((code) => code !== 0)) failures.push(`the exchanges stopped with ${codes.join(', ')}`);
    const differences = verifyBooks(cluster);
    if (differences !== null) failures.push(`npm run verify after the stop: ${differences}`);
  } catch (error) {
    failures.push(`broke off: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  }
  if (waits.size > 0) console.log(`\n${formatWaits(waits)}\n`);
  const where = hasSmallDisks ? 'in memory, so that disks can be filled' : 'on the disk of this machine';
  console.log(`${kinds.length} faults in ${seconds(began)}; the files of PostgreSQL were ${where}`);
  return failures;
}

/** Two customers sign in by different machines and trade with each other. @throws when they cannot */
async function makeJourney(urls: readonly string[]): Promise<void> {
  const [url = '', otherUrl = ''] = urls;
  const { ana, bruno } = readExpected();
  const seller = await signInWithCode(url, bruno, new Authenticator(bruno.totpSecret));
  const buyer = await signInCustomer(otherUrl, ana);
  const before = await readBalances(seller);
  for (const [customer, Side] of [
    [seller, 1],
    [buyer, 0],
  ] as const)
    await placeOrder(customer, Side);
  await until('the sale', async () => {
    const after = await readBalances(seller);
    return after['ETH'] !== before['ETH'] && after['USDT'] !== before['USDT'] ? true : null;
  });
}

async function placeOrder(customer: TestCustomer, Side: 0 | 1): Promise<void> {
  const instruments = await list(customer, 'GetInstruments');
  const { InstrumentId } = instruments.find((one) => one['Symbol'] === 'ETHUSDT') ?? {};
  const order = { OrderType: 2, TimeInForce: 1, Side, Quantity: '0.01', LimitPrice: '2500', InstrumentId };
  const answer = await customer.api.call('SendOrder', { OMSId: 1, AccountId: customer.accountId, ...order });
  if ((answer as { readonly status?: string }).status !== 'Accepted')
    throw new Error(`an order was answered with ${JSON.stringify(answer)}`);
}

function seconds(since: number): string {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`;
}
