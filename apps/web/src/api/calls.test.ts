/** Every call of the product as it leaves the browser, with its exact path, method, headers and body. */
import { afterEach, expect, test, vi } from 'vitest';
import { http, HttpResponse } from 'msw';
import { api } from './api.ts';
import { exchange } from './testing/fake-exchange.ts';
import { signedInStore, useFakeExchange } from './testing/render-page.tsx';

import.meta.glob(['./calls/**/*.ts', '../{features,parts}/*/api/*.ts'], { eager: true });
useFakeExchange();
afterEach(() => vi.restoreAllMocks());

const session = { aptoken: 'a-session-token' };
const own = { OMSId: 1, AccountId: 31 };
const page = { accountId: 31, startIndex: 10, limit: 10 };
const pageBody = { ...own, StartIndex: 10, Limit: 10 };
const key = { UserId: 17, APIKey: 'aa11' };

type Sent = {
  readonly path?: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string | null>>;
  readonly body?: object;
};
/** The call's wire name, the screen's argument, and the request. Without a path: `/AP/` and the name. */
const calls: readonly (readonly [wireName: string, endpoint: string, argument: unknown, sent: Sent])[] = [
  [
    'AuthenticateUser',
    'authenticateUser',
    { userName: 'maria', password: 'Contraseña-1' },
    {
      method: 'GET',
      headers: { aptoken: null, authorization: `Basic ${btoa('maria:ContraseÃ±a-1')}` },
    },
  ],
  [
    'Authenticate2FA',
    'authenticate2FA',
    { code: '123456', pending2FaToken: 'pending' },
    { headers: { aptoken: null, pending2fatoken: 'pending' }, body: { code: '123456' } },
  ],
  [
    'RegisterUser',
    'registerUser',
    { userName: 'maria', email: 'maria@example.com', password: 'Secret-12' },
    {
      body: {
        UserInfo: { UserName: 'maria', Email: 'maria@example.com', passwordHash: 'Secret-12' },
        OperatorId: 1,
      },
    },
  ],
  ['GetUserInfo', 'getUserInfo', { userId: 17 }, { body: { UserId: 17 } }],
  [
    'ConfirmUserEmail',
    'confirmUserEmail',
    { userId: '17', verifyCode: 'code' },
    { body: { UserId: '17', VerifyEmailCode: 'code' } },
  ],
  [
    'ResendVerificationEmail',
    'resendVerificationEmail',
    { email: 'maria@example.com' },
    { body: { Email: 'maria@example.com' } },
  ],
  ['EnableGoogle2FA', 'enableGoogle2FA', {}, { body: {} }],
  ['Disable2FA', 'disable2FA', undefined, { body: {} }],
  ['ResetPassword', 'resetPassword', { userName: 'maria' }, { body: { Username: 'maria' } }],
  [
    'ResetPassword2',
    'resetPassword2',
    { userId: '17', verifyCode: 'code', password: 'Secret-12' },
    { body: { UserId: '17', PendingCode: 'code', Password: 'Secret-12' } },
  ],
  [
    'ConfirmWithdraw',
    'confirmWithdraw',
    { userId: '17', verifyCode: 'code' },
    { body: { VerifyCode: 'code', UserId: '17' } },
  ],
  [
    'GetWithdrawConfirmation',
    'getWithdrawConfirmation',
    { userId: '17', verifyCode: 'code' },
    { body: { UserId: '17', VerifyCode: 'code' } },
  ],
  [
    'GetWithdrawInfoConfirmation',
    'getWithdrawInfoConfirmation',
    { userId: '17', verifyCode: 'code' },
    { body: { UserId: '17', VerifyEmailCode: 'code' } },
  ],
  ['GetInstruments', 'getInstruments', undefined, { body: { OMSId: 1 } }],
  ['GetProducts', 'getProducts', undefined, { body: { OMSId: 1 } }],
  ['GetProductAttributes', 'getProductAttributes', undefined, { body: { OMSId: 1 } }],
  ['GetVerificationLevelConfig', 'getVerificationLevelConfig', { accountId: 31 }, { body: own }],
  [
    'GetUserAccountInfos',
    'getUserAccountInfos',
    { userId: 17, userName: 'maria' },
    { body: { OMSId: 1, UserId: 17, UserName: 'maria' } },
  ],
  ['GetAccountInfo', 'getAccountInfo', { userId: 17 }, { body: { OMSId: 1, UserId: 17 } }],
  ['GetAccountPositions', 'getAccountPositions', { accountId: 31 }, { body: own }],
  ['GetLevel1Summary', 'getLevel1Summary', undefined, { body: { OMSId: 1 } }],
  [
    'SendOrder',
    'sendOrder',
    {
      instrumentId: 1,
      accountId: 31,
      side: 'buy',
      value: '600.1',
      limitPrice: '60310',
      clientOrderId: 77,
    },
    {
      body: {
        ...own,
        InstrumentId: 1,
        OrderType: 1,
        TimeInForce: 1,
        Side: 0,
        Value: '600.1',
        LimitPrice: '60310',
        ClientOrderId: 77,
      },
    },
  ],
  ['GetOrders', 'getOrders', page, { body: pageBody }],
  ['GetOpenOrders', 'getOpenOrders', { accountId: 31 }, { body: own }],
  ['GetDepositTickets', 'getDepositTickets', page, { body: { ...pageBody, OperatorId: 1 } }],
  ['GetWithdrawTickets', 'getWithdrawTickets', page, { body: { ...pageBody, OperatorId: 1 } }],
  [
    'GetDepositTemplateTypes',
    'getDepositTemplateTypes',
    { productId: 3 },
    { body: { OMSId: 1, ProductId: 3 } },
  ],
  [
    'GetDepositInfo',
    'getDepositInfo',
    { accountId: 31, productId: 3, providerId: 2 },
    { body: { ...own, ProductId: 3, AccountProviderId: 2, GenerateNewKey: false } },
  ],
  [
    'GetWithdrawFormTemplateTypes',
    'getWithdrawFormTemplateTypes',
    { productId: 3 },
    { body: { OMSId: 1, ProductId: 3 } },
  ],
  [
    'GetWithdrawTemplate',
    'getWithdrawTemplate',
    { productId: 3, providerId: 2, templateType: 'ToExternalEthereumAddress' },
    {
      body: { OMSId: 1, ProductId: 3, TemplateType: 'ToExternalEthereumAddress', AccountProviderId: 2 },
    },
  ],
  [
    'CreateWithdrawTicket',
    'createWithdrawTicket',
    {
      accountId: 31,
      productId: 3,
      providerId: 2,
      templateType: 'ToExternalEthereumAddress',
      form: { ExternalAddress: '0x1', Comment: '' },
      amount: '0.000000000000000001',
      idempotencyKey: 'once',
    },
    {
      headers: { 'idempotency-key': 'once' },
      body: {
        ...own,
        ProductId: 3,
        AccountProviderId: 2,
        Amount: '0.000000000000000001',
        TemplateForm: '{"ExternalAddress":"0x1","Comment":""}',
        TemplateType: 'ToExternalEthereumAddress',
      },
    },
  ],
  ['GetAccountWithdrawInfos', 'getAccountWithdrawInfos', { accountId: 31 }, { body: own }],
  [
    'CreateAccountWithdrawInfo',
    'createAccountWithdrawInfo',
    { accountId: 31, productId: 3, name: 'wallet:a:b', identifier: '0x1' },
    { body: { ...own, ProductId: 3, Name: 'wallet:a:b', AccountIdentifier: '0x1' } },
  ],
  [
    'DeleteAccountWithdrawInfo',
    'deleteAccountWithdrawInfo',
    { accountId: 31, infoId: 'a1' },
    { body: { ...own, AccountWithdrawInfoId: 'a1' } },
  ],
  [
    'GetOrderFee',
    'getOrderFee',
    { accountId: 31, instrumentId: 1, price: '60000', quantity: '0.1', side: 'sell' },
    {
      body: {
        ...own,
        InstrumentId: 1,
        Price: '60000',
        Quantity: '0.1',
        OrderType: 1,
        MakerTaker: 'Maker',
        Side: 1,
      },
    },
  ],
  [
    'GetWithdrawFee',
    'getWithdrawFee',
    { accountId: 31, productId: 3, providerId: 2, amount: '5' },
    { body: { ...own, ProductId: 3, Amount: '5', AccountProviderId: 2 } },
  ],
  ['GetUserAPIKeys', 'getUserApiKeys', { userId: 17 }, { body: { UserId: 17 } }],
  [
    'AddUserAPIKey',
    'addUserApiKey',
    { userId: 17, permissions: ['Trading'], ipWhiteList: '203.0.113.9', dailyNotional: '' },
    { body: { UserId: 17, Permissions: ['Trading'], IpWhiteList: '203.0.113.9' } },
  ],
  [
    'UpdateUserAPIKeyWhitelist',
    'updateUserApiKeyWhitelist',
    { userId: 17, apiKey: 'aa11', ipWhiteList: '' },
    { body: { ...key, IpWhiteList: '' } },
  ],
  [
    'UpdateUserAPIKeyDailyNotional',
    'updateUserApiKeyDailyNotional',
    { userId: 17, apiKey: 'aa11', dailyNotional: '50000000.5' },
    { body: { ...key, DailyNotional: '50000000.5' } },
  ],
  ['RemoveUserAPIKey', 'removeUserApiKey', { userId: 17, apiKey: 'aa11' }, { body: key }],
  ['GetUserPermissions', 'getUserPermissions', { userId: 17 }, { body: { UserId: 17 } }],
  [
    'AddUserAPIKeyPermission',
    'changeUserApiKeyPermission',
    { userId: 17, apiKey: 'aa11', permission: 'Trading', isAdding: true },
    { body: { ...key, Permission: 'Trading' } },
  ],
  [
    'RemoveUserAPIKeyPermission',
    'changeUserApiKeyPermission',
    { userId: 17, apiKey: 'aa11', permission: 'Trading', isAdding: false },
    { body: { ...key, Permission: 'Trading' } },
  ],
  [
    'SetUserConfig',
    'setUserConfig',
    { userId: 17, config: { Language: 'ES' } },
    { body: { userId: 17, config: [{ Key: 'Language', Value: 'ES' }] } },
  ],
  ['UnmaskUserConfig', 'unmaskUserConfig', { userId: 17 }, { body: { userId: 17 } }],
  [
    'link-user',
    'linkUser',
    { accountId: 31, userName: 'maria-test', walletAddress: '0x1' },
    {
      path: '/api/task/salar/link-user',
      headers: { aptoken: null },
      body: { salarAccountId: 31, userName: 'maria-test', walletAddress: '0x1' },
    },
  ],
  [
    'avenia/validate',
    'validateBrazil',
    { userId: 17, accountId: 31, taxIdNumber: '529.982.247-25' },
    {
      path: '/api/avenia/validate',
      headers: { ...session, userid: '17' },
      body: { AccountId: 31, UserId: 17, taxIdNumber: '529.982.247-25' },
    },
  ],
  [
    'the identity token',
    'createIdentityToken',
    { email: 'maria@example.com', userId: 17, level: 1 },
    {
      path: '/kyc/access-token',
      body: {
        applicantIdentifiers: { email: 'maria@example.com', userId: '17' },
        ttlInSecs: 600,
        levelName: '1',
      },
    },
  ],
];

// covers: sign-in.12, sign-in.28, sign-up.15, verify-email.8, verify-email.13, reset-password.2
// covers: reset-password.9, confirm-withdraw.4, account-link.2, swap.26, swap.29, deposit.11
// covers: deposit.13, withdraw.43, withdraw.45, withdraw.46, withdraw.47, withdraw.48, withdraw.49
// covers: withdraw.51, withdraw.52, security.8, security.9, verification.20, verification.21, verification.25
// covers: brazil.5, api-keys.40, api-keys.41, api-keys.42, api-keys.43, api-keys.44, api-keys.45, session.3
// covers: session.7, session.9, requests.3, requests.4, requests.5, requests.6, calls.1, calls.4, calls.6
// covers: calls.9, calls.13, calls.15, calls.16, figures.8, figures.9
test.each(calls)('%s is sent as the product spec defines it', async (wireName, endpoint, argument, sent) => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const requests: Request[] = [];
  exchange.use(
    http.all('*', ({ request }) => {
      requests.push(request.clone());
      return HttpResponse.json([]);
    }),
  );
  await signedInStore().dispatch(initiating(endpoint)(argument) as never);
  expect(requests).toHaveLength(1);
  const [request] = requests;
  const { path = `/AP/${wireName}`, method = 'POST', headers = {}, body } = sent;
  expect(`${request?.method} ${new URL(request?.url ?? '').pathname}`).toBe(`${method} ${path}`);
  expect(request?.headers.get('content-type')).toContain('application/json');
  for (const [name, value] of Object.entries({ ...session, ...headers }))
    expect(request?.headers.get(name)).toBe(value);
  const text = (await request?.text()) ?? '';
  expect(text === '' ? undefined : JSON.parse(text)).toEqual(body);
});

function initiating(endpoint: string): (argument: unknown) => unknown {
  const found = (api.endpoints as Record<string, { initiate: (argument: unknown) => unknown } | undefined>)[
    endpoint
  ];
  if (!found) throw new Error(`no call is made by ${endpoint}`);
  return found.initiate;
}
