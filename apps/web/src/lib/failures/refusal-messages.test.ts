import { expect, test } from 'vitest';
import { findRefusalMessage } from './refusal-messages.ts';

test.each([
  ['a plain message', { message: 'Username already exists.', detail: null }, 'Username already exists.'],
  [
    'a general message gives way to its detail',
    { message: 'Operation Failed', detail: 'Invalid or expired code' },
    'Invalid or expired code',
  ],
  ['a general message without detail is nothing', { message: 'Invalid Request', detail: null }, null],
  ['a detail alone', { message: null, detail: 'Password too common' }, 'Password too common'],
])('%s', (_, answer, message) => {
  expect(findRefusalMessage(answer)).toBe(message);
});
