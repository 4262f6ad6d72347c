/**
 * How long answers are cached, when they are fetched again, and what invalidates them (product spec, sections 7 and 9).
 */
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { api } from './api.ts';
import { useUsdPrices } from '../customer/use-usd-prices.ts';
import { liveOpened } from '../store/live-slice.ts';
import { answering, exchange, provider, findRequests } from './testing/fake-exchange.ts';
import { signedInStore, useFakeExchange } from './testing/render-page.tsx';

import.meta.glob(['./calls/**/*.ts', '../{features,parts}/*/api/*.ts'], { eager: true });
useFakeExchange();
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
});

type Store = ReturnType<typeof signedInStore>;
type Subscription = PromiseLike<unknown> & { readonly unsubscribe: () => void };
type Initiate = (argument: unknown, options?: { readonly subscribe?: boolean }) => never;

/** Subscribes as an open page does, until `unsubscribe`. */
function subscribe(store: Store, endpoint: string, argument: unknown): Subscription {
  const { initiate } = (api.endpoints as Record<string, { initiate: Initiate }>)[endpoint] as {
    initiate: Initiate;
  };
  return store.dispatch(initiate(argument));
}
const isKept = (store: Store) => Object.keys(store.getState().api.queries).length > 0;
const seconds = (count: number) => act(async () => vi.advanceTimersByTimeAsync(count * 1000));

const withdrawTypes = { TemplateTypes: [provider(1, 'ETH_NODE', 'ToExternal', 'Ethereum')], result: true };
// covers: deposit.17, withdraw.44, withdraw.50, requests.13
test.each([
  ['products', 'getProducts', undefined, 60],
  ['market prices', 'getLevel1Summary', undefined, 60],
  ['template types of a deposit', 'getDepositTemplateTypes', { productId: 2 }, 600],
  ['template types of a withdrawal', 'getWithdrawFormTemplateTypes', { productId: 2 }, 600],
  ['saved destinations', 'getAccountWithdrawInfos', { accountId: 31 }, 300],
])('%s that no page shows are removed from the cache in time', async (_, endpoint, argument, kept) => {
  exchange.use(
    answering('GetDepositTemplateTypes', withdrawTypes),
    answering('GetWithdrawFormTemplateTypes', withdrawTypes),
  );
  const store = signedInStore();
  const subscription = subscribe(store, endpoint, argument);
  await subscription;
  subscription.unsubscribe();
  await seconds(kept - 1);
  expect(isKept(store)).toBe(true);
  await seconds(2);
  expect(isKept(store)).toBe(false);
});

// covers: requests.14
test('a cached answer is not fetched again by the next page, on focus or on a new connection', async () => {
  const store = signedInStore();
  await subscribe(store, 'getProducts', undefined);
  await subscribe(store, 'getProducts', undefined);
  store.dispatch(api.internalActions.onFocus());
  store.dispatch(api.internalActions.onOnline());
  await seconds(1);
  expect(findRequests('GetProducts')).toHaveLength(1);
});

// covers: swap.28
test('an order refetches orders, instruments and positions, and nothing else', async () => {
  exchange.use(answering('SendOrder', { status: 'Accepted', errormsg: '', OrderId: 9 }));
  const store = signedInStore();
  await subscribe(store, 'getOrders', { accountId: 31, startIndex: 0, limit: 10 });
  await subscribe(store, 'getInstruments', undefined);
  await subscribe(store, 'getAccountPositions', { accountId: 31 });
  await subscribe(store, 'getUserInfo', { userId: 17 });
  await subscribe(store, 'getAccountWithdrawInfos', { accountId: 31 });
  await subscribe(store, 'sendOrder', { instrumentId: 1, accountId: 31, side: 'buy', value: '1' });
  await seconds(1);
  const times = (name: string) => findRequests(name).length;
  expect(['GetOrders', 'GetInstruments', 'GetAccountPositions'].map(times)).toEqual([2, 2, 2]);
  expect(['GetUserInfo', 'GetAccountWithdrawInfos'].map(times)).toEqual([1, 1]);
});

// covers: dashboard.26
test('prices are polled every sixty seconds, and not while the live connection delivers them', async () => {
  const store = signedInStore();
  const Frame = ({ children }: { readonly children: ReactNode }) => (
    <Provider store={store}>{children}</Provider>
  );
  renderHook(() => useUsdPrices(), { wrapper: Frame });
  await seconds(1);
  expect(findRequests('GetLevel1Summary')).toHaveLength(1);
  await seconds(58);
  expect(findRequests('GetLevel1Summary')).toHaveLength(1);
  await seconds(2);
  expect(findRequests('GetLevel1Summary')).toHaveLength(2);
  act(() => void store.dispatch(liveOpened()));
  await seconds(180);
  expect(findRequests('GetLevel1Summary')).toHaveLength(2);
});

const page = { accountId: 31, startIndex: 0, limit: 10 };
// covers: requests.12
test.each([
  ['User', 'getUserInfo', { userId: 17 }, 'GetUserInfo'],
  ['Instruments', 'getInstruments', undefined, 'GetInstruments'],
  ['Product', 'getAccountPositions', { accountId: 31 }, 'GetAccountPositions'],
  ['AccountWithdrawInfos', 'getAccountWithdrawInfos', { accountId: 31 }, 'GetAccountWithdrawInfos'],
  ['WithdrawTickets', 'getWithdrawTickets', page, 'GetWithdrawTickets'],
  ['OrderTickets', 'getOrders', page, 'GetOrders'],
  ['UserApiKeys', 'getUserApiKeys', { userId: 17 }, 'GetUserAPIKeys'],
] as const)(
  'data with the tag %s is fetched again once it is invalidated',
  async (tag, endpoint, argument, call) => {
    exchange.use(answering('GetUserAPIKeys', []));
    const store = signedInStore();
    await subscribe(store, endpoint, argument);
    store.dispatch(api.util.invalidateTags([tag]));
    await seconds(1);
    expect(findRequests(call)).toHaveLength(2);
  },
);
