import { expect, test } from 'vitest';
import { readBasic } from './basic-credentials.ts';

const encoded = Buffer.from('maria:pass:word ñ').toString('base64');

// covers: sign-in.12
test('the prefix Basic is optional, and a password may contain colons', () => {
  for (const header of [`Basic ${encoded}`, `basic  ${encoded}`, encoded])
    expect(readBasic(header)).toEqual({ login: 'maria', password: 'pass:word ñ' });
});

test('returns null for text that is not credentials', () => {
  for (const header of [
    '',
    'Basic',
    'Basic !!!',
    `Basic ${Buffer.from(':x').toString('base64')}`,
    'x'.repeat(2000),
  ])
    expect(readBasic(header)).toBeNull();
});
