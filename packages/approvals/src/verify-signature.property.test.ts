/** Any change of a text, key or signature is refused, for each kind of key. */
import { createPublicKey, verify } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatSignedText } from '@salar/protocol/signed-texts/signed-text';
import { formatSigningKey, readSigningKey } from './signing-key.ts';
import { createFileSigner, createPasskey, createSecurityKey, createSshSigner } from './test-signers.ts';
import { verifySignature } from './verify-signature.ts';

const text = formatSignedText('payment', [['ticket', '1003']]) ?? '';
const signers = {
  'a key in a file': createFileSigner(),
  'a key of OpenSSH': createSshSigner(),
  'a security key': createSecurityKey(),
  'a passkey': createPasskey(),
};

/** Replaces, removes or adds one byte. */
function changeByte(bytes: string, at: number, kind: 'replace' | 'remove' | 'add', by: string): string {
  const place = at % bytes.length;
  if (kind === 'remove') return bytes.slice(0, place) + bytes.slice(place + 1);
  return bytes.slice(0, place) + by + bytes.slice(kind === 'add' ? place : place + 1);
}
const changes = fc.tuple(
  fc.nat(),
  fc.constantFrom('replace' as const, 'remove' as const, 'add' as const),
  fc.constantFrom(...'A B z 0 9 + / = - _ : . é'.split(' '), ' ', '\n', '\u0000'),
);

describe.each(Object.entries(signers))('%s', (_name, { key, sign: signText }) => {
  const signature = signText(text);

  test('verifies its own signature, also after its text form is read again', async () => {
    expect(await verifySignature(key, text, signature)).toEqual({ ok: true, value: null });
    const read = readSigningKey(formatSigningKey(key));
    expect(read).toMatchObject({ ok: true });
    if (read.ok) expect(await verifySignature(read.value, text, signature)).toMatchObject({ ok: true });
  });

  test('any change of a byte of the text is refused', async () => {
    await fc.assert(
      fc.asyncProperty(changes, async (change) => {
        const changed = changeByte(text, ...change);
        fc.pre(changed !== text);
        expect(await verifySignature(key, changed, signature)).toMatchObject({ ok: false });
      }),
    );
  });

  test('any change of a byte of the signature is refused', async () => {
    await fc.assert(
      fc.asyncProperty(changes, async (change) => {
        const changed = changeByte(signature, ...change);
        fc.pre(changed !== signature);
        expect(await verifySignature(key, text, changed)).toMatchObject({ ok: false });
      }),
      { numRuns: 500 },
    );
  });

  test('any change of a bit of the key is refused', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.integer({ min: 0, max: 7 }), async (at, bit) => {
        const publicKey = Buffer.from(key.publicKey);
        const place = at % publicKey.length;
        publicKey.writeUInt8(publicKey.readUInt8(place) ^ (1 << bit), place);
        expect(await verifySignature({ ...key, publicKey }, text, signature)).toMatchObject({ ok: false });
      }),
    );
  });

  test('the signature of a text of another purpose is refused', async () => {
    const other = formatSignedText('operator-request', [['ticket', '1003']]) ?? '';
    expect(await verifySignature(key, text, signText(other))).toEqual({
      ok: false,
      refusal: 'signature_invalid',
    });
  });

  test('a text without a purpose is refused, whatever signed it', async () => {
    const bare = 'ticket: 1003\n';
    expect(await verifySignature(key, bare, signText(bare))).toEqual({
      ok: false,
      refusal: 'text_without_purpose',
    });
  });

  test('a signature of another kind of key is refused', async () => {
    for (const { key: other, sign: signOther } of Object.values(signers)) {
      if (other !== key)
        expect(await verifySignature(key, text, signOther(text))).toMatchObject({ ok: false });
    }
  });
});

test('a signature of a passkey has one form: another tag or length of its DER is refused', async () => {
  const { key, sign: signText } = createPasskey();
  const fields = signText(text).split(' ');
  const signature = Buffer.from(fields.pop() ?? '', 'base64url');
  for (const place of [0, 1, 2, 3])
    for (let byte = 0; byte < 256; byte += 1) {
      const changed = Buffer.from(signature);
      changed.writeUInt8(byte, place);
      expect(
        await verifySignature(key, text, [...fields, changed.toString('base64url')].join(' ')),
      ).toMatchObject({
        ok: changed.equals(signature),
      });
    }
});

test('a security key that nobody touched is refused', async () => {
  const { key, sign: signText } = createSecurityKey({ flags: 0x00 });
  expect(await verifySignature(key, text, signText(text))).toEqual({
    ok: false,
    refusal: 'signature_invalid',
  });
});

test.each([
  ['that did not verify its user', { flags: 0x01 }],
  ['at another site', { origin: 'https://ops.example.org' }],
])('a passkey %s is refused', async (_name, options) => {
  const { key, sign: signText } = createPasskey(options);
  expect(await verifySignature(key, text, signText(text))).toEqual({
    ok: false,
    refusal: 'signature_invalid',
  });
});

test('a key of small order is refused: its signatures verify for any text', async () => {
  // R is the neutral point and S is zero.
  const neutral = Buffer.alloc(32);
  neutral.writeUInt8(1);
  const forged = Buffer.concat([neutral, Buffer.alloc(32)]);
  const spki = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), neutral]);
  const raw = createPublicKey({ key: spki, format: 'der', type: 'spki' });
  expect(verify(null, Buffer.from(text), raw, forged)).toBe(true); // what the library accepts
  const key = { kind: 'ed25519', publicKey: neutral } as const;
  expect(await verifySignature(key, text, forged.toString('base64'))).toMatchObject({ ok: false });
  expect(readSigningKey(spki.toString('base64'))).toEqual({ ok: false, refusal: 'key_malformed' });
});

test('any text is read as a key or refused, without throwing', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.base64String()), (rest) => {
      for (const head of ['', 'ssh-ed25519 ', 'sk-ssh-ed25519@openssh.com ', 'webauthn ']) {
        const read = readSigningKey(head + rest);
        if (read.ok) expect(readSigningKey(formatSigningKey(read.value))).toEqual(read);
      }
    }),
  );
});
