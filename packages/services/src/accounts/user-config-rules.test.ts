import { expect, test } from 'vitest';
import { checkConfig } from './user-config-rules.ts';

// covers: calls.27
test('a customer may store short keys and values', () => {
  expect(checkConfig([{ key: 'Language', value: 'ES' }])).toEqual({ ok: true, value: null });
});

test('G8 keys of the second factor and of verification are reserved for the exchange', () => {
  for (const key of ['2FAType', 'GooglePassPhrase', 'levelIncreaseStatus', 'a/b', ''])
    expect(checkConfig([{ key, value: 'x' }])).toEqual({ ok: false, refusal: 'config_key_refused' });
  expect(checkConfig([{ key: 'a', value: 'x'.repeat(257) }])).toMatchObject({ refusal: 'config_too_large' });
});
