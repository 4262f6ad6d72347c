import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseBrazilianAccount } from './brazilian-account.ts';
import { parseBrazilianPhone } from './brazilian-phone.ts';
import { parseBrebKey } from './breb-key.ts';
import { parseCep } from './cep.ts';
import { parseColombianAccount } from './colombian-account.ts';
import { colombianDocumentTypes, parseColombianDocument } from './colombian-document.ts';
import { parsePixKey } from './pix-key.ts';
import { readRailForm } from './rail-form.ts';
import { bankRails, railTemplates } from './rails.ts';
import { parseTaxId } from './tax-id.ts';

/** Realistic texts, and texts that nobody writes. */
const written = fc.oneof(
  fc.string({ unit: fc.constantFrom(...Array.from('0123456789.-/ +()@aAxXzZ')), maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.stringMatching(/^[0-9]{1,20}$/),
  fc.stringMatching(/^[0-9]{3}\.[0-9]{3}\.[0-9]{3}-[0-9]{2}$/),
  fc.emailAddress(),
  fc.uuid(),
  fc.constantFrom('529.982.247-25', '11.222.333/0001-81', '900.123.456-8', '1.020.304.050', '3001234567'),
  fc.constantFrom('123-456789-01', '1/1234567-8', 'maria@example.com', '+55 11 98765-4321', '@CBW0ZWQT6'),
);

const readers: readonly (readonly [string, (text: string) => { ok: boolean; value?: unknown }])[] = [
  ['tax number', parseTaxId],
  ['postal code', parseCep],
  ['phone', parseBrazilianPhone],
  ['account of Brazil', parseBrazilianAccount],
  ['account of Colombia', parseColombianAccount],
  ['Pix key', (text) => getValue(parsePixKey(text))],
  ['Bre-B key', (text) => getValue(parseBrebKey(text))],
  ...colombianDocumentTypes.map(
    (type) => [`document ${type}`, (text: string) => parseColombianDocument(type, text)] as const,
  ),
];

function getValue(read: { ok: true; value: { value: string } } | { ok: false; refusal: string }) {
  return read.ok ? { ok: true, value: read.value.value } : read;
}

test.each(readers)('a canonical %s parses to itself', (_name, read) => {
  fc.assert(
    fc.property(written, (text) => {
      const first = read(text);
      if (first.ok) expect(read(String(first.value))).toEqual(first);
    }),
    { numRuns: 3000 },
  );
});

test.each(bankRails)(
  'any form of %s is refused by field or stored as one string that parses to itself',
  (rail) => {
    const template = railTemplates[rail];
    const names = template.fields.map(({ name }) => name);
    const field = fc.oneof(
      { weight: 4, arbitrary: written },
      { weight: 1, arbitrary: fc.jsonValue() },
      ...template.fields.flatMap(({ options }) =>
        options ? [{ weight: 4, arbitrary: fc.constantFrom(...options.map(({ Code }) => Code)) }] : [],
      ),
    );
    const form = fc.record(Object.fromEntries(names.map((name) => [name, field])), { requiredKeys: [] });
    fc.assert(
      fc.property(form, (fields) => {
        const read = readRailForm(template, fields);
        if (!read.ok) {
          expect(names).toEqual(expect.arrayContaining(read.problems.map((problem) => problem.field)));
          return;
        }
        const kept = JSON.parse(read.value.canonical) as Record<string, unknown>;
        expect(Object.keys(kept)).toEqual(names);
        expect(readRailForm(template, kept)).toEqual(read);
      }),
      { numRuns: 2000 },
    );
  },
);
