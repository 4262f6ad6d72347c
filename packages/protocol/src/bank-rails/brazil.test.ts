import { describe, expect, test } from 'vitest';
import { parseBrazilianAccount } from './brazilian-account.ts';
import { parseBrazilianPhone } from './brazilian-phone.ts';
import { parseCep } from './cep.ts';
import { formatCnpj, parseCnpj } from './cnpj.ts';
import { formatCpf, parseCpf } from './cpf.ts';
import { parsePixKey } from './pix-key.ts';
import { formatTaxId, parseTaxId } from './tax-id.ts';

/** The value, or the refusal, so that a table row can contain either. */
const toValueOrRefusal = <T>(read: { ok: true; value: T } | { ok: false; refusal: string }) =>
  read.ok ? read.value : read.refusal;

describe('CPF', () => {
  test.each([
    ['529.982.247-25', '52998224725'],
    ['52998224725', '52998224725'],
    ['  529 982 247 25 ', '52998224725'],
    ['111.444.777-35', '11144477735'],
    ['123.456.789-09', '12345678909'],
    ['000.000.001-91', '00000000191'],
    ['390.533.447-05', '39053344705'],
    ['935.411.347-80', '93541134780'],
    ['529.982.247-26', 'check_digit_wrong'],
    ['529.982.247-35', 'check_digit_wrong'],
    ['529.982.274-25', 'check_digit_wrong'],
    ['123.456.789-10', 'check_digit_wrong'],
    ['111.111.111-11', 'digits_repeated'],
    ['000.000.000-00', 'digits_repeated'],
    ['5299822472', 'length_wrong'],
    ['529982247250', 'length_wrong'],
    ['', 'length_wrong'],
    ['5299822472S', 'characters_wrong'],
    ['529,982,247-25', 'characters_wrong'],
    ['٥٢٩٩٨٢٢٤٧٢٥', 'characters_wrong'],
    ['５２９９８２２４７２５', 'characters_wrong'],
    ['529982247\u200b25', 'characters_wrong'],
  ])('%s is %s', (text, expected) => {
    expect(toValueOrRefusal(parseCpf(text))).toBe(expected);
  });

  test('is formatted with punctuation', () => {
    expect(formatCpf('52998224725')).toBe('529.982.247-25');
  });
});

describe('CNPJ', () => {
  test.each([
    ['11.222.333/0001-81', '11222333000181'],
    ['00.000.000/0001-91', '00000000000191'],
    ['33.000.167/0001-01', '33000167000101'],
    ['60.746.948/0001-12', '60746948000112'],
    ['60.701.190/0001-04', '60701190000104'],
    ['18.236.120/0001-58', '18236120000158'],
    ['00.360.305/0001-04', '00360305000104'],
    ['90.400.888/0001-42', '90400888000142'],
    ['12.ABC.345/01DE-35', '12ABC34501DE35'],
    ['12abc34501de35', '12ABC34501DE35'],
    ['11.222.333/0001-82', 'check_digit_wrong'],
    ['12.ABC.345/01DE-36', 'check_digit_wrong'],
    ['12.ABD.345/01DE-35', 'check_digit_wrong'],
    ['12.ABC.345/01DE-3A', 'characters_wrong'],
    ['12.ÁBC.345/01DE-35', 'characters_wrong'],
    ['00.000.000/0000-00', 'digits_repeated'],
    ['11.222.333/0001-8', 'length_wrong'],
    ['11.222.333/0001-811', 'length_wrong'],
  ])('%s is %s', (text, expected) => {
    expect(toValueOrRefusal(parseCnpj(text))).toBe(expected);
  });

  test('is formatted with punctuation', () => {
    expect(formatCnpj('12ABC34501DE35')).toBe('12.ABC.345/01DE-35');
  });
});

describe('a tax number', () => {
  test.each([
    ['529.982.247-25', '52998224725', '529.982.247-25'],
    ['11.222.333/0001-81', '11222333000181', '11.222.333/0001-81'],
  ])('%s is a CPF or a CNPJ by its length', (text, kept, written) => {
    expect(toValueOrRefusal(parseTaxId(text))).toBe(kept);
    expect(formatTaxId(kept)).toBe(written);
  });

  test.each([
    ['529982247250', 'length_wrong'],
    ['', 'length_wrong'],
    ['52998224725!', 'characters_wrong'],
    ['52998224726', 'check_digit_wrong'],
  ])('%s is %s', (text, expected) => {
    expect(toValueOrRefusal(parseTaxId(text))).toBe(expected);
  });
});

describe('CEP', () => {
  test.each([
    ['01310-100', '01310100'],
    ['70150900', '70150900'],
    ['20.040-002', '20040002'],
    ['0131-0100', '01310100'],
    ['1310-100', 'length_wrong'],
    ['013101000', 'length_wrong'],
    ['O1310-100', 'characters_wrong'],
  ])('%s is %s', (text, expected) => {
    expect(toValueOrRefusal(parseCep(text))).toBe(expected);
  });
});

describe('a telephone number of Brazil', () => {
  test.each([
    ['+5511987654321', '+5511987654321'],
    ['+55 (11) 98765-4321', '+5511987654321'],
    ['(11) 98765-4321', '+5511987654321'],
    ['11 98765 4321', '+5511987654321'],
    ['5521998877665', '+5521998877665'],
    ['(61) 3411-1200', '+556134111200'],
    ['55 61 3411 1200', '+556134111200'],
    ['(55) 99999-1234', '+5555999991234'],
    ['(20) 98765-4321', 'area_code_unknown'],
    ['(10) 98765-4321', 'area_code_unknown'],
    ['(36) 3411-1200', 'area_code_unknown'],
    ['+57 300 123 4567', 'area_code_unknown'],
    ['(11) 88765-4321', 'mobile_prefix_wrong'],
    ['98765-4321', 'length_wrong'],
    ['+55 11 98765-43210', 'length_wrong'],
    ['11 9876S-4321', 'characters_wrong'],
    ['++5511987654321', 'characters_wrong'],
    ['', 'length_wrong'],
  ])('%s is %s', (text, expected) => {
    expect(toValueOrRefusal(parseBrazilianPhone(text))).toBe(expected);
  });
});

describe('a Pix key', () => {
  test.each([
    ['529.982.247-25', 'cpf', '52998224725'],
    ['12345678909', 'cpf', '12345678909'],
    ['11.222.333/0001-81', 'cnpj', '11222333000181'],
    ['12.ABC.345/01DE-35', 'cnpj', '12ABC34501DE35'],
    ['+5511987654321', 'phone', '+5511987654321'],
    ['(11) 98765-4321', 'phone', '+5511987654321'],
    ['5511987654321', 'phone', '+5511987654321'],
    ['+556134111200', 'phone', '+556134111200'],
    ['Maria.Silva@Example.com.br', 'email', 'maria.silva@example.com.br'],
    [' pix@bcb.gov.br ', 'email', 'pix@bcb.gov.br'],
    ['123e4567-e89b-42d3-a456-426655440000', 'random', '123e4567-e89b-42d3-a456-426655440000'],
    ['7D9F0335-8DCC-4054-9BF9-0DBD61D36906', 'random', '7d9f0335-8dcc-4054-9bf9-0dbd61d36906'],
    ['123e4567-e12b-12d1-a456-426655440000', 'random', '123e4567-e12b-12d1-a456-426655440000'],
  ])('%s is a key of kind %s', (text, kind, value) => {
    expect(parsePixKey(text)).toEqual({ ok: true, value: { kind, value } });
  });

  test.each([
    ['11987654321', 'phone_prefix_missing'],
    ['11 98765-4321', 'phone_prefix_missing'],
    ['52998224726', 'check_digit_wrong'],
    ['11111111111', 'digits_repeated'],
    ['11.222.333/0001-82', 'check_digit_wrong'],
    ['+5520987654321', 'area_code_unknown'],
    ['+5511887654321', 'mobile_prefix_wrong'],
    ['maria@', 'email_malformed'],
    ['@maria', 'email_malformed'],
    ['maria@localhost', 'email_malformed'],
    ['ma ria@example.com', 'email_malformed'],
    ['.maria@example.com', 'email_malformed'],
    ['maria..silva@example.com', 'email_malformed'],
    ['maria@example..com', 'email_malformed'],
    ['maria@-example.com', 'email_malformed'],
    ['máría@example.com', 'email_malformed'],
    [`${'m'.repeat(70)}@example.com`, 'too_long'],
    ['123e4567-e89b-42d3-a456-42665544000', 'key_unknown'],
    ['123e4567e89b42d3a456426655440000', 'key_unknown'],
    ['maria', 'key_unknown'],
    ['1234567890', 'key_unknown'],
    ['', 'key_unknown'],
  ])('%s is refused: %s', (text, refusal) => {
    expect(toValueOrRefusal(parsePixKey(text))).toBe(refusal);
  });

  test('eleven digits with the check digits of a CPF are a CPF even if they look like a mobile number', () => {
    expect(parsePixKey('11999990080')).toMatchObject({ ok: true, value: { kind: 'cpf' } });
  });
});

describe('an account of Brazil', () => {
  test.each([
    ['0001/1234567-8', '0001/1234567-8'],
    ['1 / 1234567-8', '0001/1234567-8'],
    ['1234 56789-0', '1234/56789-0'],
    ['123-4 / 56.789-x', '0123/56789-X'],
    ['3300-X/12345-X', '3300/12345-X'],
    ['0001/000012345678-9', '0001/000012345678-9'],
    ['1234567-8', 'branch_missing'],
    ['/1234567-8', 'branch_missing'],
    ['X/1234567-8', 'branch_missing'],
    ['0001/12345678', 'check_digit_missing'],
    ['0001/1234-567-8', 'characters_wrong'],
    ['0001/1234567-8/9', 'characters_wrong'],
    ['0001/12345S7-8', 'characters_wrong'],
    ['00001/1234567-8', 'length_wrong'],
    ['0001/1234567890123-8', 'length_wrong'],
    ['0001/0000-0', 'digits_repeated'],
    ['', 'branch_missing'],
  ])('%s is %s', (text, expected) => {
    expect(toValueOrRefusal(parseBrazilianAccount(text))).toBe(expected);
  });
});
