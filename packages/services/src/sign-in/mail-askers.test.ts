import { millis } from '@salar/protocol';
import { expect, test } from 'vitest';
import { MailAskers } from './mail-askers.ts';

const hour = 60 * 60_000;
const count = (askers: MailAskers, tries: number, admit: (number: number) => readonly [string, string]) =>
  Array.from({ length: tries }, (_none, number) => admit(number)).filter(([address, target]) =>
    askers.admit(address, target, millis(0)),
  ).length;

test('E5 one connection requests three mails for a customer within an hour, and sixty in all', () => {
  const askers = new MailAskers();
  expect(count(askers, 10, () => ['203.0.113.9', 'reset_password 1'])).toBe(3);
  expect(count(askers, 10, () => ['203.0.113.10', 'reset_password 1'])).toBe(3);
  expect(count(askers, 100, (number) => ['203.0.113.9', `reset_password ${number + 2}`])).toBe(57);
  expect(askers.admit('203.0.113.9', 'reset_password 1', millis(hour))).toBe(true);
});

test('E5 the 256 networks of an IPv6 home line are one connection', () => {
  const askers = new MailAskers();
  const hex = (number: number) => number.toString(16).padStart(2, '0');
  expect(count(askers, 256, (number) => [`2001:db8:1:a${hex(number)}::1`, 'reset_password 1'])).toBe(3);
});
