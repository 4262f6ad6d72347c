import { describe, expect, test } from 'vitest';
import { createBlankRailForm, isRailAmount, toRailLines, readRailField, readRailForm } from './rail-form.ts';
import { bankRails, findRailTemplate, railTemplates } from './rails.ts';
import type { BankRail } from './rails.ts';

const filled: Readonly<Record<BankRail, Readonly<Record<string, string>>>> = {
  cop_bank: {
    BankName: '1007',
    AccountType: 'savings',
    Number: '123-456789-01',
    DocumentType: 'CC',
    DocumentNumber: '1.020.304.050',
    Comment: 'rent',
  },
  cop_breb: { SystemName: 'BREB', Number: '300 123 4567', DocumentType: 'CC', DocumentNumber: '1020304050' },
  brl_pix: { PixKey: 'Maria@Example.com.br', TaxIdNumber: '529.982.247-25', Comment: '' },
  brl_ted: { BankName: '260', AccountType: 'payment', Number: '1/1234567-8', TaxIdNumber: '529.982.247-25' },
};
const kept: Readonly<Record<BankRail, string>> = {
  cop_bank:
    '{"BankName":"1007","AccountType":"savings","Number":"12345678901","DocumentType":"CC","DocumentNumber":"1020304050"}',
  cop_breb: '{"SystemName":"BREB","Number":"3001234567","DocumentType":"CC","DocumentNumber":"1020304050"}',
  brl_pix: '{"PixKey":"maria@example.com.br","TaxIdNumber":"52998224725"}',
  brl_ted: '{"BankName":"260","AccountType":"payment","Number":"0001/1234567-8","TaxIdNumber":"52998224725"}',
};

describe.each(bankRails)('the form of %s', (rail) => {
  const template = railTemplates[rail];

  // covers: bank-accounts.11
  test('is found by its name and has every field once, with Comment last', () => {
    expect(findRailTemplate(template.name)).toBe(template);
    const blank = createBlankRailForm(template);
    expect(Object.keys(blank)).toEqual([
      'TemplateType',
      ...template.fields.map(({ name }) => name),
      'Comment',
    ]);
    expect(blank['TemplateType']).toBe(template.name);
  });

  test('is stored as one string in the order of its fields, whatever the order and punctuation of the input', () => {
    const backwards = Object.fromEntries(Object.entries(filled[rail]).toReversed());
    for (const form of [filled[rail], backwards]) {
      const read = readRailForm(template, { ...form, Amount: '5', stray: {} });
      expect(read.ok && read.value.canonical).toBe(kept[rail]);
    }
  });

  test('parses its stored form to itself', () => {
    const again = readRailForm(template, JSON.parse(kept[rail]) as Record<string, unknown>);
    expect(again.ok && again.value.canonical).toBe(kept[rail]);
  });

  test('requires every field except Comment', () => {
    const read = readRailForm(template, { Comment: 'hello' });
    const named = read.ok ? [] : read.problems.map(({ field }) => field);
    expect(named).toEqual(template.fields.map(({ name }) => name));
  });

  test.each(template.fields.map(({ name }) => name))('accepts nothing but text in %s', (name) => {
    for (const bad of [1, true, {}, [], ['x'], 'x'.repeat(129), '\u0000', '😀']) {
      const read = readRailForm(template, { ...filled[rail], [name]: bad });
      expect(!read.ok && read.problems.some(({ field }) => field === name), JSON.stringify(bad)).toBe(true);
    }
    for (const nothing of [undefined, null, '', '  '])
      expect(readRailField(template, name, { ...filled[rail], [name]: nothing })).toEqual({
        ok: false,
        refusal: 'required',
      });
  });
});

test('a form reports every wrong field with its reason', () => {
  const form = {
    BankName: 'Bancolombia',
    AccountType: 'savings',
    Number: '1',
    DocumentType: 'NIT',
    DocumentNumber: '900123456',
  };
  expect(readRailForm(railTemplates.cop_bank, form)).toEqual({
    ok: false,
    problems: [
      { field: 'BankName', refusal: 'option_unknown' },
      { field: 'Number', refusal: 'length_wrong' },
      { field: 'DocumentNumber', refusal: 'check_digit_missing' },
    ],
  });
});

test('a key that is a document must belong to the named receiver', () => {
  const pix = { PixKey: '529.982.247-25', TaxIdNumber: '111.444.777-35' };
  expect(readRailField(railTemplates.brl_pix, 'TaxIdNumber', pix)).toEqual({
    ok: false,
    refusal: 'document_mismatch',
  });
  const breb = { SystemName: 'BREB', Number: '79123456', DocumentType: 'CC', DocumentNumber: '79123457' };
  expect(readRailField(railTemplates.cop_breb, 'DocumentNumber', breb)).toEqual({
    ok: false,
    refusal: 'document_mismatch',
  });
  for (const Number of ['900123456', '900123456-8']) {
    const company = { SystemName: 'BREB', Number, DocumentType: 'NIT', DocumentNumber: '900.123.456-8' };
    expect(readRailForm(railTemplates.cop_breb, company).ok).toBe(true);
  }
});

test('unusual lengths cause a warning, not a refusal', () => {
  const read = readRailForm(railTemplates.cop_bank, { ...filled.cop_bank, Number: '12345' });
  expect(read).toMatchObject({ ok: true, value: { warnings: ['length_unusual'] } });
});

test('names of banks and kinds replace codes for a person', () => {
  const read = readRailForm(railTemplates.cop_bank, filled.cop_bank);
  expect(read.ok && toRailLines(railTemplates.cop_bank, read.value.values)).toEqual([
    { field: 'BankName', text: 'Bancolombia', code: '1007' },
    { field: 'AccountType', text: 'Savings account', code: 'savings' },
    { field: 'Number', text: '12345678901', code: null },
    { field: 'DocumentType', text: 'ID card', code: 'CC' },
    { field: 'DocumentNumber', text: '1020304050', code: null },
  ]);
});

test('COP rails transfer whole pesos, BRL rails centavos', () => {
  const fits = (rail: BankRail, amount: bigint) => isRailAmount(railTemplates[rail], amount, 2);
  expect([fits('cop_bank', 10_000n), fits('cop_bank', 10_001n), fits('cop_breb', 10_050n)]).toEqual([
    true,
    false,
    false,
  ]);
  expect([fits('brl_pix', 1n), fits('brl_ted', 10_001n)]).toEqual([true, true]);
});
