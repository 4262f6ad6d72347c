import { expect, test } from 'vitest';
import { WithdrawIntents } from './withdraw-intent.ts';

test('the same request keeps its key until it is answered', () => {
  const intents = countedIntents();
  expect(intents.getKey({ amount: '1', form: { to: 'a' } })).toBe('key 1');
  expect(intents.getKey({ amount: '1', form: { to: 'a' } })).toBe('key 1');
  intents.resolve();
  expect(intents.getKey({ amount: '1', form: { to: 'a' } })).toBe('key 2');
});

test('another request is another intent', () => {
  const intents = countedIntents();
  expect(intents.getKey({ amount: '1', form: { to: 'a' } })).toBe('key 1');
  expect(intents.getKey({ amount: '1', form: { to: 'b' } })).toBe('key 2');
});

function countedIntents(): WithdrawIntents {
  let made = 0;
  return new WithdrawIntents(() => `key ${++made}`);
}
