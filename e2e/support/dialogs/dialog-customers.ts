/** Creates the customers for whom the dialogs open. */
import { seedDemoCustomer } from '../seed-demo-customer.ts';
import { registerCustomer, signInCustomer } from '../customers.ts';
import type { TestCustomer } from '../customers.ts';
import { enableSecondFactor } from '../second-factor.ts';

export type DialogCustomers = {
  /** Has money, saved destinations, a pending withdrawal and orders in the book. */
  readonly demo: TestCustomer;
  /** Has nothing yet, and is signed in on two devices. */
  readonly newcomer: TestCustomer;
  /** Has level 1 and an API key. */
  readonly programmer: TestCustomer;
  /** Has a second factor. */
  readonly careful: TestCustomer;
};

/** Prices far below the market, so that the orders rest. */
const restingPrices = ['12001', '12002'];

export async function createDialogCustomers(url: string): Promise<DialogCustomers> {
  const demo = await signInCustomer(url, { userName: 'demo', email: '', password: 'Demo-2026!' });
  await seedDemoCustomer(demo);
  await restOrders(demo);
  const newcomer = await registerCustomer(url, `nuevo${Date.now()}`, 0);
  await signInCustomer(url, newcomer);
  const programmer = await registerCustomer(url, `keys${Date.now()}`, 1);
  await programmer.api.call('AddUserAPIKey', { Permissions: ['Trading'], IpWhiteList: '203.0.113.9' });
  const careful = await registerCustomer(url, `careful${Date.now()}`, 0);
  await enableSecondFactor(careful);
  return { demo, newcomer, programmer, careful };
}

/** Places orders until two rest in the book. */
async function restOrders({ api, accountId }: TestCustomer): Promise<void> {
  const own = { OMSId: 1, AccountId: accountId };
  const open = (await api.call('GetOpenOrders', own)) as unknown[];
  for (const LimitPrice of restingPrices.slice(open.length)) {
    const order = { InstrumentId: 1, Side: 0, OrderType: 2, Quantity: '0.001', LimitPrice };
    await api.call('SendOrder', { ...own, ...order });
  }
}
