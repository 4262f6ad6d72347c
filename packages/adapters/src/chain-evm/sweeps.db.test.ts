/** Deposit addresses swept into the hot wallet, on a real local chain with the real signer. */
import { customerAccountMin, houseAccounts } from '@salar/protocol';
import type { ProductId } from '@salar/protocol';
import { localContracts } from '@salar/services';
import type { EvmMoveRequest, EvmNetwork, MoveSigner } from '@salar/services';
import { walletMoveSteps } from '@salar/services/sweeps/wallet-moves';
import type { WalletMoveStep } from '@salar/services/sweeps/wallet-moves';
import { evmChainLike } from '@salar/testing/chains/evm-chain-like';
import { openTestDatabase } from '@salar/testing/postgres';
import type { TestDatabase } from '@salar/testing/postgres';
import { openTicketWorld, world } from '@salar/testing/ticket-world';
import type { TicketWorld } from '@salar/testing/ticket-world';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { JsonRpc } from './json-rpc.ts';

const { eth, usdt, usdc } = world.ids;
const { maria } = world;
const ether = 10n ** 18n;
const sweepMins = new Map<ProductId, bigint>([
  [eth, ether],
  [usdt, 50_000_000n],
  [usdc, 50_000_000n],
]);

let data: TestDatabase;
let exchange: TicketWorld;
let rpc: JsonRpc;
let address: string;
/** Every one of our addresses that ever held anything. */
const ours = new Set<string>();

function swept(network: EvmNetwork): EvmNetwork {
  return {
    ...network,
    assets: network.assets.map((asset) => ({ ...asset, sweepMin: sweepMins.get(asset.productId) ?? 0n })),
    sweeps: { gasWalletMin: ether / 10n, gasWalletMax: ether, perMove: ether / 20n, perHour: 10n * ether },
  };
}

beforeAll(async () => {
  data = await openTestDatabase();
  exchange = await openTicketWorld(data.database, swept);
  rpc = new JsonRpc(exchange.anvil.url);
  await exchange.anvil.faucet.send({ address: exchange.hotAddress, contract: null, amount: 10n * ether });
  ours.add(exchange.hotAddress).add(exchange.gasAddress);
  await settled();
});
afterAll(async () => {
  await exchange?.close();
  await data?.close();
});
beforeEach(async () => {
  const request = { accountId: maria, productId: usdt, generateNew: true };
  const made = await exchange.services.deposits.getAddress(request);
  if (!made.ok) throw new Error(made.refusal);
  ({ address } = made.value);
  ours.add(address);
});

/** Runs blocks and turns until everything has been credited, moved and booked. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 12; turn += 1) await exchange.pass(1);
}

function deposit(contract: string | null, amount: bigint): Promise<string> {
  return exchange.anvil.faucet.send({ address, contract, amount });
}

type MoveRow = { kind: string; status: string; nonce: number; sender: string; attempts: number };

function listMoves(sender: string): Promise<MoveRow[]> {
  return data.database.query<MoveRow>(
    `SELECT kind, status, nonce, sender, (SELECT count(*) FROM house_move_attempt a WHERE a.move_id = m.move_id) AS attempts
     FROM house_move m WHERE sender = $1 ORDER BY move_id`,
    [sender],
  );
}

/** Checks that custody in the books is what the addresses hold, to the last unit. */
async function expectCustodyHeld(): Promise<void> {
  for (const product of [eth, usdt, usdc]) {
    let held = 0n;
    for (const one of ours) held += await exchange.client.getBalance(product, one);
    expect(0n - exchange.engine.position(houseAccounts.custody, product).total).toBe(held);
  }
}

test('coins go to the hot wallet until the address holds exactly nothing', async () => {
  const before = [
    exchange.available(maria, eth),
    await exchange.client.coinBalance(exchange.hotAddress),
  ] as const;
  await deposit(null, 2n * ether + 12_345n);
  await settled();
  expect(await exchange.client.coinBalance(address)).toBe(0n);
  expect(await listMoves(address)).toMatchObject([{ kind: 'sweep', status: 'Final', nonce: 0 }]);
  expect(exchange.available(maria, eth)).toBe(before[0] + 2n * ether + 12_345n);
  const arrived = (await exchange.client.coinBalance(exchange.hotAddress)) - before[1];
  expect(arrived).toBeGreaterThan(2n * ether - ether / 100n);
  await expectCustodyHeld();
});

test('tokens get gas first, which the hot wallet pays for, and are swept completely', async () => {
  await deposit(localContracts.usdt, 60_000_001n);
  await deposit(localContracts.usdc, 70_000_003n);
  await settled();
  await settled();
  expect(await exchange.client.getBalance(usdt, address)).toBe(0n);
  expect(await exchange.client.getBalance(usdc, address)).toBe(0n);
  expect(await exchange.client.getBalance(usdt, exchange.hotAddress)).toBe(60_000_001n);
  expect(await listMoves(address)).toMatchObject([{ status: 'Final' }, { status: 'Final' }]);
  expect((await listMoves(exchange.hotAddress)).map((row) => row.kind)).toEqual(['refill']);
  expect(exchange.available(maria, usdt)).toBe(60_000_001n);
  await expectCustodyHeld();
});

test('nothing is moved below the minimum, nor while a deposit awaits confirmations', async () => {
  await deposit(localContracts.usdt, 49_999_999n);
  await settled();
  expect(await listMoves(address)).toEqual([]);
  await deposit(localContracts.usdt, 1_000_000n);
  await exchange.services.turn();
  expect(await listMoves(address)).toEqual([]);
  await settled();
  expect(await listMoves(address)).toMatchObject([{ kind: 'sweep', status: 'Final' }]);
  expect(await exchange.client.getBalance(usdt, address)).toBe(0n);
});

test('the fee of a sweep is booked once, and credited to no customer', async () => {
  const customers = () => exchange.available(maria, eth) + exchange.available(world.joao, eth);
  const before = [customers(), exchange.engine.position(houseAccounts.operatorFunding, eth).total] as const;
  await deposit(null, 3n * ether);
  await settled();
  expect(customers()).toBe(before[0] + 3n * ether);
  expect(exchange.engine.position(houseAccounts.operatorFunding, eth).total).toBe(before[1]);
  const rows = await data.database.query<{ amount: bigint }>('SELECT amount FROM network_cost');
  const costs = rows.reduce((sum, { amount }) => sum + amount, 0n);
  expect(0n - exchange.engine.position(houseAccounts.networkCosts, eth).total).toBe(costs);
  const tickets = await exchange.services.deposits.list({ accountId: maria, startIndex: 0, limit: 100 });
  expect(tickets.every((ticket) => ticket.accountId >= customerAccountMin)).toBe(true);
});

describe('a crash', () => {
  test.each(walletMoveSteps)(
    'after "%s" is repaired: moved once, booked once',
    async (step: WalletMoveStep) => {
      const crashes: string[] = [];
      await exchange.reopen({
        onMoveStep: (reached) => {
          if (reached !== step || crashes.length > 0) return;
          crashes.push(reached);
          throw new Error(`crash after ${step}`);
        },
      });
      await deposit(null, 2n * ether);
      await deposit(localContracts.usdt, 80_000_000n);
      for (let turn = 0; turn < 8 && crashes.length === 0; turn += 1) {
        await exchange.anvil.mine(1);
        await exchange.services
          .turn()
          .catch((error: Error) => expect(error.message).toBe(`crash after ${step}`));
      }
      expect(crashes).toEqual([step]);
      await exchange.reopen();
      await settled();
      await settled();
      expect(await exchange.client.getBalance(usdt, address)).toBe(0n);
      expect(await exchange.client.coinBalance(address)).toBe(0n);
      expect((await listMoves(address)).every((row) => row.status === 'Final')).toBe(true);
      await expectCustodyHeld();
    },
  );
});

test("a stranger's transaction that somebody wrote into a move is not booked as a cost of the house", async () => {
  const stranger = await exchange.anvil.faucet.send({
    address: `0x${'5e'.repeat(20)}`,
    contract: null,
    amount: 1n,
  });
  await deposit(null, 2n * ether);
  for (let turn = 0; turn < 12 && (await listMoves(address)).length === 0; turn += 1) await exchange.pass(1);
  const ofSweep = `move_id = (SELECT move_id FROM house_move WHERE sender = $1)`;
  const [signed] = await data.database.query<{ hash: string }>(
    `SELECT hash FROM house_move_attempt WHERE ${ofSweep}`,
    [address],
  );
  const write = (hash: string | undefined) =>
    data.database.query(`UPDATE house_move_attempt SET hash = $2 WHERE ${ofSweep}`, [address, hash]);
  const costs = () => exchange.engine.position(houseAccounts.networkCosts, eth).total;
  const before = costs();
  exchange.log.alerts.length = 0;
  await write(stranger);
  await settled();
  expect(costs()).toBe(before);
  expect(await listMoves(address)).toMatchObject([{ status: 'Mined' }]);
  const alert =
    'ALERT: a move names a transaction that none of our addresses sent, and no fee is booked for it';
  expect(exchange.log.alerts.filter((one) => one === alert)).toHaveLength(1);
  await write(signed?.hash);
  await settled();
  expect(await listMoves(address)).toMatchObject([{ status: 'Final' }]);
  expect(costs()).toBeLessThan(before);
  await expectCustodyHeld();
});

test('tokens that arrive after the signer signed for the coins and the answer was lost block nothing', async () => {
  const { moves } = exchange;
  const deaf: MoveSigner = {
    async move(request: EvmMoveRequest) {
      await moves.move(request);
      throw new Error('the answer was lost');
    },
  };
  await exchange.reopen({ moves: deaf });
  await deposit(null, 2n * ether);
  await expect(settled()).rejects.toThrow('the answer was lost');
  expect(await listMoves(address)).toEqual([]);
  await deposit(localContracts.usdt, 80_000_000n);
  await exchange.reopen({ moves: { move: async () => ({ ok: false, refusal: 'hourly_cap_exceeded' }) } });
  await exchange.pass(3); // the tokens are credited before the coins are tried again
  await exchange.reopen();
  await settled();
  await settled();
  expect(await exchange.client.coinBalance(address)).toBeLessThan(ether / 100n); // the rest of the gas
  expect(await exchange.client.getBalance(usdt, address)).toBe(0n);
  await expectCustodyHeld();
});

test('a sweep that a reorganisation removed is sent again', async () => {
  await deposit(null, 2n * ether);
  await exchange.pass(2);
  const moved = await listMoves(address);
  expect(moved).toMatchObject([{ kind: 'sweep', status: 'Sent' }]);
  await exchange.services.turn();
  expect(await listMoves(address)).toMatchObject([{ status: 'Mined' }]);
  await rpc.call('anvil_reorg', 1, []);
  await rpc.call('anvil_dropAllTransactions');
  await settled();
  expect(await listMoves(address)).toMatchObject([{ status: 'Final', attempts: 1 }]);
  expect(await exchange.client.coinBalance(address)).toBe(0n);
  await expectCustodyHeld();
});

test('a sweep that is not mined is replaced with higher fees', async () => {
  let swallowed: string | null = null;
  const { client } = exchange.network;
  const forgetful = evmChainLike(client, {
    broadcast: async (raw) => {
      swallowed ??= raw;
      return raw === swallowed ? { kind: 'sent' } : client.broadcast(raw);
    },
  });
  await exchange.reopen({ networks: [{ ...exchange.network, client: forgetful }] });
  await deposit(null, 2n * ether);
  for (let turn = 0; turn < 16; turn += 1) await exchange.pass(1);
  expect(await listMoves(address)).toMatchObject([{ status: 'Final', attempts: 2 }]);
  expect(await exchange.client.coinBalance(address)).toBe(0n);
  await exchange.reopen();
  await expectCustodyHeld();
});

test('a signer that refuses leaves no trace of the move', async () => {
  const signer: MoveSigner = { move: async () => ({ ok: false, refusal: 'hourly_cap_exceeded' }) };
  await exchange.reopen({ moves: signer });
  await deposit(null, 2n * ether);
  await settled();
  expect(await listMoves(address)).toEqual([]);
  await exchange.reopen();
  await settled();
  expect(await listMoves(address)).toMatchObject([{ status: 'Final' }]);
});
