/**
 * Compares signed bytes with those that the signer made when it held the private keys itself, before stores of keys had a
 * port: nothing may change for an installation that goes on with its sealed file.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accountId, millis, minor, productId, ticketId, userId } from '@salar/protocol';
import { computeApproval, computeTicketMac } from '@salar/services';
import type { BitcoinInput, EvmMoveRequest, PaymentPlan, SignerWallet, TicketTerms } from '@salar/services';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSeed } from '@salar/adapters/files/seed-file';
import { SeedKeys } from '../keys/seed-keys.ts';
import { SignerKeys } from '../keys/signer-keys.ts';
import { EvmMoves } from '../moves/evm-moves.ts';
import { ClaimStore } from '../claims/claim-store.ts';
import { MoveLog } from '../moves/move-log.ts';
import { SigningLog } from '../payments/signing-log.ts';
import { TicketSigner } from '../payments/ticket-signer.ts';
import type { SignerNetwork } from '@salar/adapters/signer/signer-policy';
import { openFamilies } from './open-families.ts';

const before = JSON.parse(readFileSync(new URL('./signed-by-version-1.json', import.meta.url), 'utf8')) as {
  wallets: readonly SignerWallet[];
  payments: Readonly<Record<string, string>>;
  moves: Readonly<Record<string, string>>;
  /** The sealed file, as it was on the disk. */
  seed: object;
};
const [btc, eth, usdt, trx] = [productId(1), productId(2), productId(3), productId(4)];
const ether = 10n ** 18n;
const evmChain = 31337;
const bitcoinChain = 3669344250;
const tronChain = 2494104990;
const paymentFees = { perHour: 10n ** 30n, perDay: 10n ** 30n };
const networks: readonly SignerNetwork[] = [
  {
    family: 'evm',
    chainId: evmChain,
    paymentFees,
    sweeps: { gasWalletMin: ether, gasWalletMax: 2n * ether, perMove: ether, perHour: 5n * ether },
    assets: [
      { productId: eth, contract: null, decimals: 18 },
      { productId: usdt, contract: '0x5FbDB2315678afecb367f032d93F642f64180aa3', decimals: 6 },
    ],
  },
  {
    family: 'bitcoin',
    kind: 'regtest',
    chainId: bitcoinChain,
    paymentFees,
    assets: [{ productId: btc, contract: null, decimals: 8 }],
  },
  {
    family: 'tron',
    chainId: tronChain,
    paymentFees,
    feeLimit: 1_000_000n,
    sweeps: null,
    assets: [
      { productId: trx, contract: null, decimals: 6 },
      { productId: usdt, contract: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', decimals: 6 },
    ],
  },
];
const most = minor(10n ** 30n);
const caps = networks.flatMap(({ chainId, assets }) =>
  assets.map((asset) => ({
    chainId,
    productId: asset.productId,
    perTransaction: most,
    perHour: most,
    perDay: most,
  })),
);
const macKey = new Uint8Array(32).fill(7);
const at = 1_767_000_000_000;

let folder: string;
let tickets: TicketSigner;
let moves: EvmMoves;
let claims: ClaimStore;
let lastTicket: number;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'salar-signed-before-'));
  const seedFile = join(folder, 'seed.json');
  writeFileSync(seedFile, JSON.stringify(before.seed));
  const seed = openSeed(seedFile, 'the passphrase of the stored vectors');
  const keys = new SignerKeys(new SeedKeys(seed, 'regtest'));
  claims = new ClaimStore(folder);
  const log = new SigningLog(claims);
  const clock = () => at;
  const families = await openFamilies(keys, networks);
  tickets = new TicketSigner({ families, networks, caps, approvals: null, ticketMacKey: macKey, log, clock });
  moves = new EvmMoves({ keys, networks, log: new MoveLog(claims), clock });
  lastTicket = 0;
});
afterEach(async () => {
  await claims.close();
  rmSync(folder, { recursive: true, force: true });
});

async function pay(
  fields: Pick<TicketTerms, 'chainId' | 'productId' | 'destination'>,
  plan: PaymentPlan,
): Promise<string> {
  lastTicket += 1;
  const ticket: TicketTerms = {
    ticketId: ticketId(lastTicket),
    requestCode: '6c0d3f1e-2b5a-4f7e-9a51-0d1b2c3d4e5f',
    userId: userId(1),
    accountId: accountId(1001),
    providerId: 6,
    amount: minor(100_000n),
    fee: minor(10_000n),
    createdAt: millis(at),
    ...fields,
  };
  const mac = computeTicketMac(macKey, ticket);
  const approval = computeApproval(macKey, mac).toString('hex');
  const signed = await tickets.sign({ ticket, mac: mac.toString('hex'), approval, approvals: [], plan });
  return signed.ok ? signed.value.raw : signed.refusal;
}

async function move(request: EvmMoveRequest): Promise<string> {
  const signed = await moves.move(request);
  return signed.ok ? signed.value.raw : signed.refusal;
}

function evmPlan(nonce: number) {
  return { family: 'evm', nonce, feeMax: 20n * 10n ** 9n, feePriority: 10n ** 9n } as const;
}

function tronPlan(later: number) {
  return {
    family: 'tron',
    refBlockBytes: '0a1b',
    refBlockHash: '0011223344556677',
    timestamp: at + later,
    expiration: at + 600_000 + later,
    feeLimit: 1_000_000n,
  } as const;
}

function bitcoinInput(vout: number, branch: 0 | 1, index: number): BitcoinInput {
  return { txId: vout.toString(16).padStart(64, '0'), vout, amount: 60_000n, branch, index };
}

test('the wallets of a sealed file are the same', async () => {
  // A wallet of the house is new; those of version 0.1 have not moved.
  expect(await tickets.identity()).toMatchObject(
    before.wallets.map((wallet) => ({ ...wallet, keyLayout: 1 })),
  );
});

test('payments on EVM networks are the same bytes', async () => {
  const destination = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F';
  for (const nonce of [0, 1, 2, 3, 4, 5])
    expect(await pay({ chainId: evmChain, productId: eth, destination }, evmPlan(nonce))).toBe(
      before.payments[`evm coin ${nonce}`],
    );
  expect(await pay({ chainId: evmChain, productId: usdt, destination }, evmPlan(7))).toBe(
    before.payments['evm token'],
  );
});

test('a payment of four outputs on a Bitcoin network is the same bytes', async () => {
  const destination = 'bcrt1q6rz28mcfaxtmd6v789l9rrlrusdprr9pz3cppk';
  const inputs = [
    bitcoinInput(1, 0, 0),
    bitcoinInput(2, 0, 9),
    bitcoinInput(3, 1, 0),
    bitcoinInput(4, 1, 77),
  ];
  const plan = {
    family: 'bitcoin',
    inputs,
    fee: 1_000n,
    change: 149_000n,
    changeBranch: 1,
    changeIndex: 5,
  } as const;
  expect(await pay({ chainId: bitcoinChain, productId: btc, destination }, plan)).toBe(
    before.payments['bitcoin'],
  );
});

test('payments on TRON networks are the same bytes', async () => {
  const destination = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
  for (const later of [0, 1, 2])
    expect(await pay({ chainId: tronChain, productId: usdt, destination }, tronPlan(later))).toBe(
      before.payments[`tron token ${later}`],
    );
  expect(await pay({ chainId: tronChain, productId: trx, destination }, tronPlan(9))).toBe(
    before.payments['tron coin'],
  );
});

test('moves between our own addresses are the same bytes', async () => {
  const shared = { chainId: evmChain, plan: evmPlan(0) };
  const sweep = { kind: 'sweep', ...shared } as const;
  expect(await move({ ...sweep, productId: eth, index: 3, amount: 5n * ether })).toBe(
    before.moves['sweep of the coin'],
  );
  expect(await move({ ...sweep, productId: usdt, index: 4, amount: 5_000_000n })).toBe(
    before.moves['sweep of the token'],
  );
  expect(await move({ kind: 'gas', ...shared, index: 4, amount: ether / 20n })).toBe(before.moves['gas']);
  expect(await move({ kind: 'refill', chainId: evmChain, plan: evmPlan(8), amount: ether })).toBe(
    before.moves['refill'],
  );
});
