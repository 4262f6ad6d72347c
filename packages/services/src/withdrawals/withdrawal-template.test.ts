import { productId } from '@salar/protocol';
import { bankRails } from '@salar/protocol/bank-rails';
import { describe, expect, test } from 'vitest';
import { bankProviders } from '../tickets/bank-providers.ts';
import { localProviders } from '../tickets/providers.ts';
import { readWithdrawalForm, buildWithdrawalTemplate } from './withdrawal-template.ts';

const table = localProviders({ eth: productId(2), usdt: productId(3), usdc: productId(4) });
const [wallet] = table.providers;
if (wallet === undefined) throw new Error('the provider is missing');
const banks = bankProviders({ cop: productId(5), brl: productId(6) });
const [bank, , pix] = banks;
if (bank === undefined || pix === undefined) throw new Error('the bank rails are missing');
const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

describe('the form of a withdrawal to a wallet', () => {
  test('requires an address and accepts a comment', () => {
    expect(buildWithdrawalTemplate(wallet)).toEqual({
      TemplateType: 'ToExternalEthereumAddress',
      Comment: '',
      ExternalAddress: '',
    });
  });

  test('keeps the parsed fields and nothing else', () => {
    const fields = { ExternalAddress: ` ${address} `, Amount: '5', stray: { evil: 1 } };
    expect(readWithdrawalForm(fields, wallet)).toEqual({
      ok: true,
      value: {
        receiver: address,
        text: JSON.stringify({
          TemplateType: 'ToExternalEthereumAddress',
          Comment: '',
          ExternalAddress: address,
        }),
      },
    });
  });

  test.each([
    ['field_malformed', 'ExternalAddress', { ExternalAddress: [address] }],
    ['field_malformed', 'ExternalAddress', { ExternalAddress: 5 }],
    ['field_malformed', 'Comment', { ExternalAddress: address, Comment: 'x'.repeat(300) }],
    ['field_malformed', 'Comment', { ExternalAddress: address, Comment: 'one\u0000two' }],
    ['field_malformed', 'Comment', { ExternalAddress: address, Comment: '\ud800' }],
    ['field_malformed', 'Comment', { ExternalAddress: address, Comment: {} }],
    ['field_missing', 'ExternalAddress', {}],
    ['field_missing', 'ExternalAddress', { ExternalAddress: '  ' }],
    ['field_missing', 'ExternalAddress', { ExternalAddress: null }],
  ])('is refused with %s of %s: %j', (refusal, field, fields) => {
    expect(readWithdrawalForm(fields, wallet)).toEqual({ ok: false, refusal, field });
  });
});

describe('the form of a withdrawal to a bank', () => {
  // covers: withdraw.45
  test('has the fields of its rail, with options where there is a choice', () => {
    const template = buildWithdrawalTemplate(bank);
    expect(Object.keys(template)).toEqual([
      'TemplateType',
      'BankName',
      'AccountType',
      'Number',
      'DocumentType',
      'DocumentNumber',
      'Comment',
    ]);
    expect(template['BankName']).toContainEqual({ Code: '1007', Name: 'Bancolombia' });
    expect(template['Number']).toBe('');
  });

  test('has one text for one receiver, and keeps the comment', () => {
    const form = { Comment: 'rent', TaxIdNumber: '529.982.247-25', PixKey: 'MARIA@example.com', stray: 1 };
    expect(readWithdrawalForm(form, pix)).toEqual({
      ok: true,
      value: {
        receiver: '{"PixKey":"maria@example.com","TaxIdNumber":"52998224725"}',
        text: '{"TemplateType":"BrlPix","PixKey":"maria@example.com","TaxIdNumber":"52998224725","Comment":"rent"}',
      },
    });
  });

  test.each([
    ['field_missing', 'PixKey', { TaxIdNumber: '529.982.247-25' }],
    ['field_malformed', 'TaxIdNumber', { PixKey: 'maria@example.com', TaxIdNumber: '529.982.247-26' }],
    ['field_malformed', 'PixKey', { PixKey: 5, TaxIdNumber: '529.982.247-26' }],
  ])('names the first field that is wrong: %s %s', (refusal, field, form) => {
    expect(readWithdrawalForm(form, pix)).toEqual({ ok: false, refusal, field });
  });
});

test('local rails have transferable fees and minimums, and each has a provider', () => {
  expect(banks.map(({ rail }) => rail)).toEqual([...bankRails]);
  for (const { withdrawFee, withdrawMin, withdrawMax, name } of banks) {
    expect([withdrawFee % 100n, withdrawMin % 100n, (withdrawMax ?? 0n) % 100n], name).toEqual([0n, 0n, 0n]);
    expect(withdrawMin).toBeGreaterThan(withdrawFee);
    expect(name).toContain('FIAT');
  }
});
