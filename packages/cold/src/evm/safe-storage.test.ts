/** The owners of a Safe sign transfers that they were shown, and nothing else. */
import { formatAmount } from '@salar/protocol';
import { describe, expect, test } from 'vitest';
import { describeRefill } from '../describe-refill.ts';
import { formatRefill, openRefill } from '../open-refill.ts';
import { formatRefillFile, parseRefillFile } from '../refill-file.ts';
import { createOwnerRoot, testHot, testNetwork, testSafe, testToken } from '../testing/cold-owners.ts';
import { SafeStorage } from './safe-storage.ts';
import { formatSafePayload, readSafePayload } from './safe-payload.ts';
import type { SafePayload } from './safe-payload.ts';
import { buildSafeTransfer } from './safe-transaction.ts';
import type { SafeTransaction } from './safe-transaction.ts';

const settings = { networks: [testNetwork] };
const storage = new SafeStorage(testNetwork);
const tokens = { contract: testToken, receiver: testHot, amount: 5_000_000_000n };
const other = '0x000000000000000000000000000000000000bEEF';

function toPayload(transaction: SafeTransaction, changes: Partial<SafePayload> = {}): unknown {
  return formatSafePayload({ chainId: 1, safe: testSafe, transaction, signatures: [], ...changes });
}

const payload = () => toPayload(buildSafeTransfer(tokens, 7n));

/** Returns a file whose head states a refill of 5000 USDT, whatever its payload has. */
async function lie(changed: unknown): Promise<string> {
  const { format: _, payload: __, ...head } = parseRefillFile(await formatRefill(testNetwork, payload()));
  return formatRefillFile(head, changed);
}

describe('a refill of a token', () => {
  test('is described in words that are computed from what is signed', async () => {
    const text = await formatRefill(testNetwork, payload());
    expect(describeRefill(await openRefill(text, settings))).toMatchInlineSnapshot(`
      "Refill from cold storage

        Network     ethereum, chain id 1
        From        0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed
                    our cold storage (Safe, 3 of 5)
        To          0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359
                    our hot wallet, by your settings
        Amount      5000 USDT
                    five thousand USDT
                    5000000000 minor units
        Fee         none from cold storage
                    the exchange pays the network for this transaction
        Safe nonce  7
        Safe hash   0xe6a5a910171a17897c3f30465682ede26b5b15e45f1c815c26328c31f1b0d9dc
        Signatures  0 of 3 (none)
      "
    `);
  });

  test('is signed by three of five, in any order and on separate copies', async () => {
    const first = await storage.sign(payload(), createOwnerRoot('diego'));
    const second = await storage.sign(first, createOwnerRoot('ana'));
    const apart = await storage.sign(payload(), createOwnerRoot('elena'));
    const { signatures } = await storage.read(await storage.combine(second, apart));
    expect(signatures).toEqual({ signers: ['diego', 'ana', 'elena'], required: 3 });
  });

  test('is not signed twice by one key, nor by a key of somebody else', async () => {
    const signed = await storage.sign(payload(), createOwnerRoot('ana'));
    await expect(storage.sign(signed, createOwnerRoot('ana'))).rejects.toThrow('signed this refill already');
    const three = { ...testNetwork, owners: testNetwork.owners.slice(0, 3) };
    await expect(new SafeStorage(three).sign(payload(), createOwnerRoot('elena'))).rejects.toThrow(
      'is not an owner',
    );
  });

  test('is not combined with another payment', async () => {
    const another = toPayload(buildSafeTransfer({ ...tokens, amount: 1n }, 7n));
    await expect(storage.combine(payload(), another)).rejects.toThrow('different payments');
  });
});

test('a receiver that is not ours is named in a warning', async () => {
  const text = await formatRefill(
    testNetwork,
    toPayload(buildSafeTransfer({ ...tokens, receiver: other }, 7n)),
  );
  const shown = describeRefill(await openRefill(text, settings));
  expect(shown).toContain('NOT a hot wallet of your settings');
  expect(shown).toContain(`WARNING: THE RECEIVER IS NOT OURS\n!! ${other}`);
});

test.each([
  ['network', 'evil'],
  ['product', 'USDC'],
  ['amount', '50'],
  ['minorUnits', '50'],
  ['sender', other],
  ['receiver', other],
  ['fee', '1'],
])('a file whose head states another %s than what is signed is refused', async (field, value) => {
  const file = JSON.parse(await formatRefill(testNetwork, payload())) as Record<string, unknown>;
  const changed = JSON.stringify({ ...file, [field]: value });
  await expect(openRefill(changed, settings)).rejects.toThrow(`its ${field} is`);
});

test('a network that is not in the settings is refused', async () => {
  const text = await formatRefill(testNetwork, payload());
  const file = JSON.parse(text) as Record<string, unknown>;
  await expect(openRefill(JSON.stringify({ ...file, chainId: 10 }), settings)).rejects.toThrow(
    'no cold storage',
  );
  await expect(openRefill(JSON.stringify({ ...file, extra: 1 }), settings)).rejects.toThrow(
    'not a refill file',
  );
  await expect(openRefill('refill', settings)).rejects.toThrow('not JSON');
});

const transfer = buildSafeTransfer(tokens, 7n);
const selectors = {
  approve: `0x095ea7b3${transfer.data.slice(10)}`,
  addOwner: `0x0d582f13${transfer.data.slice(10)}`,
  enableModule: `0x610b5925${transfer.data.slice(10, 74)}`,
} as const;

test.each([
  ['a delegate call', { operation: 1 }, 'delegate call'],
  ['a call of another function', { data: selectors.approve }, 'other than a transfer'],
  ['a new owner', { to: testSafe, data: selectors.addOwner }, 'other than a transfer'],
  ['a module', { to: testSafe, data: selectors.enableModule }, 'other than a transfer'],
  ['bytes after the transfer', { data: `${transfer.data}00` }, 'other than a transfer'],
  [
    'an address with dirty bytes',
    { data: transfer.data.replace('a9059cbb00', 'a9059cbb01') },
    'other than a transfer',
  ],
  ['coins beside a call', { value: 1n }, 'sends coins to a contract'],
  ['a gas refund', { gasPrice: 1n }, 'refunds gas'],
  ['base gas', { baseGas: 1n }, 'refunds gas'],
  ['gas for the call', { safeTxGas: 1n }, 'refunds gas'],
  ['a gas token', { gasToken: testToken }, 'gas token'],
  ['a receiver of refunds', { refundReceiver: other }, 'receiver of refunds'],
  ['no amount', { to: other, data: '0x' }, 'transfers nothing'],
  ['more than exists', { to: testHot, data: '0x', value: 10n ** 38n }, 'more than any asset has'],
  ['an unknown token', { to: other }, 'not in your settings'],
] as const)('%s is refused, shown or signed', async (_name, change, reason) => {
  const changed = toPayload({ ...transfer, ...(change as Partial<SafeTransaction>) });
  await expect(openRefill(await lie(changed), settings)).rejects.toThrow(reason);
  await expect(storage.read(changed)).rejects.toThrow(reason);
  if (reason !== 'not in your settings')
    await expect(storage.sign(changed, createOwnerRoot('ana'))).rejects.toThrow(reason);
});

test('another Safe and another chain are refused', async () => {
  await expect(storage.read(toPayload(transfer, { safe: other }))).rejects.toThrow('not our cold storage');
  await expect(storage.read(toPayload(transfer, { chainId: 10 }))).rejects.toThrow('chain id 10');
});

test('a signature holds for one transaction, and in one form only', async () => {
  const { signatures } = await readSafePayload(await storage.sign(payload(), createOwnerRoot('ana')));
  const [first] = signatures;
  if (first === undefined) throw new Error('nothing was signed');
  const moved = toPayload(buildSafeTransfer(tokens, 8n), { signatures });
  await expect(storage.read(moved)).rejects.toThrow('not one over this transaction');
  const renamed = toPayload(transfer, { signatures: [{ ...first, owner: testHot }] });
  await expect(storage.read(renamed)).rejects.toThrow('not one over this transaction');
  for (const last of ['00', '01', '1f', '20'])
    await expect(
      storage.read(
        toPayload(transfer, {
          signatures: [{ ...first, signature: `0x${first.signature.slice(2, -2)}${last}` }],
        }),
      ),
    ).rejects.toThrow('not one over this transaction');
  const twice = toPayload(transfer, { signatures: [first, first] });
  await expect(storage.read(twice)).rejects.toThrow('has an owner twice');
});

test('coins are described with the decimals of the settings', async () => {
  const coins = { contract: null, receiver: testHot, amount: 1_500_000_000_000_000_000n };
  const { amount } = await storage.read(toPayload(buildSafeTransfer(coins, 0n)));
  expect(`${formatAmount(amount.minor, amount.decimals)} ${amount.product}`).toBe('1.5 ETH');
});
