import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { parseBlock, parseTransaction } from './bitcoin-block.ts';
import { computeTargetMax, readTarget } from './bitcoin-work.ts';

/** The first block of Bitcoin. */
const genesis = [
  '0100000000000000000000000000000000000000000000000000000000000000000000003ba3edfd7a7b12b27ac72c3e67768f61',
  '7fc81bc3888a51323a9fb8aa4b1e5e4a29ab5f49ffff001d1dac2b7c010100000001000000000000000000000000000000000000',
  '0000000000000000000000000000ffffffff4d04ffff001d0104455468652054696d65732030332f4a616e2f3230303920436861',
  '6e63656c6c6f72206f6e206272696e6b206f66207365636f6e64206261696c6f757420666f722062616e6b73ffffffff0100f205',
  '2a01000000434104678afdb0fe5548271967f1a67130b7105cd6a828e03909a67962e0ea1f61deb649f6bc3f4cef38c4f35504e5',
  '1ec112de5c384df7ba0b8d578a4c702b6bf11d5fac00000000',
].join('');
const toBytes = (hex: string) => Buffer.from(hex, 'hex');

/** From BIP 143: two inputs, one of them native segwit, two outputs. */
const segwit = [
  '01000000000102fff7f7881a8099afa6940d42d1e7f6362bec38171ea3edf433541db4e4ad969f00000000494830450221008b9d',
  '1dc26ba6a9cb62127b02742fa9d754cd3bebf337f7a55d114c8e5cdd30be022040529b194ba3f9281a99f2b1c0a19c0489bc22ed',
  'e944ccf4ecbab4cc618ef3ed01eeffffffef51e1b804cc89d182d279655c3aa89e815b1b309fe287d9b2b55d57b90ec68a010000',
  '0000ffffffff02202cb206000000001976a9148280b37df378db99f66f85c95a783a76ac7a6d5988ac9093510d000000001976a9',
  '143bde42dbee7e4dbe6a21b2d50ce2f0167faa815988ac000247304402203609e17b84f6a7d30c80bfa610b5b4542f32a8a0d544',
  '7a12fb1366d7f01cc44a0220573a954c4518331561406f90300e8f3358f51928d43c212a8caed02de67eebee0121025476c2e831',
  '88368da1ff3e292e7acafcdb3566bb0ad253f62fc70f07aeee635711000000',
].join('');

describe('a block', () => {
  test('is identified by its own bytes', () => {
    const block = parseBlock(toBytes(genesis));
    expect(block.hash).toBe('000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f');
    expect(block.parentHash).toBe('0'.repeat(64));
    expect(block.transactions).toMatchObject([
      {
        txId: '4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b',
        isCoinbase: true,
        outputs: [{ value: 5_000_000_000n }],
      },
    ]);
  });

  test('with a changed output is rejected', () => {
    const changed = genesis.replace('00f2052a01000000', '00f2052a02000000');
    expect(() => parseBlock(toBytes(changed))).toThrow('not those of the header');
  });

  test.each([0, 1, 79, 80, 81, 200, 284])('cut off after %i bytes is rejected', (length) => {
    expect(() => parseBlock(toBytes(genesis).subarray(0, length))).toThrow('the bytes are truncated');
  });

  test('with trailing bytes is rejected', () => {
    expect(() => parseBlock(toBytes(`${genesis}00`))).toThrow('bytes after the end');
  });

  test('that repeats its last transactions is rejected as the known forgery', () => {
    // The root of three equals the root of four whose last is repeated.
    const header = toBytes(genesis).subarray(0, 80);
    const transaction = toBytes(genesis).subarray(81);
    const twice = Buffer.concat([header, Buffer.of(2), transaction, transaction]);
    const hash = toBytes('3ba3edfd7a7b12b27ac72c3e67768f617fc81bc3888a51323a9fb8aa4b1e5e4a');
    doubleHash(Buffer.concat([hash, hash])).copy(twice, 36);
    expect(() => parseBlock(twice)).toThrow('repeats transactions');
  });

  test('without the work of its header is rejected', () => {
    const header = toBytes(genesis);
    header.writeUInt32LE(header.readUInt32LE(76) + 1, 76);
    expect(() => parseBlock(header)).toThrow('a block without the work of its header');
  });

  test('whose target demands no work is rejected', () => {
    for (const bits of [0, 0x1d00_0000, 0x1d80_ffff, 0x2100_ffff, 0x0200_ffff]) {
      const block = toBytes(genesis);
      block.writeUInt32LE(bits, 72);
      expect(() => parseBlock(block)).toThrow('a header with an invalid target');
    }
  });

  test('has the target of its header', () => {
    expect(parseBlock(toBytes(genesis)).target).toBe(computeTargetMax(1n));
    expect(computeTargetMax(4n)).toBe(readTarget(0x1c3f_ffc0));
  });

  test('that claims more transactions than any block can hold is rejected', () => {
    const claims = Buffer.concat([toBytes(genesis).subarray(0, 80), toBytes('feffffffff')]);
    expect(() => parseBlock(claims)).toThrow('is more than');
  });
});

describe('a transaction', () => {
  test('has an id that its witness does not change', () => {
    const transaction = parseTransaction(toBytes(segwit));
    expect(transaction).toMatchObject({
      txId: 'e8151a2af31c368a35053ddd4bdb285a8595c769a3ad83e0fa02314a602d4609',
      isCoinbase: false,
      inputs: [{ vout: 0 }, { vout: 1 }],
      outputs: [{ value: 112_340_000n }, { value: 223_450_000n }],
    });
  });

  test('with an output of more than exists is rejected', () => {
    const rich = segwit.replace('202cb20600000000', 'ffffffffffffffff');
    expect(() => parseTransaction(toBytes(rich))).toThrow('more than there is');
  });

  test.each([4, 6, 50, 200, 300])('cut off after %i bytes is rejected', (length) => {
    expect(() => parseTransaction(toBytes(segwit).subarray(0, length))).toThrow('the bytes are truncated');
  });
});

function doubleHash(bytes: Buffer): Buffer {
  const once = createHash('sha256').update(bytes).digest();
  return createHash('sha256').update(once).digest();
}
