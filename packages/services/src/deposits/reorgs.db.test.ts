/**
 * The watcher and the credits on a chain whose newest blocks may be replaced at any time, even while they are read, and with a
 * ledger that answers late or not at all: hundreds of reorganisations, and never an unbacked credit.
 */
import { assert, houseAccounts, minor } from '@salar/protocol';
import type { Command, OutcomeOf, TicketId } from '@salar/protocol';
import type { TicketDatabase } from '@salar/store';
import { ana, beto, btc, cop, EngineFixture, usdt } from '@salar/testing/engine-fixture';
import { createDecisions } from '@salar/testing/decision-memory';
import { openTestDatabase } from '@salar/testing/postgres';
import { createCollectingLog } from '@salar/testing/ticket-world';
import type { TestDatabase } from '@salar/testing/postgres';
import { Dice, createSeededRandom } from '@salar/testing/seeded-random';
import { confirmationsNeeded, SimulatedChain } from '@salar/testing/simulator/simulated-chain';
import type { SimulatedBlock } from '@salar/testing/simulator/simulated-chain';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ChainUnavailable } from '../ports/chain-client.ts';
import type { AddressScheme, ChainReader, ChainTransfer } from '../ports/chain-client.ts';
import type { LedgerPort } from '../ports/ledger-port.ts';
import type { Log } from '../ports/log.ts';
import type { ChainProvider, EvmNetwork } from '../tickets/networks.ts';
import { localProviders } from '../tickets/providers.ts';
import { ChainWatcher } from './chain-watcher.ts';
import { buildDepositKey } from './deposit-tickets.ts';
import { creditDeposits, settleMissingDeposits } from './credit-deposits.ts';
import type { CreditOptions } from './credit-deposits.ts';
import { DepositAddresses } from './deposit-addresses.ts';
import { SecondSource } from './second-source.ts';
import { createInstantPort } from '@salar/testing/instant-port';

const reorgsPerSeed = 125;
/** `SALAR_TEST_REORGS=500` tries more. */
const seeds = process.env['SALAR_TEST_REORGS'] === '500' ? [1, 2, 3, 4] : [1];
const grace = 4;
const scheme: AddressScheme = {
  family: 'evm',
  firstIndex: 1,
  derive: (index) => `address ${index}`,
  parse: (text) => text,
  isBurn: () => false,
};

let store: TestDatabase;
beforeAll(async () => {
  store = await openTestDatabase();
});
afterAll(() => store.close());

/** A chain, its node, the ledger and the watchers, on rows of their own by chain number. */
class Exchange {
  readonly chain = new SimulatedChain();
  readonly fixture = new EngineFixture();
  readonly alerts: string[] = [];
  readonly network: EvmNetwork;
  readonly #dice: Dice;
  readonly #options: CreditOptions;
  readonly #watcher: ChainWatcher;
  readonly #addresses = new Map<number, string>();
  reorgs = 0;
  isCalm = false;

  private constructor(database: TicketDatabase, dice: Dice, chainId: number, addresses: DepositAddresses) {
    this.#dice = dice;
    const [ethereum] = localProviders({ eth: btc, usdt, usdc: cop }).networks;
    assert(ethereum?.family === 'evm', 'the first local network is Ethereum');
    this.network = { ...ethereum, chainId, reorgGraceBlocks: grace };
    const log: Log = {
      info: () => undefined,
      warn: () => undefined,
      error: (_, message) => this.alerts.push(message),
    };
    const proofs = { ticketMacKey: Buffer.alloc(32, 2), by: 'worker, deposits of test' };
    const shared = { database, network: this.network, client: this.#node(), clock: () => 1, log, ...proofs };
    const witness = new SecondSource({ ...shared, client: null });
    const provider = { kind: 'chain', chainId, productId: btc, providerId: 1, depositMin: minor(1n) };
    const following = {
      ...shared,
      providers: [{ ...provider, confirmations: confirmationsNeeded } as unknown as ChainProvider],
      scheme,
      addresses,
      houseAddresses: ['hot'],
    };
    const exposed = { listWaiting: async () => new Set<TicketId>(), mayCredit: async () => true };
    const crediting = { secondSource: witness, exposed, waiting: new Set<TicketId>() };
    this.#options = { ...following, ...crediting, ledger: this.#ledger() };
    this.#watcher = new ChainWatcher(following);
  }

  static async open(database: TicketDatabase, seed: number): Promise<Exchange> {
    const addresses = new DepositAddresses({
      database,
      macKey: Buffer.alloc(32, 1),
      decisions: createDecisions(() => 1),
      clock: () => 1,
      log: createCollectingLog().log,
    });
    const exchange = new Exchange(database, new Dice(createSeededRandom(seed)), 1_000_000 + seed, addresses);
    for (const account of [ana, beto])
      exchange.#addresses.set(account, await addresses.current(account, scheme));
    return exchange;
  }

  /** Changes the chain between two turns. */
  live(): void {
    const dice = this.#dice;
    for (let sent = dice.int(0, 3); sent > 0; sent -= 1) {
      const accountId = dice.pick([ana, beto]);
      this.chain.send({ accountId, productId: btc, amount: minor(BigInt(dice.int(1, 500))) });
    }
    for (let mined = dice.int(0, 2); mined > 0; mined -= 1) this.chain.mine();
    if (dice.chance(0.1)) this.chain.returnLost();
    if (dice.chance(0.4)) this.#reorg();
  }

  /** Runs a turn as the network's loop does; failures are retried by the next one. */
  async turn(): Promise<void> {
    try {
      const { height, caughtUp } = await this.#watcher.follow();
      await creditDeposits(this.#options, height);
      if (caughtUp) await settleMissingDeposits(this.#options, height);
    } catch (error) {
      if (!(error instanceof Outage || error instanceof ChainUnavailable)) throw error;
    }
  }

  #reorg(): void {
    const depth = this.#dice.chance(0.7) ? this.#dice.int(1, 2) : this.#dice.int(3, 9);
    if (this.chain.height < depth) return;
    this.reorgs += 1;
    this.chain.reorg(depth, this.#dice.int(1, 4));
  }

  /** The chain may be replaced between any two requests. */
  #node(): ChainReader {
    const { chain } = this;
    const onRequest = () => {
      if (!this.isCalm && this.#dice.chance(0.02)) this.#reorg();
    };
    const toBlock = (block: SimulatedBlock) => ({
      ...block,
      transfers: block.transfers.map((transfer): ChainTransfer => ({
        txId: transfer.txId,
        position: 'native',
        productId: transfer.productId,
        from: 'a stranger',
        to: this.#addresses.get(transfer.accountId) ?? '',
        amount: transfer.amount,
      })),
    });
    return {
      chainId: this.network.chainId,
      check: async () => undefined,
      height: async () => (onRequest(), chain.height),
      block: async (height) => {
        onRequest();
        const block = chain.block(height);
        return block && toBlock(block);
      },
      receipt: async (txId) => {
        onRequest();
        const found = chain.receipt(txId);
        if (found === null) return null;
        const { height, hash } = found.block;
        const transfers = toBlock(found.block).transfers.filter((transfer) => transfer.txId === txId);
        return { succeeded: true, height, blockHash: hash, transfers, networkFee: 0n };
      },
      broadcast: async () => ({ kind: 'sent' }),
    };
  }

  /** The ledger; now and then the outcome of a command is lost. */
  #ledger(): LedgerPort {
    const submit = async <C extends Command>(command: C): Promise<OutcomeOf<C>> => {
      if (!this.isCalm && this.#dice.chance(0.05)) throw new Outage();
      const outcome = this.fixture.apply(command);
      if (command.type === 'CreditDeposit' && outcome.ok) this.#judgeCredit(command.key);
      if (!this.isCalm && this.#dice.chance(0.05)) throw new Outage();
      return outcome;
    };
    return createInstantPort(this.fixture.engine, submit);
  }

  #judgeCredit(key: string): void {
    const txId = key.split(':')[2] ?? '';
    expect(this.chain.wasConfirmed(txId), `${txId} was credited without ever having its confirmations`).toBe(
      true,
    );
  }

  buildKey(txId: string): string {
    return buildDepositKey(this.network, { txId, position: 'native' });
  }
}

class Outage extends Error {}

test.each(seeds)('the money of customers is on the chain or carried by the house, seed %i', async (seed) => {
  const exchange = await Exchange.open(store.database, seed);
  const { chain, fixture } = exchange;
  while (exchange.reorgs < reorgsPerSeed) {
    exchange.live();
    await exchange.turn();
  }
  exchange.isCalm = true;
  for (let block = 0; block <= confirmationsNeeded + grace; block += 1) {
    chain.mine();
    await exchange.turn();
  }
  await exchange.turn();

  const onChain = chain.confirmedNow();
  const total = onChain.reduce((sum, { amount }) => sum + amount, 0n);
  const { custody, loss } = houseAccounts;
  expect(fixture.engine.position(custody, btc).total, 'custody equals what the chain holds').toBe(-total);
  for (const { txId } of onChain) {
    expect(
      fixture.engine.isCredited(exchange.buildKey(txId)),
      `${txId} stayed on the chain and was credited`,
    ).toBe(true);
    expect(fixture.engine.isReversed(exchange.buildKey(txId)), `${txId} is no loss`).toBe(false);
  }
  const owed = [ana, beto].reduce((sum, id) => sum + fixture.engine.position(id, btc).total, 0n);
  expect(fixture.engine.position(loss, btc).total, 'the house carries the rest').toBe(total - owed);
  fixture.engine.checkInvariants();

  // The paths under test were taken: losses came, and were undone.
  expect(exchange.alerts.some((alert) => alert.includes('left the chain; the house carries'))).toBe(true);
  expect(exchange.alerts.some((alert) => alert.includes('is back; its loss is undone'))).toBe(true);
  expect(exchange.reorgs).toBeGreaterThanOrEqual(reorgsPerSeed);
  await expectTickets(exchange);
});

/** Checks that tickets agree with the ledger and the chain. */
async function expectTickets({ network, fixture, chain }: Exchange): Promise<void> {
  const rows = await store.database.query<{ key: string; txId: string; status: string; reversed: boolean }>(
    `SELECT key, tx_id AS "txId", status, reversed_at IS NOT NULL AS reversed FROM deposit WHERE chain_id = $1`,
    [network.chainId],
  );
  const staying = new Set(chain.confirmedNow().map(({ txId }) => txId));
  for (const { key, txId, status, reversed } of rows) {
    const isCredited = fixture.engine.isCredited(key);
    expect([txId, status]).toEqual([txId, isCredited ? 'FullyProcessed' : 'Failed']);
    expect([txId, reversed]).toEqual([txId, isCredited && !staying.has(txId)]);
  }
}
