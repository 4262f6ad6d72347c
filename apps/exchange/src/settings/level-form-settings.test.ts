import { expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const readForms = (text: string) => readConfig({ SALAR_LEVEL_FORMS: text }).levelForms;

// covers: verification.16
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
