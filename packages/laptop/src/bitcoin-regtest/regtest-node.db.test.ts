/** A private Bitcoin network through Bitcoin Core's calls; a db test because it takes its time. */
import { appendFileSync, cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BitcoinStranger, openBitcoinWorld } from './testing/bitcoin-world.ts';
import type { BitcoinWorld, SpentCoin } from './testing/bitcoin-world.ts';

const taproot = 'bcrt1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqvg32hk';
const receiver = 'bcrt1q6rz28mcfaxtmd6v789l9rrlrusdprr9pz3cppk';

let folder: string;
let file: string;
let world: BitcoinWorld;
let stranger: BitcoinStranger;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'salar-bitcoin-'));
  file = join(folder, 'blocks');
  world = await openBitcoinWorld(file);
  stranger = new BitcoinStranger(world.node);
  await stranger.earn(40);
});
afterAll(async () => {
  await world?.close();
  rmSync(folder, { recursive: true, force: true });
});

const call = (method: string, ...params: readonly unknown[]) => world.rpc.call(method, ...params);
const pay = (coins: readonly SpentCoin[], amount = 100_000n, fee = 1_000n, sequence?: number) =>
  stranger.sign({
    coins,
    outputs: [{ address: receiver, amount }],
    fee,
    ...(sequence !== undefined && { sequence }),
  });
const readPool = async () => (await call('getrawmempool')) as readonly string[];

async function readRefusal(raw: string): Promise<{ code: number; message: string }> {
  return call('sendrawtransaction', raw).then(
    () => Promise.reject(new Error('the transaction was accepted')),
    (error: { code: number; message: string }) => ({ code: error.code, message: error.message }),
  );
}

describe('what Bitcoin Core’s calls show', () => {
  test('a rich miner, and segregated witness from the start', async () => {
    expect(Number(await call('getblockcount'))).toBeGreaterThanOrEqual(440);
    expect(await call('getblockchaininfo')).toMatchObject({ chain: 'regtest' });
    expect(await call('getblockhash', 0)).toBe(
      '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206',
    );
  });

  test('concurrent payments spend no coin twice', async () => {
    const sent = await Promise.all(
      Array.from({ length: 8 }, () => call('sendtoaddress', receiver, '0.0001')),
    );
    expect(new Set(sent).size).toBe(8);
    expect(await call('getrawmempool')).toHaveLength(8);
    await call('generatetoaddress', 1);
  });

  test('a payment to every type of address, with all digits of its amount', async () => {
    for (const address of [
      receiver,
      taproot,
      'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn',
      '2MzQwSSnBHWHqSAqtTVQ6v47XtaisrJa1Vc',
      'bcrt1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qzf4jry',
    ]) {
      const txId = await call('sendtoaddress', address, '0.00012340');
      await call('generatetoaddress', 1);
      const paid = (await call('getrawtransaction', txId, 2)) as {
        vout: { value: string; scriptPubKey: object }[];
      };
      expect(paid.vout).toContainEqual(
        expect.objectContaining({
          value: '0.00012340',
          scriptPubKey: expect.objectContaining({ address }) as object,
        }),
      );
    }
  });

  test('a block at three verbosity levels, and its position in the chain', async () => {
    const { raw, txId } = pay([stranger.takeCoin()], 100_000n, 1_234n);
    await call('sendrawtransaction', raw);
    const [hash] = (await call('generatetoaddress', 1)) as string[];
    await call('generatetoaddress', 2);
    expect(await call('getblock', hash, 1)).toMatchObject({
      hash,
      confirmations: '3',
      tx: [expect.anything(), txId],
    });
    expect(await call('getblock', hash, 2)).toMatchObject({
      tx: [{}, { txid: txId, fee: '0.00001234', hex: raw }],
    });
    expect(await call('getblock', hash, 0)).toContain(raw);
    expect(await call('getrawtransaction', txId)).toBe(raw);
    expect(await call('getblockheader', hash)).toMatchObject({ confirmations: '3' });
  });

  test('an output until it is spent, in the pool or in a block', async () => {
    const coin = stranger.takeCoin();
    const known = { value: '0.10000000', coinbase: false };
    expect(await call('gettxout', coin.txId, coin.vout)).toMatchObject(known);
    await call('sendrawtransaction', pay([coin]).raw);
    expect(await call('gettxout', coin.txId, coin.vout)).toBeNull();
    expect(await call('gettxout', coin.txId, coin.vout, false)).toMatchObject(known);
    await call('generatetoaddress', 1);
    expect(await call('gettxout', coin.txId, coin.vout, false)).toBeNull();
  });

  test.each([
    ['getblockhash', [999_999], -8],
    ['getblock', ['00'.repeat(32)], -5],
    ['getblock', ['rubbish'], -8],
    ['getrawtransaction', ['00'.repeat(32)], -5],
    ['sendtoaddress', ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 1], -5],
    ['sendtoaddress', [receiver, '0.000000001'], -3],
    ['sendtoaddress', [receiver, '20999999'], -6],
    ['generatetoaddress', [0], -8],
    ['reorg', [999_999], -8],
    ['stop', [], -32601],
    ['constructor', [], -32601],
  ])('%s %j is refused with code %i', async (method, params, code) => {
    await expect(call(method, ...params)).rejects.toMatchObject({ name: 'BitcoinRefusal', code });
  });

  test('nothing, without the password', async () => {
    const url = new URL(world.url);
    const answer = await fetch(`${url.origin}/`, { method: 'POST', body: '{"method":"getblockcount"}' });
    expect(answer.status).toBe(401);
  });
});

describe('the pool', () => {
  test('accepts a transaction, recognises it the second time, and in a block', async () => {
    const { raw, txId } = pay([stranger.takeCoin()]);
    expect(await call('sendrawtransaction', raw)).toBe(txId);
    expect(await call('sendrawtransaction', raw)).toBe(txId);
    expect(await readPool()).toContain(txId);
    await call('generatetoaddress', 1);
    expect(await readPool()).not.toContain(txId);
    expect(await readRefusal(raw)).toEqual({ code: -27, message: 'Transaction outputs already in utxo set' });
  });

  test('tests a transaction without changing', async () => {
    const { raw, txId } = pay([stranger.takeCoin()]);
    const before = await readPool();
    expect(await call('testmempoolaccept', [raw])).toMatchObject([
      { txid: txId, allowed: true, fees: { base: '0.00001000' } },
    ]);
    expect(await readPool()).toEqual(before);
    const poor = pay([stranger.takeCoin()], 100_000n, 10n);
    expect(await call('testmempoolaccept', [poor.raw])).toMatchObject([
      { allowed: false, 'reject-reason': expect.stringContaining('min relay fee not met') as string },
    ]);
  });

  test('refuses inputs that do not exist or are spent', async () => {
    const unknown = { txId: 'ab'.repeat(32), vout: 0, amount: 200_000n };
    const missing = { code: -25, message: 'bad-txns-inputs-missingorspent' };
    expect(await readRefusal(pay([unknown]).raw)).toEqual(missing);
    const coin = stranger.takeCoin();
    await call('sendrawtransaction', pay([coin]).raw);
    await call('generatetoaddress', 1);
    expect(await readRefusal(pay([coin], 99_999n).raw)).toEqual(missing);
  });

  test('refuses a wrong signature, dust, too small and absurd fees, and malformed bytes', async () => {
    const coin = stranger.takeCoin();
    const other = new BitcoinStranger(world.node);
    const stolen = other.sign({ coins: [coin], outputs: [{ address: receiver, amount: 5_000n }] });
    expect((await readRefusal(stolen.raw)).code).toBe(-26);
    expect(await readRefusal(pay([coin], 293n).raw)).toEqual({ code: -26, message: 'dust' });
    expect((await readRefusal(pay([coin], 100_000n, 140n).raw)).message).toBe(
      'min relay fee not met, 140 < 141',
    );
    expect((await readRefusal(pay([coin], 100_000n, 5_000_000n).raw)).code).toBe(-25);
    const { raw } = pay([coin], 294n);
    for (const bytes of ['', 'zz', raw.slice(0, -8), `${raw}00`])
      expect((await readRefusal(bytes)).code).toBe(-22);
    await call('sendrawtransaction', raw);
  });

  test('refuses to spend a miner’s reward before 100 blocks', async () => {
    const [hash] = (await call('generatetoaddress', 1, stranger.address)) as string[];
    const { tx } = (await call('getblock', hash, 2)) as { tx: { txid: string; vout: { value: string }[] }[] };
    const amount = BigInt((tx[0]?.vout[0]?.value ?? '0').replace('.', ''));
    const reward = { txId: tx[0]?.txid ?? '', vout: 0, amount };
    const spend = pay([reward], amount - 1_000n);
    expect(await readRefusal(spend.raw)).toMatchObject({
      code: -26,
      message: 'bad-txns-premature-spend-of-coinbase',
    });
    await call('generatetoaddress', 99);
    expect(await call('sendrawtransaction', spend.raw)).toBe(spend.txId);
  });

  test('replaces a transaction that allows it by one that pays more, and removes what spent its outputs', async () => {
    const coin = stranger.takeCoin();
    const first = pay([coin], 100_000n, 1_000n);
    await call('sendrawtransaction', first.raw);
    const change = { txId: first.txId, vout: 1, amount: coin.amount - 101_000n };
    const child = pay([change], 50_000n, 700n);
    await call('sendrawtransaction', child.raw);

    const tooLittle = pay([coin], 100_000n, 1_840n);
    expect(await readRefusal(tooLittle.raw)).toEqual({
      code: -26,
      message: 'insufficient fee, rejecting replacement, 1840 < 1841',
    });
    expect(await readPool()).toEqual(expect.arrayContaining([first.txId, child.txId]));

    const enough = pay([coin], 100_000n, 1_841n);
    expect(await call('sendrawtransaction', enough.raw)).toBe(enough.txId);
    const pool = await readPool();
    expect(pool).toContain(enough.txId);
    expect(pool).not.toContain(first.txId);
    expect(pool).not.toContain(child.txId);
    await call('generatetoaddress', 1);
    expect(await call('getrawtransaction', enough.txId, 1)).toMatchObject({ confirmations: '1' });
  });

  test('does not replace a transaction that forbids it', async () => {
    const coin = stranger.takeCoin();
    await call('sendrawtransaction', pay([coin], 100_000n, 1_000n, 0xffff_ffff).raw);
    expect(await readRefusal(pay([coin], 100_000n, 9_000n).raw)).toEqual({
      code: -26,
      message: 'txn-mempool-conflict',
    });
  });
});

describe('a longer branch', () => {
  test('removes a payment from its block; it waits and is mined in another one', async () => {
    const { raw, txId } = pay([stranger.takeCoin()]);
    await call('sendrawtransaction', raw);
    const [hash] = (await call('generatetoaddress', 1)) as string[];
    const height = Number(await call('getblockcount'));
    await call('reorg', 1);
    expect(Number(await call('getblockcount'))).toBe(height + 1);
    expect(await call('getblockheader', hash)).toMatchObject({ confirmations: '-1' });
    expect(await readPool()).toContain(txId);
    await call('generatetoaddress', 1);
    expect(await call('getrawtransaction', txId, 1)).toMatchObject({ confirmations: '1' });
  });

  test('removes payments for good on request, and they may be sent again', async () => {
    const { raw, txId } = pay([stranger.takeCoin()]);
    await call('sendrawtransaction', raw);
    await call('generatetoaddress', 3);
    await call('reorg', 3, false);
    expect(await readPool()).toEqual([]);
    await expect(call('getrawtransaction', txId)).rejects.toMatchObject({ code: -5 });
    await call('generatetoaddress', 2);
    expect(await call('sendrawtransaction', raw)).toBe(txId);
  });
});

describe('the file of blocks', () => {
  test('restores the same chain and the same pool, even after a truncated line', async () => {
    const waiting = pay([stranger.takeCoin()]);
    await call('reorg', 2);
    await call('sendrawtransaction', waiting.raw);
    const copy = join(folder, 'copy');
    cpSync(file, copy);
    appendFileSync(copy, 'block 0000002');
    const again = await openBitcoinWorld(copy);
    try {
      expect(await again.rpc.call('getbestblockhash')).toBe(await call('getbestblockhash'));
      expect(await again.rpc.call('getrawmempool')).toEqual(await readPool());
      await again.rpc.call('generatetoaddress', 1);
      expect(await again.rpc.call('getrawtransaction', waiting.txId, 1)).toMatchObject({
        confirmations: '1',
      });
    } finally {
      await again.close();
    }
    const third = await openBitcoinWorld(copy);
    expect(await third.rpc.call('getrawmempool')).toEqual([]);
    await third.close();
  });

  test('does not restore what a longer branch has removed', async () => {
    await call('generatetoaddress', 1);
    const { raw, txId } = pay([stranger.takeCoin()]);
    await call('sendrawtransaction', raw);
    await call('generatetoaddress', 1);
    await call('reorg', 1, false);
    const copy = join(folder, 'second-copy');
    cpSync(file, copy);
    const again = await openBitcoinWorld(copy);
    expect(await again.rpc.call('getrawmempool')).toEqual([]);
    await expect(again.rpc.call('getrawtransaction', txId)).rejects.toMatchObject({ code: -5 });
    await again.close();
  });
});

describe('the clock', () => {
  test('mines a block with waiting transactions, some empty ones, and then pauses', async () => {
    for (let ticks = 0; ticks < 20; ticks += 1) await world.node.tick();
    const rest = world.node.chain.height;
    for (let ticks = 0; ticks < 5; ticks += 1) await world.node.tick();
    expect(world.node.chain.height).toBe(rest);
    const { raw, txId } = pay([stranger.takeCoin()]);
    await call('sendrawtransaction', raw);
    for (let ticks = 0; ticks < 40; ticks += 1) await world.node.tick();
    expect(world.node.chain.height).toBe(rest + 15);
    expect(await call('getrawtransaction', txId, 1)).toMatchObject({ confirmations: '15' });
  });
});
