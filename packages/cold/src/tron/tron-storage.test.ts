/** The owners of a TRON account sign transfers that they were shown, and nothing else. */
import { parseTronAddressHex } from '@salar/adapters/chain-tron/tron-addresses';
import { readMessage, writeMessage } from '@salar/adapters/chain-tron/protobuf-fields';
import { describe, expect, test } from 'vitest';
import { describeRefill } from '../describe-refill.ts';
import { formatRefill, openRefill } from '../open-refill.ts';
import { formatRefillFile, parseRefillFile } from '../refill-file.ts';
import { createOwnerRoot } from '../testing/cold-owners.ts';
import { encodeTestRefill, testHotTron, testNow, testTron, toTronPayload } from '../testing/tron-refills.ts';
import { formatTronPayload, joinTronSignatures, readTronPayload } from './tron-payload.ts';
import { TronStorage } from './tron-storage.ts';

const settings = { networks: [testTron] };
const clock = () => testNow;
const storage = new TronStorage(testTron, clock);
const stranger = parseTronAddressHex('5e'.repeat(20));
const payload = () => toTronPayload(encodeTestRefill());
const format = (value: unknown) => formatRefill(testTron, value, clock);

/** Returns a file whose head states the refill of 5000 USDT, whatever its payload has. */
async function lie(changed: unknown): Promise<string> {
  const { format: _, payload: __, ...head } = parseRefillFile(await format(payload()));
  return formatRefillFile(head, changed);
}

describe('a refill of a token', () => {
  test('is described in words that are computed from what is signed', async () => {
    const opened = await openRefill(await format(payload()), settings, clock);
    expect(describeRefill(opened)).toMatchInlineSnapshot(`
      "Refill from cold storage

        Network      tron, chain id 728126428
        From         TTYPebjFUT7iZc8g1YF3u1XBsw8UzT6fq7
                     our cold storage (account, 2 of 3)
        To           TFpwDaAEbJTCxekeQ2WpymdpZqYNUiMCMF
                     our hot wallet, by your settings
        Amount       5000 USDT
                     five thousand USDT
                     5000000000 minor units
        Fee          43 TRX
                     at most; cold storage pays it
        Fee limit    40 TRX
        Expires      2026-01-06 10:00:00 UTC
                     22 h 0 min from now, by this machine's clock
        Permission   2
        Reference    block 00ff 0011223344556677
        Transaction  7e80d48b7929e5b69f3179c324537a579fec04ef74581ec10035f90b71fd5a50
        Signatures   0 of 2 (none)
      "
    `);
  });

  test('is signed by two of three, in any order and on separate copies', async () => {
    const first = await storage.sign(payload(), createOwnerRoot('carla'));
    const apart = await storage.sign(payload(), createOwnerRoot('ana'));
    const combined = await storage.combine(first, apart);
    expect((await storage.read(combined)).signatures).toEqual({ signers: ['carla', 'ana'], required: 2 });
    expect((await storage.read(await storage.combine(combined, first))).signatures.signers).toHaveLength(2);
  });

  test('is not signed twice by one key, nor by a key of somebody else', async () => {
    const signed = await storage.sign(payload(), createOwnerRoot('ana'));
    await expect(storage.sign(signed, createOwnerRoot('ana'))).rejects.toThrow('signed this refill already');
    await expect(storage.sign(payload(), createOwnerRoot('elena'))).rejects.toThrow('is not an owner');
  });

  test('is not combined with another payment', async () => {
    const another = toTronPayload(encodeTestRefill({ amount: 1n }));
    await expect(storage.combine(payload(), another)).rejects.toThrow('different payments');
  });
});

test('a refill of the coin has no fee limit', async () => {
  const opened = await openRefill(
    await format(toTronPayload(encodeTestRefill({ contract: null, amount: 1_500_000n }))),
    settings,
    clock,
  );
  const shown = describeRefill(opened);
  expect(shown).toContain('1.5 TRX');
  expect(shown).toMatch(/Fee +3 TRX/);
  expect(shown).toContain('none: no code runs');
});

test('a receiver that is not ours is named in a warning', async () => {
  const text = await format(toTronPayload(encodeTestRefill({ to: stranger })));
  const shown = describeRefill(await openRefill(text, settings, clock));
  expect(shown).toContain(`WARNING: THE RECEIVER IS NOT OURS\n!! ${stranger}`);
});

test.each([
  ['amount', '50'],
  ['minorUnits', '50'],
  ['sender', stranger],
  ['receiver', stranger],
  ['fee', '1'],
  ['product', 'TRX'],
  ['network', 'nile'],
])('a file whose head states another %s than what is signed is refused', async (field, value) => {
  const file = JSON.parse(await format(payload())) as Record<string, unknown>;
  const changed = JSON.stringify({ ...file, [field]: value });
  await expect(openRefill(changed, settings, clock)).rejects.toThrow(`its ${field} is`);
});

test('another chain is refused', async () => {
  const file = JSON.parse(await format(payload())) as Record<string, unknown>;
  const changed = JSON.stringify({ ...file, chainId: 3_448_148_188 });
  await expect(openRefill(changed, settings, clock)).rejects.toThrow('no cold storage on the tron network');
});

/** Writes a field of Protocol Buffers. */
const field = (id: number, bytes: Buffer) => writeMessage([[id, bytes]]);
const contractField = 11;

/** Takes the contract out of the bytes of a transaction. */
function takeContract(rawData: Buffer): Buffer {
  const ids = { bytes: 1, hash: 4, expiration: 8, contract: contractField, timestamp: 14, feeLimit: 18 };
  return readMessage(rawData, ids).bytes('contract');
}

const raw = encodeTestRefill();
const hour = 3_600_000;
test.each([
  ['bytes at the end', Buffer.concat([raw, Buffer.of(0)]), 'not a transfer'],
  ['a note', Buffer.concat([raw, field(10, Buffer.from('note'))]), 'a field 10'],
  ['a second contract', Buffer.concat([raw, field(contractField, takeContract(raw))]), 'one contract'],
  ['a cut end', raw.subarray(0, raw.length - 3), 'not a transfer'],
  [
    'another function',
    Buffer.from(raw.toString('hex').replace('a9059cbb', '095ea7b3'), 'hex'),
    'not a transfer',
  ],
  [
    'an address with dirty bytes',
    Buffer.from(raw.toString('hex').replace('a9059cbb00', 'a9059cbb01'), 'hex'),
    'more than a transfer',
  ],
  ['another sender', encodeTestRefill({ from: stranger }), 'not our cold storage'],
  ['the permission of the owner', encodeTestRefill({}, { permissionId: 0 }), 'permission 0'],
  ['no amount', encodeTestRefill({ amount: 0n }), 'transfers nothing'],
  ['more than exists', encodeTestRefill({ amount: 10n ** 38n }), 'more than any asset has'],
  ['an unknown token', encodeTestRefill({ contract: stranger }), 'not in your settings'],
  ['a higher fee limit', encodeTestRefill({}, { feeLimit: 50_000_001n }), 'more than the 50 TRX'],
  ['an expired one', encodeTestRefill({}, { expiration: testNow }), 'expired at 2026-01-05 12:00:00 UTC'],
  [
    'a late expiry',
    encodeTestRefill({}, { expiration: testNow + 24 * hour + 1 }),
    'more than a day from now',
  ],
])('%s is refused, shown, signed or combined', async (_name, rawData, reason) => {
  const changed = toTronPayload(rawData);
  await expect(openRefill(await lie(changed), settings, clock)).rejects.toThrow(reason);
  await expect(storage.read(changed)).rejects.toThrow(reason);
  await expect(storage.sign(changed, createOwnerRoot('ana'))).rejects.toThrow(reason);
  await expect(storage.combine(changed, changed)).rejects.toThrow(reason);
});

test('a changed amount invalidates the signatures', async () => {
  const { signatures } = await readTronPayload(await storage.sign(payload(), createOwnerRoot('ana')));
  const changed = formatTronPayload({ rawData: encodeTestRefill({ amount: 6_000_000_000n }), signatures });
  await expect(storage.read(changed)).rejects.toThrow('not one over this transaction');
});

test('a signature is accepted in one form only, and once for each owner', async () => {
  const { signatures, rawData } = await readTronPayload(
    await storage.sign(payload(), createOwnerRoot('ana')),
  );
  const [first] = signatures;
  if (first === undefined) throw new Error('nothing was signed');
  for (const last of ['00', '01', '1d'])
    await expect(
      storage.read(
        formatTronPayload({
          rawData,
          signatures: [{ ...first, signature: `${first.signature.slice(0, -2)}${last}` }],
        }),
      ),
    ).rejects.toThrow('not one over this transaction');
  const renamed = [{ ...first, owner: testHotTron }];
  await expect(storage.read(formatTronPayload({ rawData, signatures: renamed }))).rejects.toThrow(
    'not one over this transaction',
  );
  await expect(storage.read(formatTronPayload({ rawData, signatures: [first, first] }))).rejects.toThrow(
    'has an owner twice',
  );
});

test('too few signatures are not joined', async () => {
  const once = await readTronPayload(await storage.sign(payload(), createOwnerRoot('ana')));
  expect(() => joinTronSignatures(once, 2)).toThrow('1 of 2 signatures');
});
