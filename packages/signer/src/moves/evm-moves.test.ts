import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HDKey } from '@scure/bip32';
import { mnemonicToSeedSync } from '@scure/bip39';
import { productId } from '@salar/protocol';
import type { EvmMoveRequest } from '@salar/services';
import { decodeFunctionData, parseAbi, parseTransaction, recoverTransactionAddress } from 'viem';
import type { TransactionSerializedEIP1559 } from 'viem';
import { mnemonicToAccount } from 'viem/accounts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { formatEvmAddress } from '@salar/adapters/chain-evm/evm-addresses';
import type { KeyName, KeyStore } from '../keys/key-store.ts';
import { SeedKeys } from '../keys/seed-keys.ts';
import { SignerKeys } from '../keys/signer-keys.ts';
import { ClaimStore } from '../claims/claim-store.ts';
import { EvmMoves } from './evm-moves.ts';
import { MoveLog } from './move-log.ts';

const phrase = `${'abandon '.repeat(11)}about`;
const root = HDKey.fromMasterSeed(mnemonicToSeedSync(phrase));
const keys = new SignerKeys(new SeedKeys({ root, layout: 2 }, 'main'));
const eth = productId(2);
const usdt = productId(3);
const token = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
const gwei = 10n ** 9n;
const ether = 10n ** 18n;
const hot = mnemonicToAccount(phrase, { path: "m/44'/60'/1'/0/0" }).address;
const customer = mnemonicToAccount(phrase, { addressIndex: 7 }).address;
const cold = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const house = mnemonicToAccount(phrase, { path: "m/44'/60'/3'/0/0" }).address;
const gasWallet = mnemonicToAccount(phrase, { path: "m/44'/60'/2'/0/0" }).address;

const ethereum = {
  family: 'evm',
  chainId: 1,
  assets: [
    { productId: eth, contract: null, decimals: 18 },
    { productId: usdt, contract: token, decimals: 6 },
  ],
  paymentFees: { perHour: ether, perDay: ether },
  sweeps: { gasWalletMin: ether, gasWalletMax: 2n * ether, perMove: ether / 10n, perHour: ether / 2n },
  coldAddress: cold,
} as const;

let folder: string;
let claims: ClaimStore;
let now: number;
let moves: EvmMoves;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'salar-moves-'));
  now = Date.UTC(2026, 0, 5);
  open();
});
afterEach(async () => {
  await claims.close();
  rmSync(folder, { recursive: true, force: true });
});

function open(signerKeys = keys): void {
  claims = new ClaimStore(folder);
  moves = new EvmMoves({
    keys: signerKeys,
    networks: [
      ethereum,
      {
        family: 'evm',
        chainId: 5,
        assets: [],
        paymentFees: { perHour: 0n, perDay: 0n },
        sweeps: null,
      },
    ],
    log: new MoveLog(claims),
    clock: () => now,
  });
}

const plan = (nonce: number, feeMax = 20n * gwei) =>
  ({ family: 'evm', nonce, feeMax, feePriority: gwei }) as const;
const sweep = (change: object = {}): EvmMoveRequest => ({
  kind: 'sweep',
  chainId: 1,
  productId: usdt,
  index: 7,
  amount: 5_000_000n,
  plan: plan(0),
  ...change,
});
const gas = (nonce: number, amount = ether / 20n): EvmMoveRequest => ({
  kind: 'gas',
  chainId: 1,
  index: 7,
  amount,
  plan: plan(nonce),
});
const refill = (nonce: number, amount: bigint): EvmMoveRequest => ({
  kind: 'refill',
  chainId: 1,
  amount,
  plan: plan(nonce),
});

async function read(request: EvmMoveRequest) {
  const signed = await moves.move(request);
  if (!signed.ok) throw new Error(signed.refusal);
  const raw = signed.value.raw as TransactionSerializedEIP1559;
  return { from: await recoverTransactionAddress({ serializedTransaction: raw }), ...parseTransaction(raw) };
}

const toCold = (change: object = {}): EvmMoveRequest => ({
  kind: 'cold',
  chainId: 1,
  productId: usdt,
  amount: 5_000_000n,
  plan: plan(0),
  ...change,
});

/** Bytes in the form of a signature: the contract verifies whose they are. */
const signature = `${'ab'.repeat(64)}1b`;
const relay = (change: object = {}): EvmMoveRequest => ({
  kind: 'relay',
  chainId: 1,
  productId: usdt,
  amount: 5_000_000n,
  signatures: `0x${signature.repeat(3)}`,
  plan: plan(0),
  ...change,
});

describe('whatever the request, money goes only', () => {
  test('from the hot wallet to the cold storage of the policy, also when the request names another', async () => {
    const coin = await read(
      toCold({ productId: eth, amount: 500n * ether, receiver: customer, to: customer }),
    );
    expect(coin).toMatchObject({ from: hot, to: cold.toLowerCase(), value: 500n * ether, gas: 60_000n });
    const tokens = await read(toCold({ plan: plan(1) }));
    const abi = parseAbi(['function transfer(address to, uint256 value)']);
    expect(decodeFunctionData({ abi, data: tokens.data ?? '0x' }).args).toEqual([cold, 5_000_000n]);
  });

  test.each([
    ['tokens', usdt, token, 0n],
    ['coins', eth, hot, 7n],
  ] as const)('from cold storage to the hot wallet, as %s', async (_name, productId, to, value) => {
    const sent = await read(relay({ productId, amount: 7n, receiver: customer, to: customer }));
    expect(sent).toMatchObject({ from: gasWallet, to: cold.toLowerCase(), gas: 300_000n });
    expect(sent.value).toBeUndefined();
    const abi = parseAbi([
      'function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures) payable returns (bool)',
    ]);
    const { args } = decodeFunctionData({ abi, data: sent.data ?? '0x' });
    const none = '0x0000000000000000000000000000000000000000';
    expect([args[0], args[1], ...args.slice(3)]).toEqual([
      to,
      value,
      0,
      0n,
      0n,
      0n,
      none,
      none,
      `0x${signature.repeat(3)}`,
    ]);
    const transfer = parseAbi(['function transfer(address to, uint256 value)']);
    if (productId === eth) expect(args[2]).toBe('0x');
    else expect(decodeFunctionData({ abi: transfer, data: args[2] }).args).toEqual([hot, 7n]);
  });

  test('from a deposit address to the hot wallet', async () => {
    const coin = await read(sweep({ productId: eth, amount: ether }));
    expect(coin).toMatchObject({ from: customer, to: hot.toLowerCase(), value: ether, gas: 21_000n });
    const tokens = await read(sweep({ plan: plan(1) }));
    expect(tokens).toMatchObject({ from: customer, to: token.toLowerCase(), gas: 120_000n });
    expect(tokens.value).toBeUndefined();
    const abi = parseAbi(['function transfer(address to, uint256 value)']);
    expect(decodeFunctionData({ abi, data: tokens.data ?? '0x' }).args).toEqual([hot, 5_000_000n]);
  });

  test('from the gas wallet to a deposit address', async () => {
    expect(await read(gas(3))).toMatchObject({ from: gasWallet, to: customer.toLowerCase(), nonce: 3 });
  });

  test.each([
    ['to_house', hot, house],
    ['from_house', house, hot],
  ] as const)('%s: between the hot wallet and the house wallet', async (kind, from, to) => {
    const shared = { kind, chainId: 1, amount: 7n, receiver: customer, to: customer };
    const coin = await read({ ...shared, productId: eth, plan: plan(0) });
    expect(coin).toMatchObject({ from, to: to.toLowerCase(), value: 7n, gas: 21_000n });
    const tokens = await read({ ...shared, productId: usdt, plan: plan(1) });
    expect(tokens).toMatchObject({ from, to: token.toLowerCase(), gas: 120_000n });
    const abi = parseAbi(['function transfer(address to, uint256 value)']);
    expect(decodeFunctionData({ abi, data: tokens.data ?? '0x' }).args).toEqual([to, 7n]);
  });

  test('from the hot wallet to the gas wallet', async () => {
    expect(await read(refill(4, ether))).toMatchObject({
      from: hot,
      to: gasWallet.toLowerCase(),
      value: ether,
    });
  });
});

test.each([
  ['request_malformed', sweep({ index: 0 })],
  ['request_malformed', sweep({ index: 2 ** 31 })],
  ['request_malformed', sweep({ index: 1.5 })],
  ['network_unknown', sweep({ chainId: 9 })],
  ['network_unknown', sweep({ chainId: 5 })],
  ['asset_unknown', sweep({ productId: productId(99) })],
  ['asset_unknown', toCold({ productId: productId(99) })],
  ['fees_too_high', toCold({ productId: eth, plan: plan(0, 1_700n * gwei) })],
  ['asset_unknown', relay({ productId: productId(99) })],
  ['destination_refused', relay({ signatures: '0x' })],
  ['destination_refused', relay({ signatures: `0x${signature}00` })],
  ['destination_refused', relay({ signatures: `0x${signature.slice(0, -2)}01` })], // approved before by a hash
  ['destination_refused', relay({ signatures: `0x${signature.slice(0, -2)}00${signature}` })], // of a contract
  ['destination_refused', relay({ signatures: `0x${signature.repeat(65)}` })],
  ['fees_too_high', relay({ plan: plan(0, 400n * gwei) })],
  ['amount_invalid', relay({ amount: 0n })],
  ['amount_invalid', sweep({ amount: 0n })],
  ['amount_invalid', refill(0, -1n)],
  ['fees_too_high', sweep({ plan: plan(0, 2_001n * gwei) })],
  ['fees_too_high', sweep({ plan: plan(0, 1_000n * gwei) })],
  ['fees_too_high', sweep({ plan: plan(0, gwei / 2n) })],
  ['transaction_cap_exceeded', gas(0, ether / 10n + 1n)],
  ['transaction_cap_exceeded', refill(0, 2n * ether + 1n)],
] as const)('is refused with %s', async (refusal, request) => {
  expect(await moves.move(request)).toEqual({ ok: false, refusal });
});

const toHouse = { kind: 'to_house', chainId: 1, productId: eth, amount: ether, plan: plan(0) } as const;

test.each([
  ['amount_invalid', { ...toHouse, amount: 0n }],
  ['asset_unknown', { ...toHouse, kind: 'from_house', productId: productId(99) }],
  ['fees_too_high', { ...toHouse, plan: plan(0, 2_001n * gwei) }],
] as const)('a move of the house wallet is refused with %s', async (refusal, request) => {
  expect(await moves.move(request)).toEqual({ ok: false, refusal });
});

test('moves between hot wallet and house wallet burn no more than the fees of an hour', async () => {
  let signed = 0;
  for (let nonce = 0; nonce < 200; nonce += 1) {
    const kind = nonce % 2 === 0 ? 'to_house' : 'from_house';
    const answer = await moves.move({ ...toHouse, kind, plan: plan(nonce, 1_000n * gwei) });
    if (answer.ok) signed += 1;
    else expect(answer.refusal).toBe('hourly_cap_exceeded');
  }
  expect(BigInt(signed) * 21_000n * 1_000n * gwei).toBeLessThanOrEqual(ethereum.sweeps.perHour);
  expect(signed).toBeGreaterThan(0);
});

test('a replaced key of the house wallet: money goes from the former wallet to the present one only', async () => {
  const carryHouse = { ...toHouse, kind: 'carry_house' } as const;
  expect(await moves.move(carryHouse)).toEqual({ ok: false, refusal: 'destination_refused' });
  await claims.close();
  const seed = new SeedKeys({ root, layout: 2 }, 'main');
  const token = new SeedKeys({ root: HDKey.fromMasterSeed(new Uint8Array(32).fill(3)), layout: 2 }, 'main');
  const apart = new SignerKeys(
    seed,
    new Map<KeyName, KeyStore>([
      ['evm/house', token],
      ['evm/former-house', seed.asFormer()],
    ]),
  );
  open(apart);
  const present = formatEvmAddress(await token.publicKey('evm/house'));
  const carried = await read({ ...carryHouse, receiver: customer, to: customer } as EvmMoveRequest);
  expect(carried).toMatchObject({ from: house, to: present.toLowerCase(), value: ether });
  const sent = await read({ ...toHouse, kind: 'from_house' });
  expect(sent).toMatchObject({ from: present, to: hot.toLowerCase() });
});

const carry = { kind: 'carry_hot', chainId: 1, productId: eth, amount: ether, plan: plan(0) } as const;

test('from the wallets before a change of keys money goes to the present ones only', async () => {
  await claims.close();
  open(new SignerKeys(new SeedKeys({ root, layout: 2, formerLayout: 1 }, 'main')));
  const formerHot = mnemonicToAccount(phrase, { addressIndex: 0 }).address;
  const formerGas = mnemonicToAccount(phrase, { path: "m/44'/60'/0'/1/0" }).address;
  const coin = await read({ ...carry, receiver: customer, to: customer } as EvmMoveRequest);
  expect(coin).toMatchObject({ from: formerHot, to: hot.toLowerCase(), value: ether });
  const tokens = await read({ ...carry, productId: usdt, plan: plan(1) });
  const abi = parseAbi(['function transfer(address to, uint256 value)']);
  expect(decodeFunctionData({ abi, data: tokens.data ?? '0x' }).args).toEqual([hot, ether]);
  const gasCoins = await read({ kind: 'carry_gas', chainId: 1, amount: ether, plan: plan(0) });
  expect(gasCoins).toMatchObject({ from: formerGas, to: gasWallet.toLowerCase(), value: ether });
});

test('a wallet that has always had its key has no former one', async () => {
  expect(await moves.move(carry)).toEqual({ ok: false, refusal: 'destination_refused' });
});

test('a nonce signed for one move is never signed for another, even after a restart', async () => {
  expect((await moves.move(sweep())).ok).toBe(true);
  await claims.close();
  open();
  expect(await moves.move(sweep({ productId: eth, amount: 1n }))).toEqual({
    ok: false,
    refusal: 'nonce_taken',
  });
  expect((await moves.move(sweep({ plan: plan(0, 30n * gwei), amount: 4_000_000n }))).ok).toBe(true);
  expect((await moves.move(sweep({ plan: plan(1) }))).ok).toBe(true);
});

test('what is sent and burnt in an hour has a cap, and a replacement counts instead of the original', async () => {
  let given = 0;
  while ((await moves.move(gas(given))).ok) given += 1;
  expect(given).toBe(9); // each 0.05 and 21,000 gas at 20 gwei
  expect(await moves.move(gas(given))).toEqual({ ok: false, refusal: 'hourly_cap_exceeded' });
  expect((await moves.move(gas(8))).ok).toBe(true);
  now += 3_600_001;
  expect((await moves.move(gas(given))).ok).toBe(true);
});

test('a day has the fees of eight full hours, however often somebody waits for the next hour', async () => {
  let burnt = 0;
  const refusals = new Set<string>();
  for (let nonce = 0; nonce < 600; nonce += 1) {
    const answer = await moves.move({ ...toHouse, plan: plan(nonce, 1_000n * gwei) });
    if (answer.ok) burnt += 1;
    else refusals.add(answer.refusal);
    now += 86_000; // 24 hours need a thousand of them
  }
  expect(BigInt(burnt) * 21_000n * 1_000n * gwei).toBeLessThanOrEqual(8n * ethereum.sweeps.perHour);
  expect(refusals).toContain('daily_cap_exceeded');
  now += 86_400_000;
  expect((await moves.move({ ...toHouse, plan: plan(600, 1_000n * gwei) })).ok).toBe(true);
});

test('what leaves the hot wallet for gas in an hour has a cap', async () => {
  expect((await moves.move(refill(0, 2n * ether))).ok).toBe(true);
  expect(await moves.move(refill(1, ether))).toEqual({ ok: false, refusal: 'hourly_cap_exceeded' });
  expect((await moves.move(refill(1, ether / 2n))).ok).toBe(true);
});

test('a network without cold storage sends nothing there', async () => {
  const { coldAddress: _, ...network } = ethereum;
  moves = new EvmMoves({ keys, networks: [network], log: new MoveLog(claims), clock: () => now });
  expect(await moves.move(toCold())).toEqual({ ok: false, refusal: 'destination_refused' });
  expect(await moves.move(relay())).toEqual({ ok: false, refusal: 'destination_refused' });
});

test('fees of relays count in the hour, so that worthless signatures cannot burn more', async () => {
  const answers = [];
  for (let nonce = 0; nonce < 8; nonce += 1)
    answers.push(await moves.move(relay({ plan: plan(nonce, 300n * gwei) })));
  expect(answers.filter(({ ok }) => ok)).toHaveLength(5); // each 300,000 gas at 300 gwei of half an ether
  expect(answers.at(-1)).toEqual({ ok: false, refusal: 'hourly_cap_exceeded' });
});

test('fees of moves to cold storage count in the hour, and their amounts do not', async () => {
  const answers = [];
  for (let nonce = 0; nonce < 12; nonce += 1)
    answers.push(
      await moves.move(toCold({ productId: eth, amount: 100n * ether, plan: plan(nonce, 1_000n * gwei) })),
    );
  expect(answers.filter(({ ok }) => ok)).toHaveLength(8); // each 60,000 gas at 1,000 gwei of half an ether
  expect(answers.at(-1)).toEqual({ ok: false, refusal: 'hourly_cap_exceeded' });
});

test('two concurrent requests share the cap', async () => {
  const answers = await Promise.all([moves.move(refill(0, 2n * ether)), moves.move(refill(1, 2n * ether))]);
  expect(answers.filter((answer) => answer.ok)).toHaveLength(1);
});

describe('deposit addresses of a second branch', () => {
  const seed = new SeedKeys({ root, layout: 2 }, 'main');
  const branches = [{ xpub: seed.depositXpub('evm') }, { xpub: seed.depositXpub('evm', 1) }];
  const second = mnemonicToAccount(phrase, { path: "m/44'/60'/101'/0/7" }).address;
  const index = 2 ** 31 + 7;

  test('are swept and given gas once the policy has the branch, as those of the first one', async () => {
    await claims.close();
    open(new SignerKeys(seed, new Map(), { depositBranches: { evm: branches } }));
    const senders = [];
    for (const [nonce, of] of [index, 7].entries()) {
      const signed = await moves.move({
        kind: 'sweep',
        chainId: 1,
        productId: eth,
        index: of,
        amount: ether,
        plan: { family: 'evm', nonce, feeMax: gwei, feePriority: gwei },
      });
      if (!signed.ok) throw new Error(signed.refusal);
      const raw = signed.value.raw as TransactionSerializedEIP1559;
      expect(parseTransaction(raw).to).toBe(hot.toLowerCase());
      senders.push(await recoverTransactionAddress({ serializedTransaction: raw }));
    }
    expect(senders).toEqual([second, customer]);
  });

  test.each([
    ['a branch that the policy does not have', index],
    ['place 0 of a branch', 2 ** 31],
  ])('%s is neither swept nor given gas', async (_, of) => {
    const plan = { family: 'evm', nonce: 0, feeMax: gwei, feePriority: gwei } as const;
    const shared = { chainId: 1, index: of, amount: 1n, plan };
    expect(await moves.move({ kind: 'sweep', productId: eth, ...shared })).toMatchObject({
      refusal: 'request_malformed',
    });
    expect(await moves.move({ kind: 'gas', ...shared })).toMatchObject({ refusal: 'request_malformed' });
  });

  test.each([
    [
      'another seed',
      [
        branches[0],
        {
          xpub: new SeedKeys(
            { root: HDKey.fromMasterSeed(new Uint8Array(32).fill(4)), layout: 2 },
            'main',
          ).depositXpub('evm', 1),
        },
      ],
    ],
    ['another order', branches.toReversed()],
  ])('the keys do not open with branches of %s', (_, evm) => {
    const depositBranches = { evm: evm.flatMap((one) => one ?? []) };
    expect(() => new SignerKeys(seed, new Map(), { depositBranches })).toThrow(
      /^depositBranches\.evm\.[01] of the policy is not that of the seed/,
    );
  });
});
