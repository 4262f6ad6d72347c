type Values = Readonly<Record<string, string | number>>;

/**
 * A call that a page makes as soon as its code runs. `boot.js` sends it while the code is still loading.
 *
 * `$userId` and `$accountId` are placeholders for those of the stored session.
 */
export type FirstCall = {
  /** The endpoint in the store, under `src/api/calls`, and the page's argument. */
  readonly endpoint: string;
  readonly arg?: Values;
  /** The endpoint's request, with the same field names. */
  readonly path: string;
  readonly body: Values;
  /** The call is skipped when this key is stored in the browser. */
  readonly unlessStored?: string;
};

const oms = { OMSId: 1 };
const user = { userId: '$userId' };
const account = { accountId: '$accountId' };

const customer: readonly FirstCall[] = [
  { endpoint: 'getUserInfo', arg: user, path: '/AP/GetUserInfo', body: { UserId: '$userId' } },
  { endpoint: 'getAccountInfo', arg: user, path: '/AP/GetAccountInfo', body: { ...oms, UserId: '$userId' } },
];
const holdings: readonly FirstCall[] = [
  { endpoint: 'getProducts', path: '/AP/GetProducts', body: oms },
  { endpoint: 'getProductAttributes', path: '/AP/GetProductAttributes', body: oms },
  {
    endpoint: 'getAccountPositions',
    arg: account,
    path: '/AP/GetAccountPositions',
    body: { ...oms, AccountId: '$accountId' },
  },
];
const instruments: FirstCall = { endpoint: 'getInstruments', path: '/AP/GetInstruments', body: oms };
const prices: readonly FirstCall[] = [
  instruments,
  { endpoint: 'getLevel1Summary', path: '/AP/GetLevel1Summary', body: oms },
];

/** The first calls of signed-in customers, by address. Other addresses have none. */
export const firstCalls: Readonly<Record<string, readonly FirstCall[]>> = {
  '/dashboard': [
    ...customer,
    ...holdings,
    ...prices,
    {
      endpoint: 'getDepositTickets',
      arg: { ...account, startIndex: 0, limit: 100 },
      path: '/AP/GetDepositTickets',
      body: { ...oms, OperatorId: 1, AccountId: '$accountId', StartIndex: 0, Limit: 100 },
    },
    {
      endpoint: 'getOrders',
      arg: { ...account, startIndex: 0, limit: 1 },
      path: '/AP/GetOrders',
      body: { ...oms, AccountId: '$accountId', StartIndex: 0, Limit: 1 },
      unlessStored: 'ui.firstSteps.$accountId',
    },
  ],
  '/swap': [...customer, ...holdings, ...prices],
  '/trade': [...customer, ...holdings, instruments],
  '/ramping/deposit': [...customer, ...holdings],
  '/ramping/withdraw': [...customer, ...holdings],
  '/settings/profile': customer,
  '/settings/security': customer,
  '/settings/verification': customer,
  '/settings/api-keys': customer,
  '/settings/trade-report': customer,
  '/settings/bank-accounts': customer,
};
