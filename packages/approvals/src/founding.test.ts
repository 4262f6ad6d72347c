/** The founding document: who may found, and that everybody signed the same text. */
import { expect, test } from 'vitest';
import { formatFounding, readFounding, verifyFounding } from './founding.ts';
import type { FoundingDocument } from './founding.ts';
import { formatSigningKey } from './signing-key.ts';
import { createFileSigner, createPasskey, createSecurityKey, createSshSigner } from './test-signers.ts';

const ana = createSecurityKey();
const bea = createSshSigner();
const eve = createFileSigner();
const document: FoundingDocument = {
  installation: 'salar.example.com',
  at: 1_795_478_400_000,
  founders: [
    { name: 'ana', role: 'admin', key: ana.key },
    { name: 'bea', role: 'admin', key: bea.key },
  ],
};
const text = formatFounding(document) ?? '';
const signatures = new Map([
  ['ana', ana.sign(text)],
  ['bea', bea.sign(text)],
]);
const refused = (refusal: string) => ({ ok: false, refusal });

test('a line per founder, read back as it was', () => {
  expect(text).toBe(
    [
      'salar/founding/v1',
      'installation: salar.example.com',
      'at: 2026-11-24T00:00:00.000Z',
      `operator: ana admin ${formatSigningKey(ana.key)}`,
      `operator: bea admin ${formatSigningKey(bea.key)}`,
      '',
    ].join('\n'),
  );
  expect(formatFounding(readFounding(text) ?? document)).toBe(text);
});

test('is accepted when every founder signed it', async () => {
  const verified = await verifyFounding(text, signatures, 2);
  expect(verified).toMatchObject({ ok: true });
  if (verified.ok) expect(verified.value.founders.map(({ name }) => name)).toEqual(['ana', 'bea']);
});

test('is refused with fewer founders than required', async () => {
  expect(await verifyFounding(text, signatures, 3)).toEqual(refused('too_few_founders'));
  const none = formatFounding({ ...document, founders: [] }) ?? '';
  expect(await verifyFounding(none, new Map(), 0)).toEqual(refused('too_few_founders'));
});

test('is refused when one person is two founders', async () => {
  const named = formatFounding({
    ...document,
    founders: [
      { name: 'ana', role: 'admin', key: ana.key },
      { name: 'ana', role: 'risk', key: bea.key },
    ],
  });
  expect(await verifyFounding(named ?? '', signatures, 2)).toEqual(refused('founder_twice'));
  // The same key, once as OpenSSH writes it and once as SubjectPublicKeyInfo.
  const keyed = formatFounding({
    ...document,
    founders: [
      { name: 'ana', role: 'admin', key: bea.key },
      { name: 'bea', role: 'admin', key: { kind: 'ed25519', publicKey: bea.key.publicKey } },
    ],
  });
  expect(await verifyFounding(keyed ?? '', signatures, 2)).toEqual(refused('key_twice'));
});

test('is refused when a founder did not sign it, or signed another', async () => {
  expect(await verifyFounding(text, new Map([['ana', ana.sign(text)]]), 2)).toEqual(
    refused('signature_missing'),
  );
  const other = formatFounding({ ...document, installation: 'salar.example.org' }) ?? '';
  for (const signature of [bea.sign(other), eve.sign(text), ana.sign(text)]) {
    const given = new Map([...signatures, ['bea', signature]]);
    expect(await verifyFounding(text, given, 2)).toEqual(refused('signature_invalid'));
  }
});

test.each([
  ['a blank more', text.replace('ana admin', 'ana  admin')],
  ['another line end', text.replaceAll('\n', '\r\n')],
  ['a comment after a key', text.replace(/(ssh-ed25519 \S+)\n/, '$1 bea\n')],
  ['a time in another form', text.replace('.000Z', 'Z')],
  [
    'another order of lines',
    text.split('\n').toSpliced(1, 2, 'at: 2026-11-24T00:00:00.000Z', 'installation: a').join('\n'),
  ],
  ['no end of line', text.trimEnd()],
  ['another purpose', text.replace('founding', 'payment')],
  ['a role that is no word', text.replace(' admin ', ' Admin ')],
])('%s is no founding document', async (_name, changed) => {
  expect(changed).not.toBe(text);
  expect(readFounding(changed)).toBeNull();
  expect(await verifyFounding(changed, signatures, 2)).toEqual(refused('document_malformed'));
});

test('a passkey can found', async () => {
  const cat = createPasskey();
  const founders = [...document.founders, { name: 'cat', role: 'risk', key: cat.key }];
  const three = formatFounding({ ...document, founders }) ?? '';
  const all = new Map([
    ['ana', ana.sign(three)],
    ['bea', bea.sign(three)],
    ['cat', cat.sign(three)],
  ]);
  expect(await verifyFounding(three, all, 2)).toMatchObject({ ok: true });
});
