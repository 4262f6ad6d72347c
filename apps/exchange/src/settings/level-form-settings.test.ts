import { expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const readForms = (text: string) => readConfig({ SALAR_LEVEL_FORMS: text }).levelForms;

// covers: verification.16
test('documents are kept for five years, and unused ones for 90 days', () => {
  expect(readConfig({}).documentDays).toEqual({ approved: 1825, unused: 90 });
  const days = { SALAR_DOCUMENT_DAYS: '3650', SALAR_UNUSED_DOCUMENT_DAYS: '30' };
  expect(readConfig(days).documentDays).toEqual({ approved: 3650, unused: 30 });
  for (const wrong of ['0', '1.5', 'never', '-1', '99999'])
    expect(() => readConfig({ SALAR_DOCUMENT_DAYS: wrong })).toThrow(
      'SALAR_DOCUMENT_DAYS: must be whole days',
    );
});

test('levels 2 to 4 may have an external form; by default none has', () => {
  expect(readForms('{"2":"https://forms.example/2","4":"https://forms.example/4"}')).toEqual({
    2: 'https://forms.example/2',
    4: 'https://forms.example/4',
  });
  expect(readForms('{}')).toEqual({});
  expect(readConfig({}).levelForms).toEqual({});
});

test.each([
  ['no JSON', '{2: x}'],
  ['not an object', '["https://forms.example"]'],
  ['a level that is checked online', '{"1":"https://forms.example"}'],
  ['an address without https', '{"2":"http://forms.example"}'],
  ['a script', '{"2":"javascript:alert(1)"}'],
  ['not an address', '{"2":7}'],
])('%s is refused at the start, by name', (_name, text) => {
  expect(() => readForms(text)).toThrow(ConfigError);
  expect(() => readForms(text)).toThrow('SALAR_LEVEL_FORMS');
});
