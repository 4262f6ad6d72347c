/** An amount of 18 decimals, digit for digit: from the chain through every call that returns it to the signed bytes. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startAnvil } from '@salar/laptop/anvil/start-anvil';
import type { RunningAnvil } from '@salar/laptop/anvil/start-anvil';
import { evmAddresses } from '@salar/adapters/chain-evm/evm-addresses';
import { EvmClient } from '@salar/adapters/chain-evm/evm-client';
import { openTicketKeys } from '@salar/adapters/files/key-files';
import { openFamilies } from '@salar/signer/families/open-families';
import { createSeed } from '@salar/adapters/files/seed-file';
import { SeedKeys } from '@salar/signer/keys/seed-keys';
import { SignerKeys } from '@salar/signer/keys/signer-keys';
import { ClaimStore } from '@salar/signer/claims/claim-store';
import { SigningLog } from '@salar/signer/payments/signing-log';
import { TicketSigner } from '@salar/signer/payments/ticket-signer';
import { assert, userId } from '@salar/protocol';
import { toChainId, localCaps, localProviders, openTicketServices, findWallet } from '@salar/services';
import type { EvmNetwork, TicketServices } from '@salar/services';
import { createDecisions } from '@salar/testing/decision-memory';
import { generousAcceptance } from '@salar/testing/generous-acceptance';
import { trustedPrices } from '@salar/testing/trusted-prices';
import { parseTransaction } from 'viem';
import type { Hex } from 'viem';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { products } from '../../src/seed/catalogue.ts';
import { writeAccountEvent } from '../../src/gateway/wire-rows/account-event.ts';
import type { WrittenEvent } from '../../src/gateway/wire-rows/account-event.ts';
import { openGatewayWorld } from '../support/gateway-world.ts';
import type { Customer, TicketDependencies, GatewayWorld } from '../support/gateway-world.ts';

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
const { ETH, USDT, USDC } = products;
const ids = { eth: ETH.productId, usdt: USDT.productId, usdc: USDC.productId };
const { networks, providers } = localProviders(ids);

let dataDir: string;
let anvil: RunningAnvil;
let tickets: TicketServices;
let world: GatewayWorld;
let maria: Customer;
/** The events that a socket of the customer would have received from the beginning. */
const received: WrittenEvent[] = [];

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'salar-decimals-'));
  const first = networks.find((one) => one.family === 'evm');
  assert(first !== undefined, 'there is a first local network');
  const network: EvmNetwork = { ...first, sweeps: null };
  anvil = await startAnvil({
    name: network.name,
    chainId: network.chainId,
    port: 0,
    stateFile: join(dataDir, 'chain', 'state.gz'),
    blockTimeSeconds: 3600,
    log: silent,
  });
  world = await openGatewayWorld({
    tickets: async (books) => {
      tickets = await openChainTickets(network, books);
      return tickets;
    },
  });
  maria = await world.customer({ level: 1, userName: 'maria' });
  const { trading, accounts } = world.services;
  const owner = await accounts.users.get(userId(maria.userId));
  assert(owner !== null, 'the customer exists');
  trading.accountFeed.listen(owner.accountId, (event, view) =>
    received.push(writeAccountEvent(event, { user: owner, services: world.services, view })),
  );
});
afterAll(async () => {
  await tickets?.stop();
  await world?.close();
  await anvil?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function openChainTickets(network: EvmNetwork, books: TicketDependencies): Promise<TicketServices> {
  const keys = openTicketKeys(join(dataDir, 'keys'));
  const seed = createSeed(join(dataDir, 'keys', 'seed.json'), 'a passphrase for tests');
  const signer = new TicketSigner({
    families: await openFamilies(new SignerKeys(new SeedKeys(seed, 'regtest')), [network]),
    networks: [network],
    caps: localCaps(ids),
    approvals: null,
    ticketMacKey: keys.ticketMac,
    log: new SigningLog(new ClaimStore(join(dataDir, 'keys'))),
    clock: books.clock,
  });
  const wallet = findWallet(await signer.identity(), 'evm');
  const client = new EvmClient({ url: anvil.url, network });
  await anvil.faucet.send({ address: wallet.hotAddress, contract: null, amount: 10n ** 18n });
  const scheme = evmAddresses(wallet);
  return openTicketServices({
    ...books,
    networks: [{ family: 'evm', settings: network, client, scheme, wallet }],
    providers: providers.filter((provider) => toChainId(provider) === network.chainId),
    signer,
    approvals: signer,
    acceptance: generousAcceptance,
    priceTrust: trustedPrices,
    keys,
    decisions: createDecisions(Date.now),
    log: silent,
  });
}

async function pass(blocks: number): Promise<void> {
  await anvil.mine(blocks);
  await tickets.turn();
}

/** Returns the numbers of an answer as written, under one of its keys. */
async function digits(call: string, key: string, body: object = {}): Promise<readonly string[]> {
  const { text } = await maria.call(call, { ProductId: ETH.productId, ...body });
  return [...text.matchAll(new RegExp(`"${key}":([0-9.eE+-]+)`, 'g'))].map(([, number]) => number ?? '');
}

async function position(key: string): Promise<string | undefined> {
  const { text } = await maria.call('GetAccountPositions');
  return new RegExp(`"ProductSymbol":"ETH".*?"${key}":([0-9.eE+-]+)`).exec(text)?.[1];
}

// covers: withdraw.47, figures.2
test('0.123456789012345678 ETH keeps every digit, in, on every screen, and out', async () => {
  const { DepositInfo } = (await maria.call('GetDepositInfo', { ProductId: ETH.productId })).json();
  const [address] = JSON.parse(String(DepositInfo)) as [string];
  await anvil.faucet.send({ address, contract: null, amount: 123_456_789_012_345_678n });
  await tickets.turn();
  expect(await position('PendingDeposits')).toBe('0.123456789012345678');
  await pass(3);

  const deposited = '0.123456789012345678';
  expect(await position('Amount')).toBe(deposited);
  expect(await position('PendingDeposits')).toBe('0');
  expect(await position('TotalDayDeposits')).toBe(deposited);
  for (const call of ['GetDepositTickets', 'GetDeposits'])
    expect(await digits(call, 'Amount')).toEqual([deposited]);
  const [deposit] = (await maria.call('GetDepositTickets')).json() as unknown as { RequestCode: string }[];
  expect(await digits('GetDepositTicket', 'Amount', { ...deposit })).toEqual([deposited]);
  expect(await digits('GetDepositFee', 'TicketAmount', { Amount: deposited })).toEqual([deposited]);
  expect(await digits('GetAccountTransactions', 'CR')).toEqual([deposited]);
  expect(await digits('GetAccountTransactions', 'Balance')).toEqual([deposited]);

  // All but one unit: the remainder is the smallest possible amount.
  const requested = '0.123456789012345677';
  expect(await digits('GetWithdrawFee', 'TicketAmount', { Amount: requested })).toEqual([requested]);
  const receiver = '0x52908400098527886E0F7030069857D2E4169EE7';
  const created = await maria.call('CreateWithdrawTicket', {
    ProductId: ETH.productId,
    Amount: requested,
    TemplateForm: JSON.stringify({ ExternalAddress: receiver, Comment: '' }),
  });
  const RequestCode = created.json()['detail'];
  expect(await position('Hold')).toBe(requested);
  expect(await position('PendingWithdraws')).toBe(requested);
  for (const call of ['GetWithdrawTickets', 'GetWithdraws'])
    expect(await digits(call, 'Amount')).toEqual([requested]);
  expect(await digits('GetWithdrawTicket', 'Amount', { RequestCode })).toEqual([requested]);
  const VerifyCode = world.codeFor('maria@example.com');
  expect(await digits('GetWithdrawTicketByVerifyCode', 'Amount', { VerifyCode })).toEqual([requested]);
  const mail = world.mails[0]?.notification;
  const net = '0.121456789012345677';
  const review = () => world.call('GetWithdrawConfirmation', { UserId: maria.userId, VerifyCode });
  const shown = await review();
  for (const [name, figure] of Object.entries({ Amount: requested, Fee: '0.002', Net: net }))
    expect(shown.text).toContain(`"${name}":${figure}`);
  expect(shown.json()).toMatchObject({ State: 'Open', Product: 'ETH', Address: receiver, BankFields: [] });
  expect(mail).toMatchObject({ amount: requested, fee: '0.002', net });

  await world.call('ConfirmWithdraw', { UserId: maria.userId, VerifyCode });
  expect((await review()).json()).toMatchObject({ State: 'Confirmed', Amount: null, Address: null });
  for (let turn = 0; turn < 3; turn += 1) await pass(1);
  const [attempt] = await world.database.query<{ raw: Hex }>('SELECT raw FROM payment_attempt');
  expect(parseTransaction(attempt?.raw ?? '0x')).toMatchObject({
    to: receiver.toLowerCase(),
    value: 121_456_789_012_345_677n,
  });
  const [paid] = (await maria.call('GetWithdraws')).json() as unknown as Record<string, string>[];
  expect(paid?.['TicketStatus']).toBe('FullyProcessed');
  expect(JSON.parse(paid?.['WithdrawTransactionDetails'] ?? '')).toMatchObject({ Amount: net });
  expect(await position('Amount')).toBe('0.000000000000000001');
  expect(await position('TotalDayWithdraws')).toBe(requested);
  expect((await digits('GetAccountTransactions', 'DR')).toSorted()).toEqual(['0', '0.002', net]);
  expect((await digits('GetAccountTransactions', 'Balance'))[0]).toBe('0.000000000000000001');
});

test('a socket receives both tickets from the beginning to the end, with every digit', async () => {
  const texts = (name: string) => received.filter(([one]) => one === name).map(([, payload]) => payload);
  const statuses = (name: string) =>
    texts(name).map((payload) => (JSON.parse(payload) as { readonly Status: string }).Status);
  await vi.waitFor(() => {
    for (const name of ['DepositTicketUpdateEvent', 'WithdrawTicketUpdateEvent'])
      expect(statuses(name).at(-1)).toBe('FullyProcessed');
    expect(texts('TransactionEvent')).toHaveLength(3);
    expect(texts('AccountPositionEvent').at(-1)).toContain('"PendingWithdraws":0,');
  });
  expect(statuses('DepositTicketUpdateEvent')[0]).toBe('Pending');
  expect(statuses('WithdrawTicketUpdateEvent')[0]).toBe('Pending2Fa');
  expect(texts('DepositEvent')).toEqual([expect.stringContaining('"Quantity":0.123456789012345678,')]);
  expect(
    texts('PendingDepositUpdate').map((text) => /"TotalPendingDepositValue":([0-9.]+)/.exec(text)?.[1]),
  ).toEqual(['0.123456789012345678', '0']);
  const { text } = await maria.call('GetAccountPositions');
  expect(text).toContain(texts('AccountPositionEvent').at(-1));
});

test('no other customer finds a ticket, by its code, its number or the code of its mail', async () => {
  const joao = await world.customer({ level: 1, userName: 'joao' });
  const [deposit] = (await maria.call('GetDepositTickets')).json() as unknown as Record<string, unknown>[];
  const [payout] = (await maria.call('GetWithdrawTickets')).json() as unknown as Record<string, unknown>[];
  const VerifyCode = world.codeFor('maria@example.com');
  const absent = await joao.call('GetDepositTicket', { TicketNumber: 999_999 });
  expect(absent.json()).toMatchObject({ result: false, errorcode: 104 });
  for (const [name, body] of [
    ['GetDepositTicket', { RequestCode: deposit?.['RequestCode'] }],
    ['GetDepositTicket', { TicketNumber: deposit?.['TicketNumber'] }],
    ['GetWithdrawTicket', { RequestCode: payout?.['RequestCode'] }],
    ['GetWithdrawTicket', { TicketNumber: payout?.['TicketNumber'] }],
    ['GetWithdrawTicketByVerifyCode', { VerifyCode }],
  ] as const) {
    expect((await joao.call(name, body)).text).toBe(absent.text);
    expect((await maria.call(name, body)).json()).toMatchObject({ AssetName: 'ETH' });
  }
  const guessed = await maria.call('GetWithdrawTicketByVerifyCode', { VerifyCode: `${VerifyCode}x` });
  expect(guessed.text).toBe(absent.text);
});
