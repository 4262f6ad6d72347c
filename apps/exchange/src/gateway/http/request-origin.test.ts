import { expect, test } from 'vitest';
import { formatDeviceCookie, readRequestOrigin } from './request-origin.ts';

const readDevice = (cookie: string) => readRequestOrigin('203.0.113.9', { cookie }).device;

test('over https the device cookie can only be set by this host; a laptop has the plain one', () => {
  expect(formatDeviceCookie('abc', { isSecure: true })).toMatch(
    /^__Host-salar_device=abc; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Strict; Secure$/,
  );
  expect(formatDeviceCookie('abc', { isSecure: false })).toMatch(/^salar_device=abc; .*SameSite=Strict$/);
});

test('a cookie that another host of the domain has set does not replace our own', () => {
  expect(readDevice('salar_device=theirs; __Host-salar_device=ours')).toBe('ours');
  expect(readDevice('x=1; salar_device=former')).toBe('former');
  expect(readDevice('other__Host-salar_device=x')).toBeNull();
  expect(readDevice('')).toBeNull();
});
