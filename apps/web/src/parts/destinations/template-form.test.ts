import { expect, test } from 'vitest';
import type { TemplateField } from '../../api/calls/transfers/get-withdraw-template.ts';
import {
  listFormFields,
  fillForm,
  fitsTemplate,
  humanize,
  findMissingFields,
  toStoredFields,
} from './template-form.ts';

const template = [
  field('TemplateType', 'ToExternalEthereum'),
  field('Comment'),
  field('ExternalAddress'),
  {
    ...field('System'),
    options: [
      { code: '1', name: 'Bre-B' },
      { code: '2', name: 'Transfiya' },
    ],
  },
];

test('known values are not requested, and the comment comes last', () => {
  expect(listFormFields(template).map(({ name }) => name)).toEqual(['ExternalAddress', 'System', 'Comment']);
});

// covers: withdraw.10
test('everything but the comment is required, and blanks do not count', () => {
  expect(findMissingFields(template, { ExternalAddress: '  ' })).toEqual(['ExternalAddress', 'System']);
  expect(findMissingFields(template, { ExternalAddress: '0xab', System: '1' })).toEqual([]);
});

// covers: withdraw.8
test('the filled form has every field of the template and no other', () => {
  const values = { ExternalAddress: ' 0xab ', System: '1', Intruder: 'x' };
  expect(fillForm(template, values, { templateType: 'ToExternalEthereum', amount: '5' })).toEqual({
    TemplateType: 'ToExternalEthereum',
    Comment: '',
    ExternalAddress: '0xab',
    System: '1',
  });
});

test('an amount field in the template gets the amount', () => {
  const form = fillForm([field('Amount')], {}, { templateType: 'T', amount: '0.5' });
  expect(form).toEqual({ Amount: '0.5' });
});

test('a choice with a single option is preselected', () => {
  const only = { ...field('SystemName'), options: [{ code: '1', name: 'Bre-B' }] };
  expect(findMissingFields([only], {})).toEqual([]);
  expect(toStoredFields([only], {})).toEqual({ SystemName: '1' });
});

test('a bank account is stored as its destination, without comment and type', () => {
  const values = { ExternalAddress: ' 0xab ', System: '1', Comment: 'rent' };
  expect(toStoredFields(template, values)).toEqual({ ExternalAddress: '0xab', System: '1' });
});

test('a stored destination fits a form with exactly its fields', () => {
  expect(fitsTemplate(template, { ExternalAddress: '0xab', System: '1' })).toBe(true);
  expect(fitsTemplate(template, { ExternalAddress: '0xab' })).toBe(false);
  expect(fitsTemplate(template, { ExternalAddress: '0xab', System: '3' })).toBe(false);
  expect(fitsTemplate(template, { ExternalAddress: '0xab', System: '1', PixKey: 'x' })).toBe(false);
});

test('unknown fields get a readable label', () => {
  expect(humanize('TaxIdNumber')).toBe('Tax id number');
  expect(humanize('bank_name')).toBe('Bank name');
});

function field(name: string, initial = ''): TemplateField {
  return { name, options: null, initial };
}
