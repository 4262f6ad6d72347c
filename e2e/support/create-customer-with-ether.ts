/** Creates customers for trading programs, with ether from the local network. */
import { expect } from '@playwright/test';
import { registerCustomer } from './customers.ts';
import type { TestCustomer } from './customers.ts';

/** Creates a verified customer who has deposited `amount` ether. */
export async function createCustomerWithEther(
  url: string,
  name: string,
  amount: string,
): Promise<TestCustomer> {
  const customer = await registerCustomer(url, `${name}${Date.now()}`, 1);
  await depositEther(customer, amount);
  return customer;
}

async function depositEther({ api, accountId }: TestCustomer, amount: string): Promise<void> {
  const ask = { OMSId: 1, AccountId: accountId, ProductId: 2, GenerateNewKey: false };
  const { DepositInfo } = (await api.call('GetDepositInfo', ask)) as { DepositInfo: string };
  const [address] = JSON.parse(DepositInfo) as string[];
  await api.local('faucet', { network: 'Ethereum (local)', address, product: 'ETH', amount });
  await expect
    .poll(async () => (await api.call('GetDeposits', { OMSId: 1, AccountId: accountId })) as unknown[], {
      timeout: 60_000,
    })
    .toHaveLength(1);
}
