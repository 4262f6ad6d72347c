import { expect, test } from 'vitest';
import { looksLikeEmail } from './looks-like-email.ts';
import { toSafePath } from './navigation/safe-path.ts';
import { readLinkCode } from './mailed-links/use-link-code.ts';

test.each([
  ['/swap', '/swap'],
  ['/dashboard?userName=a&wallet=b', '/dashboard?userName=a&wallet=b'],
  ['/a/../swap', '/swap'],
  ['//evil.example', null],
  ['/\\evil.example', null],
  ['https://evil.example', null],
  ['javascript:alert(1)', null],
  ['swap', null],
  ['', null],
  [null, null],
])('the redirect %s leads to %s', (text, path) => {
  expect(toSafePath(text)).toBe(path);
});

// covers: verify-email.5
test('a link is complete with both of its parts', () => {
  expect(readLinkCode('?verifycode=abc&UserId=17')).toEqual({ verifyCode: 'abc', userId: '17' });
  expect(readLinkCode('?verifycode=abc')).toBeNull();
  expect(readLinkCode('?UserId=17&verifycode=%20')).toBeNull();
});

// covers: sign-in.10
test.each([
  ['maria@example.com', true],
  ['maria', false],
  ['maria@home', false],
  ['a b@c.d', false],
])('%s looks like an e-mail address: %s', (text, answer) => {
  expect(looksLikeEmail(text)).toBe(answer);
});
