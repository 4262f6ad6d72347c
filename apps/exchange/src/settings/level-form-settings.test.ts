import { expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const formsOf = (text: string) => readConfig({ SALAR_LEVEL_FORMS: text }).levelForms;

// covers: verification.16
test('levels 2 to 4 may have a form elsewhere; without the setting none has', () => {
  expect(formsOf('{"2":"https://forms.example/2","4":"https://forms.example/4"}')).toEqual({
    2: 'https://forms.example/2',
    4: 'https://forms.example/4',
  });
  expect(formsOf('{}')).toEqual({});
  expect(readConfig({}).levelForms).toEqual({});
});

test.each([
  ['no JSON', '{2: x}'],
  ['no object', '["https://forms.example"]'],
  ['a level that is checked online', '{"1":"https://forms.example"}'],
  ['an address without a lock', '{"2":"http://forms.example"}'],
  ['a script', '{"2":"javascript:alert(1)"}'],
  ['no address', '{"2":7}'],
])('%s is refused at the start, by name', (_name, text) => {
  expect(() => formsOf(text)).toThrow(ConfigError);
  expect(() => formsOf(text)).toThrow('SALAR_LEVEL_FORMS');
});
