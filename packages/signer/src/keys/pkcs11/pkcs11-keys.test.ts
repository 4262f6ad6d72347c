/** Keys in a real token of SoftHSM. */
import { randomBytes } from 'node:crypto';
import { SignerUnavailable } from '@salar/services/ports/chain-signer';
import { openSoftToken } from '@salar/testing/keys/soft-token';
import { HDKey } from '@scure/bip32';
import { beforeAll, expect, test } from 'vitest';
import type { KeyName } from '../key-store.ts';
import { openKeyStores } from '../open-key-stores.ts';
import { SeedKeys } from '../seed-keys.ts';
import { SignerKeys } from '../signer-keys.ts';
import { Cryptoki } from './cryptoki.ts';
import type { Attribute } from './cryptoki.ts';
import { Pkcs11Keys } from './pkcs11-keys.ts';
import type { TokenSettings } from './pkcs11-keys.ts';

const seed = new SeedKeys({ root: HDKey.fromMasterSeed(new Uint8Array(32).fill(9)), layout: 2 }, 'regtest');
const labels = new Map<KeyName, string>([
  ['evm/hot', 'evm-hot'],
  ['bitcoin/hot', 'bitcoin-hot'],
]);
const digest = randomBytes(32);
let token: TokenSettings;

beforeAll(async () => {
  token = openSoftToken();
  await new Pkcs11Keys(token, labels).create('evm/hot');
});

function openToken(changes: Partial<TokenSettings> = {}): Pkcs11Keys {
  return new Pkcs11Keys({ ...token, ...changes }, labels);
}

/** Opens a session of its own in the token, as another program would. */
async function openSession(): Promise<{ cryptoki: Cryptoki; slot: number; session: number }> {
  const cryptoki = await Cryptoki.load(token.module);
  const { slot = 0 } = (await cryptoki.listTokens()).find(({ label }) => label === token.tokenLabel) ?? {};
  return { cryptoki, slot, session: await cryptoki.openSession(slot, 'writing') };
}

/** Has a token generate a key whose attributes differ from our own. */
async function generate(
  label: string,
  { curve = '06052b8104000a', isExtractable = false }: { curve?: string; isExtractable?: boolean },
): Promise<void> {
  const { cryptoki, session } = await openSession();
  await cryptoki.login(session, token.pin);
  const yes = Buffer.of(1);
  const shared: Attribute[] = [
    ['CKA_TOKEN', yes],
    ['CKA_LABEL', Buffer.from(label)],
  ];
  await cryptoki.generateKeyPair(
    session,
    [...shared, ['CKA_EC_PARAMS', Buffer.from(curve, 'hex')]],
    [
      ...shared,
      ['CKA_PRIVATE', yes],
      ['CKA_SIGN', yes],
      ['CKA_EXTRACTABLE', Buffer.of(isExtractable ? 1 : 0)],
    ],
  );
  await cryptoki.closeSession(session);
}

test('a key of a token signs, and a store that is opened later has the same key', async () => {
  const place = { pkcs11: { ...token, keyLabel: 'evm-hot' } };
  const keys = new SignerKeys(seed, openKeyStores(new Map([['evm/hot', place]])));
  const publicKey = await keys.publicKey('evm/hot');
  expect(publicKey).not.toEqual(await seed.publicKey('evm/hot'));
  // SignerKeys drops a signature that does not verify with the public key.
  for (let count = 0; count < 16; count += 1) await keys.sign('evm/hot', randomBytes(32));
  expect(await openToken().publicKey('evm/hot')).toEqual(publicKey);
});

test('signatures that are requested together are made one after the other', async () => {
  const keys = new SignerKeys(seed, new Map([['evm/hot', openToken()]]));
  const signed = await Promise.all(Array.from({ length: 20 }, () => keys.sign('evm/hot', randomBytes(32))));
  expect(signed).toHaveLength(20);
});

test('a key is created once', async () => {
  await expect(openToken().create('evm/hot')).rejects.toThrow('has an object "evm-hot" already');
});

test('the private key cannot be read', async () => {
  const { cryptoki, session } = await openSession();
  await cryptoki.login(session, token.pin);
  const [object = 0] = await cryptoki.findObjects(session, [
    ['CKA_CLASS', Buffer.from(BigUint64Array.of(3n).buffer)],
    ['CKA_LABEL', Buffer.from('evm-hot')],
  ]);
  await expect(cryptoki.readAttribute({ session, object }, 'CKA_VALUE')).rejects.toThrow(
    'C_GetAttributeValue returned CKR_ATTRIBUTE_SENSITIVE',
  );
  await cryptoki.closeSession(session);
});

test.each<[string, (cryptoki: Cryptoki, slot: number) => Promise<void>]>([
  ['that were closed', (cryptoki, slot) => cryptoki.closeAllSessions(slot)],
  ['of a module that was finalised', (cryptoki) => cryptoki.finalise()],
])('a store replaces its sessions %s', async (_, end) => {
  const keys = new SignerKeys(seed, new Map([['evm/hot', openToken()]]));
  await keys.sign('evm/hot', digest);
  const { cryptoki, slot } = await openSession();
  await end(cryptoki, slot);
  await keys.sign('evm/hot', digest);
});

test('a wrong PIN is tried once, because a token locks after a few', async () => {
  const wrong = openToken({ pin: '000000' });
  const { cryptoki, slot } = await openSession();
  await cryptoki.closeAllSessions(slot); // a process that is logged in need not give the PIN again
  const refusal = `token "${token.tokenLabel}" refuses the PIN: C_Login returned CKR_PIN_INCORRECT`;
  await expect(wrong.sign('evm/hot', digest)).rejects.toThrow(refusal);
  await openToken().sign('evm/hot', digest);
  // Logged in by now: only a store that does not try again still refuses.
  await expect(wrong.sign('evm/hot', digest)).rejects.toThrow(refusal);
});

test('an absent token and one that lacks the key have errors of their own', async () => {
  await expect(openToken({ tokenLabel: 'elsewhere' }).sign('evm/hot', digest)).rejects.toThrow(
    new SignerUnavailable('token "elsewhere" is not present'),
  );
  await expect(openToken().sign('bitcoin/hot', digest)).rejects.toThrow('has no key "bitcoin-hot"');
  await expect(openToken({ module: '/usr/lib/none.so' }).sign('evm/hot', digest)).rejects.toThrow(
    'the PKCS#11 module /usr/lib/none.so cannot be loaded',
  );
});

test('a key that could leave the token is refused', async () => {
  await generate('extractable', { isExtractable: true });
  const keys = new Pkcs11Keys(token, new Map<KeyName, string>([['evm/hot', 'extractable']]));
  await expect(keys.sign('evm/hot', digest)).rejects.toThrow('could be extracted');
});

test('a key of another curve and two keys of one label are refused', async () => {
  await generate('other-curve', { curve: '06082a8648ce3d030107' });
  const other = new Pkcs11Keys(token, new Map<KeyName, string>([['evm/hot', 'other-curve']]));
  await expect(other.publicKey('evm/hot')).rejects.toThrow('is not one of secp256k1');
  await generate('twice', {});
  await generate('twice', {});
  const twice = new Pkcs11Keys(token, new Map<KeyName, string>([['evm/hot', 'twice']]));
  await expect(twice.sign('evm/hot', digest)).rejects.toThrow('has several keys "twice"');
});
