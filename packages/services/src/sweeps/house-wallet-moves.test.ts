/** Two networks with one product: what their house wallets take and give, against wallets in memory. */
import { accountId, houseAccounts, minor, productId } from '@salar/protocol';
import type { AccountId } from '@salar/protocol';
import { beforeEach, expect, test } from 'vitest';
import type { LedgerPort } from '../ports/ledger-port.ts';
import { localProviders } from '../tickets/providers.ts';
import { HouseShares } from './house-shares.ts';
import { HouseWalletMoves } from './house-wallet-moves.ts';
import type { HouseMoveKind, HouseTransfers } from './house-wallet-moves.ts';

const usdt = productId(3);
const [settings] = localProviders({ eth: productId(2), usdt, usdc: productId(4) }).networks;
const customer = accountId(1_001);

/** The wallets of one network; a move is mined when `mine` is called. */
class Wallets implements HouseTransfers<null> {
  hot: bigint;
  house = 0n;
  readonly started: [HouseMoveKind, bigint][] = [];
  #waiting = 0n;

  constructor(hot: bigint) {
    this.hot = hot;
  }

  isWaiting = async () => this.#waiting !== 0n;
  readBalances = async () => ({ ofHouse: this.house, hot: this.hot });
  computeMovable = async (kind: HouseMoveKind) => (kind === 'to_house' ? this.hot : this.house);

  async start(kind: HouseMoveKind, _product: unknown, amount: bigint): Promise<bigint> {
    this.started.push([kind, amount]);
    this.#waiting = kind === 'to_house' ? amount : -amount;
    return amount;
  }

  mine(): void {
    this.house += this.#waiting;
    this.hot -= this.#waiting;
    this.#waiting = 0n;
  }
}

let totals: Map<AccountId, bigint>;
let first: Wallets;
let second: Wallets;
let warnings: string[];

beforeEach(() => {
  first = new Wallets(10_000n);
  second = new Wallets(10_000n);
  warnings = [];
  own(19_000n);
});

/** Books that say what the house owns of the 20,000. */
function own(amount: bigint): void {
  totals = new Map([
    [houseAccounts.operatorFunding, amount],
    [customer, 20_000n - amount],
    [houseAccounts.custody, -20_000n],
  ]);
}

function open(houseFloat = 0n): () => Promise<void> {
  const view = { position: (account: AccountId) => ({ total: minor(totals.get(account) ?? 0n) }) };
  const ledger = { read: async (read: (one: typeof view) => unknown) => read(view) };
  const houseShares = new HouseShares(ledger as unknown as Pick<LedgerPort, 'read'>);
  const moves = [first, second].map((transfers, place) => {
    if (settings === undefined) throw new Error('the local profile has networks');
    const asset = { productId: usdt, contract: null, decimals: 6, houseMin: 100n, houseFloat };
    return new HouseWalletMoves({
      network: { ...settings, name: `network ${place}`, assets: [asset] },
      transfers,
      houseShares,
      hotWallets: null,
      log: {
        info: () => undefined,
        warn: (_details, text) => warnings.push(text),
        error: () => undefined,
      },
    });
  });
  return async () => {
    for (const one of moves) await one.work(null);
  };
}

/** Runs turns, with a block after each. */
async function settle(turn: () => Promise<void>): Promise<void> {
  for (let block = 0; block < 6; block += 1) {
    await turn();
    first.mine();
    second.mine();
  }
}

test('customers’ money stays in equal parts on both networks, and each move is made once', async () => {
  await settle(open());
  expect([first.hot, second.hot]).toEqual([500n, 500n]);
  expect([first.started, second.started]).toEqual([[['to_house', 9_500n]], [['to_house', 9_500n]]]);
});

test('a network with less than its part gives nothing, and the other one the whole surplus', async () => {
  first.hot = 19_700n;
  second.hot = 300n;
  await settle(open());
  expect([first.hot, second.hot]).toEqual([700n, 300n]);
});

test('the float stays in each hot wallet', async () => {
  await settle(open(2_000n));
  expect([first.hot, second.hot]).toEqual([2_500n, 2_500n]);
});

test('a shortfall comes back from one network, not from both at once', async () => {
  const turn = open();
  await settle(turn);
  own(18_000n);
  await settle(turn);
  expect(first.hot + second.hot).toBe(2_000n);
  const returned = [...first.started, ...second.started].filter(([kind]) => kind === 'from_house');
  expect(returned).toEqual([['from_house', 1_000n]]);
});

test('a house that owes more than its wallets have gives what it can, and is reported', async () => {
  const turn = open();
  await settle(turn);
  own(-500n);
  await settle(turn);
  expect([first.house, second.house]).toEqual([0n, 0n]);
  expect(new Set(warnings).size).toBe(1);
});
