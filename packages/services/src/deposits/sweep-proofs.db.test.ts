/** Proofs that a sweep has brought a deposit, with nodes that differ. */
import { accountId, assert, productId } from '@salar/protocol';
import { upsertOutput } from '@salar/store/tables/chains/bitcoin-outputs';
import { insertMove, insertMoveAttempt, setMoveStatus } from '@salar/store/tables/chains/house-moves';
import { findDepositByKey } from '@salar/store/tables/operators/bank-entries';
import type { DepositRow } from '@salar/store/tables/tickets/deposits';
import { openTestDatabase } from '@salar/testing/postgres';
import type { TestDatabase } from '@salar/testing/postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ChainUnavailable } from '../ports/chain-client.ts';
import type { ChainReader, ChainReceipt } from '../ports/chain-client.ts';
import { silentLog } from '../ports/log.ts';
import type { NetworkSettings } from '../tickets/networks.ts';
import { localProviders } from '../tickets/providers.ts';
import { buildDepositKey, writeDepositTicket } from './deposit-tickets.ts';
import { SecondSource } from './second-source.ts';
import { SweepProofs } from './sweep-proofs.ts';

const eth = productId(1);
const { network, provider } = findLocalNetwork();
const { chainId } = network;
const [height, amount] = [100, provider.depositMin];
const bitcoin = { ...network, family: 'bitcoin' } as unknown as NetworkSettings;

function findLocalNetwork() {
  const { networks, providers } = localProviders({ eth, usdt: productId(2), usdc: productId(3) });
  const [first] = networks;
  const coin = providers.find((one) => one.kind === 'chain' && one.productId === eth);
  assert(first !== undefined && coin?.kind === 'chain', 'there is a local network with its coin');
  return { network: first, provider: coin };
}

let store: TestDatabase;
beforeAll(async () => {
  store = await openTestDatabase();
});
afterAll(() => store.close());

type Answer = ChainReceipt | 'unavailable';
type Receipts = Readonly<Record<string, Answer>>;

const found = (own: Partial<ChainReceipt>): ChainReceipt => ({
  succeeded: true,
  height: 7,
  blockHash: '0x7',
  transfers: [],
  networkFee: 1n,
  ...own,
});

function createNode(receipts: Receipts): ChainReader {
  return {
    chainId,
    check: async () => undefined,
    height: async () => height,
    block: async () => null,
    async receipt(txId) {
      const answer = receipts[txId] ?? null;
      if (answer === 'unavailable') throw new ChainUnavailable('the node did not answer');
      return answer;
    },
    broadcast: async () => ({ kind: 'sent' }),
  };
}

function openProofs(of: NetworkSettings, first: Receipts, second: Receipts): SweepProofs {
  const { database } = store;
  const shared = { database, network: of, clock: () => 1, log: silentLog };
  const secondSource = new SecondSource({ ...shared, client: createNode(second) });
  return new SweepProofs({ ...shared, client: createNode(first), secondSource, hotAddresses: ['hot'] });
}

/** Has the watcher see a deposit to an exposed address. */
async function deposit(txId: string, position: string): Promise<DepositRow> {
  const mover = { ticketMacKey: new Uint8Array(32).fill(1), clock: () => 2, by: 'test' };
  const transfer = { txId, position, productId: eth, from: 'a stranger', to: 'exposed', amount };
  await store.database.transaction((tx) =>
    writeDepositTicket(
      { ...mover, network, providers: [provider], log: silentLog },
      tx,
      { height: 5, hash: '0x5' },
      { accountId: accountId(1001), transfer },
    ),
  );
  const row = await findDepositByKey(store.database, buildDepositKey(network, { txId, position }));
  assert(row !== null, 'the deposit was written');
  return row;
}

function insertSweep({ ticketId }: DepositRow): Promise<number> {
  const [sender, nonce] = ['exposed', ticketId];
  const move = { chainId, kind: 'sweep', productId: eth, addressIndex: 1, sender, nonce } as const;
  return insertMove(store.database, { ...move, signatures: null }, 1);
}

const arrived = found({ height: 5, blockHash: '0x5', sender: 'a stranger' });
const swept = found({
  sender: 'exposed',
  transfers: [
    { txId: 'sweep', position: 'native', productId: eth, from: 'exposed', to: 'hot', amount: amount - 1n },
  ],
});

test.each<[string, Receipts, boolean]>([
  ['has it as well', { sweep: swept }, true],
  ['does not have it', {}, false],
  ['has it in another block', { sweep: { ...swept, blockHash: '0x8' } }, false],
  ['has it with another fee', { sweep: { ...swept, networkFee: 0n } }, false],
  ['has it without what it brought', { sweep: { ...swept, transfers: [] } }, false],
  ['does not answer', { sweep: 'unavailable' }, false],
])(
  'a sweep that the first node has is proved only with the second one, which %s',
  async (name, second, isProved) => {
    const { database } = store;
    const row = await deposit(`deposit before: ${name}`, 'native');
    const moveId = await insertSweep(row);
    const attempt = { moveId, attempt: 1, raw: '', amount, feeMax: 1n, feePriority: 1n, signedHeight: 6 };
    await insertMoveAttempt(database, { ...attempt, hash: `sweep ${moveId}` }, 1);
    await setMoveStatus(database, moveId, 'Final', 1);
    await database.query('UPDATE deposit SET sweep_move = $2 WHERE ticket_id = $1', [row.ticketId, moveId]);
    const rename = ({ sweep, ...rest }: Receipts) =>
      sweep === undefined ? rest : { ...rest, [`sweep ${moveId}`]: sweep };
    const first = rename({ [row.txId]: arrived, sweep: swept });
    expect(await openProofs(network, first, rename(second)).isSwept(row, height)).toBe(isProved);
  },
);

test('a node that did not know an output for a moment has it proved later', async () => {
  const { database } = store;
  const row = await deposit('payment', '0');
  const output = {
    chainId,
    txId: 'payment',
    vout: 0,
    amount,
    branch: 0,
    index: 1,
    height: 5,
    address: 'exposed',
  } as const;
  await upsertOutput(database, output);
  await database.query(`UPDATE bitcoin_output SET move_id = $1, spent_tx = 'sweep', spent_height = 7`, [
    await insertSweep(row),
  ]);
  const brought = { txId: 'sweep', position: '0', productId: eth, from: '', to: 'hot', amount: amount - 1n };
  const paid = { txId: 'payment', position: '0', productId: eth, from: '', to: 'exposed', amount };
  const spender = found({ spends: [{ txId: 'payment', vout: 0 }], transfers: [brought] });
  const payment = found({ height: 5, blockHash: '0x5', transfers: [paid] });
  const first: Record<string, Answer> = { sweep: spender };
  const proofs = openProofs(bitcoin, first, { sweep: spender, payment });
  expect(await proofs.isSwept(row, height)).toBe(false);
  first['payment'] = payment;
  expect(await proofs.isSwept(row, height)).toBe(true);
});
