/** Refills of Bitcoin: what is shown is what is signed, and nothing else is signed. */
import { bitcoinParameters } from '@salar/adapters/chain-bitcoin/bitcoin-networks';
import { coldRoots } from '@salar/adapters/chain-bitcoin/testing/cold-owners';
import { HDKey } from '@scure/bip32';
import { Transaction } from '@scure/btc-signer';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { describeRefill } from '../describe-refill.ts';
import { formatRefill, openRefill } from '../open-refill.ts';
import {
  createColdCoin,
  createForeignCoin,
  testBitcoin,
  testCold,
  testHotBitcoin,
} from '../testing/bitcoin-refills.ts';
import { DescriptorStorage } from './descriptor-storage.ts';
import { buildRefill, formatRefillPsbt, readRefillPsbt } from './refill-psbt.ts';
import type { RefillPayment } from './refill-psbt.ts';

const bitcoin = 10n ** 8n;
const storage = new DescriptorStorage(testBitcoin);
const settings = { networks: [testBitcoin] };
const stranger = 'bcrt1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qzf4jry';
const [ana, bruno, carla] = coldRoots as [HDKey, HDKey, HDKey];
const cold = testCold.at(0).address;

function payment(change: Partial<RefillPayment> = {}): RefillPayment {
  const inputs = [createColdCoin(6n * bitcoin), createColdCoin(5n * bitcoin, 7, 1)];
  return { inputs, receiver: testHotBitcoin, amount: 10n * bitcoin, change: bitcoin - 10_000n, ...change };
}
const write = (made: RefillPayment) => formatRefillPsbt(testCold, { payment: made, signatures: [] });

type Forged = {
  lockTime?: number;
  sequence?: number;
  isBare?: boolean;
  change?: Uint8Array;
  third?: Uint8Array;
};

/** Writes the PSBT of the payment above with something else in it. */
function forge(forged: Forged, coins = payment().inputs): unknown {
  const { lockTime = 0, sequence = 0xffff_fffd, isBare = false } = forged;
  const { receiver, amount, change } = payment();
  const transaction = new Transaction({ version: 2, lockTime });
  for (const { txId, vout, previous } of coins)
    transaction.addInput({
      txid: txId,
      index: vout,
      sequence,
      ...(isBare ? {} : { nonWitnessUtxo: previous }),
    });
  transaction.addOutputAddress(receiver, amount, bitcoinParameters.regtest);
  transaction.addOutput({
    script: forged.change ?? testCold.at(0).script,
    amount: change,
  });
  if (forged.third !== undefined) transaction.addOutput({ script: forged.third, amount: 1_000n });
  return { psbt: Buffer.from(transaction.toPSBT(0)).toString('base64') };
}
const furtherScript = testCold.at(5).script;
const foreignScript = Buffer.from(`0014${'11'.repeat(20)}`, 'hex');

async function signBoth(payload: unknown): Promise<unknown> {
  return storage.sign(await storage.sign(payload, ana), carla);
}

test('everything that is shown is derived from the payload', async () => {
  const details = await storage.read(write(payment()));
  expect(details).toMatchObject({
    amount: { minor: 10n * bitcoin, product: 'BTC', decimals: 8 },
    sender: cold,
    senderKind: 'descriptor, 2 of 3',
    receiver: testHotBitcoin,
    fee: { minor: 10_000n, product: 'BTC' },
    signatures: { signers: [], required: 2 },
  });
  const text = describeRefill(await openRefill(await formatRefill(testBitcoin, write(payment())), settings));
  expect(text).toContain('our hot wallet, by your settings');
  expect(text).toContain('1100000000 satoshi, 2 outputs of our cold storage');
  expect(text).toContain('99990000 satoshi, back to the first address above');
  expect(text).toContain('0 of 2 (none)');
});

test('a receiver that is not ours is shown with a warning', async () => {
  const file = await formatRefill(testBitcoin, write(payment({ receiver: stranger })));
  const text = describeRefill(await openRefill(file, settings));
  expect(text).toContain('WARNING: THE RECEIVER IS NOT OURS');
  expect(text).toContain(stranger);
});

test('a head that states another receiver or fee than the payload is refused', async () => {
  const file = await formatRefill(testBitcoin, write(payment({ receiver: stranger })));
  await expect(openRefill(file.replace(stranger, testHotBitcoin), settings)).rejects.toThrow(
    'its receiver is',
  );
  await expect(openRefill(file.replace('"fee": "10000"', '"fee": "1"'), settings)).rejects.toThrow('its fee');
});

describe('signatures', () => {
  test('of any two owners make a transaction that the network can verify', async () => {
    for (const [first, second] of [
      [ana, bruno],
      [bruno, carla],
      [carla, ana],
    ] as const) {
      const payload = await storage.sign(await storage.sign(write(payment()), first), second);
      const psbt = readRefillPsbt(testCold, payload);
      const transaction = buildRefill(testCold, psbt);
      transaction.finalize();
      expect(Transaction.fromRaw(transaction.extract()).id).toBe(transaction.id);
      expect((await storage.read(payload)).signatures.signers).toHaveLength(2);
    }
  });

  test('are combined, and named', async () => {
    const one = await storage.sign(write(payment()), ana);
    const other = await storage.sign(write(payment()), bruno);
    const both = await storage.combine(one, other);
    expect((await storage.read(both)).signatures.signers).toEqual(['ana', 'bruno']);
    const different = await storage.sign(
      write(payment({ amount: 9n * bitcoin, change: 2n * bitcoin - 10_000n })),
      bruno,
    );
    await expect(storage.combine(one, different)).rejects.toThrow('different payments');
  });

  test('are made once for each key, and never for an unknown one', async () => {
    const one = await storage.sign(write(payment()), ana);
    await expect(storage.sign(one, ana)).rejects.toThrow('has signed this refill already');
    const other = HDKey.fromMasterSeed(new Uint8Array(32).fill(77));
    await expect(storage.sign(one, other)).rejects.toThrow('not one of our cold storage');
  });

  test('that were changed, moved or made for other amounts are refused', async () => {
    const psbt = readRefillPsbt(testCold, await signBoth(write(payment())));
    const [first, second] = psbt.signatures;
    if (first === undefined || second === undefined) throw new Error('both inputs are signed');
    const swapped = formatRefillPsbt(testCold, { ...psbt, signatures: [first, first] });
    await expect(storage.read(swapped)).rejects.toThrow('is not a key of our cold storage');
    const moved = { ...psbt.payment, amount: 9n * bitcoin };
    await expect(storage.read(formatRefillPsbt(testCold, { ...psbt, payment: moved }))).rejects.toThrow(
      'does not verify',
    );
    const [[key, signature] = ['', '']] = first;
    for (const broken of [
      `${signature.slice(0, -2)}83`, // covers one output only
      `30${signature.slice(2, -4)}0001`,
      signature.slice(2),
    ]) {
      const signatures = [new Map([[key, broken]]), second];
      await expect(async () =>
        storage.read(formatRefillPsbt(testCold, { ...psbt, signatures })),
      ).rejects.toThrow();
    }
  });
});

describe('is refused:', () => {
  test.each<[string, unknown, string]>([
    [
      'an input that is not ours',
      forge({}, [createForeignCoin(11n * bitcoin)]),
      'is not an output of our cold',
    ],
    ['change to somebody else', forge({ change: foreignScript }), 'is not the first address of our cold'],
    ['change to a further address', forge({ change: furtherScript }), 'is not the first address of our cold'],
    ['a third output', forge({ third: foreignScript }), 'pays one address'],
    ['a payment to cold storage itself', write(payment({ receiver: cold })), 'nobody but cold storage'],
    ['fees of more than a twentieth', write(payment({ change: 0n })), 'in fees'],
    ['outputs of more than the inputs', write(payment({ amount: 20n * bitcoin })), 'in fees'],
    ['a lock time', forge({ lockTime: 900_000 }), 'another version, lock time'],
    ['another sequence', forge({ sequence: 10 }), 'another version, lock time'],
    ['an input without its transaction', forge({ isBare: true }), 'without the transaction'],
    ['no PSBT', { psbt: '' }, 'cannot be read'],
    ['a field beside the PSBT', { ...(write(payment()) as object), fee: 1 }, 'not a PSBT'],
  ])('%s', async (_, payload, message) => {
    await expect(storage.read(payload)).rejects.toThrow(message);
    await expect(storage.sign(payload, ana)).rejects.toThrow(message);
  });

  test('an input that comes with the transaction of another output', async () => {
    const [first, ...rest] = payment().inputs;
    if (first === undefined) throw new Error('a payment has inputs');
    const { previous } = createColdCoin(5n * bitcoin);
    expect(() => forge({}, [{ ...first, previous }, ...rest])).toThrow('wrong txid'); // the library itself
    const right = Buffer.from((write(payment()) as { psbt: string }).psbt, 'base64').toString('latin1');
    const lie = right.replace(
      Buffer.from(first.previous).toString('latin1'),
      Buffer.from(previous).toString('latin1'),
    );
    expect(lie).not.toBe(right);
    const payload = { psbt: Buffer.from(lie, 'latin1').toString('base64') };
    await expect(storage.read(payload)).rejects.toThrow(/PSBT/);
  });
});

test('whatever the PSBT, reading it returns what it pays or fails; a byte that is changed never pays somebody else unseen', async () => {
  const right = Buffer.from((write(payment()) as { psbt: string }).psbt, 'base64');
  await fc.assert(
    fc.asyncProperty(fc.nat(right.length - 1), fc.integer({ min: 1, max: 255 }), async (place, flip) => {
      const bytes = Buffer.from(right);
      bytes[place] = (bytes[place] ?? 0) ^ flip;
      const payload = { psbt: bytes.toString('base64') };
      const details = await storage.read(payload).catch(() => null);
      if (details === null) return;
      const signed = readRefillPsbt(testCold, await signBoth(payload));
      const transaction = buildRefill(testCold, signed);
      transaction.finalize();
      const [paid, change] = [transaction.getOutput(0), transaction.getOutput(1)];
      expect(paid.amount).toBe(details.amount.minor);
      expect(change.script).toEqual(testCold.at(0).script);
      const total = signed.payment.inputs.reduce((sum, { amount }) => sum + amount, 0n);
      expect(total - (paid.amount ?? 0n) - (change.amount ?? 0n)).toBe(details.fee.minor);
    }),
    { numRuns: 40 },
  );
});
