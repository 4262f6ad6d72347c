import { expect, test } from 'vitest';
import { toKeyRing } from '../crypto/key-ring.ts';
import { hashPassword, verifyPassword } from './password-hash.ts';

const cheap = { memoryKib: 64, passes: 1, lanes: 1 };
const pepper = toKeyRing(Buffer.alloc(32, 7));
const other = { id: 2, key: Buffer.alloc(32, 8) };

test('P1 the hash is argon2id with its own salt, and only the right password and pepper match', () => {
  const hash = hashPassword('Quartz-harbour-9', pepper, cheap);
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=64,t=1,p=1\$/);
  expect(hashPassword('Quartz-harbour-9', pepper, cheap)).not.toBe(hash);
  expect(verifyPassword('Quartz-harbour-9', hash, pepper, cheap)).toEqual({
    isRight: true,
    needsRehash: false,
  });
  expect(verifyPassword('quartz-harbour-9', hash, pepper, cheap).isRight).toBe(false);
  expect(verifyPassword('Quartz-harbour-9', hash, toKeyRing(other.key), cheap).isRight).toBe(false);
});

test('P1 a hash made with other parameters needs a rehash', () => {
  const hash = hashPassword('Quartz-harbour-9', pepper, cheap);
  expect(verifyPassword('Quartz-harbour-9', hash, pepper, { ...cheap, passes: 2 })).toEqual({
    isRight: true,
    needsRehash: true,
  });
});

test('a hash under a former pepper is right and needs a rehash; without that pepper it is wrong', () => {
  const password = 'Quartz-harbour-9';
  const before = hashPassword(password, pepper, cheap);
  expect(verifyPassword(password, before, [other, ...pepper], cheap)).toEqual({
    isRight: true,
    needsRehash: true,
  });
  const after = hashPassword(password, [other, ...pepper], cheap);
  expect(after).toMatch(/^2\$argon2id\$/);
  expect(verifyPassword(password, after, [other], cheap)).toEqual({ isRight: true, needsRehash: false });
  expect(verifyPassword(password, before, [other], cheap)).toEqual({ isRight: false, needsRehash: false });
});
