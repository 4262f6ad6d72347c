import { expect, test } from 'vitest';
import type { BankInfo } from '../../api/records/withdraw-info.ts';
import { toBankAccount } from './bank-account.ts';

const rails = [
  rail(10, 'COP_FIAT_BANK', 'CopBankTransfer', 'Bank transfer (Colombia)'),
  rail(11, 'COP_FIAT_BREB', 'CopBreB', 'Bre-B'),
  rail(12, 'BRL_FIAT_PIX', 'BrlPix', 'Pix'),
];

// covers: bank-accounts.5
test('a Colombian account shows its bank by name and everything else masked', () => {
  const fields = {
    BankName: '1007',
    AccountType: 'savings',
    Number: '12345678901',
    DocumentType: 'CC',
    DocumentNumber: '1020304050',
  };
  expect(toBankAccount(info({ name: 'bank:12345678901', fields }), rails)).toEqual({
    infoId: 'a1',
    symbol: 'COP',
    title: '••••8901',
    institution: 'Bancolombia',
    accountType: { code: 'savings', name: 'Savings account' },
    details: [
      { field: 'DocumentType', value: 'CC' },
      { field: 'DocumentNumber', value: '••••4050' },
    ],
    isVerified: true,
  });
});

// covers: bank-accounts.17
test('a key is masked as a number is, and the payment system is shown instead of the bank', () => {
  const breb = { SystemName: 'BREB', Number: '@maria123', DocumentType: 'CC', DocumentNumber: '1020304050' };
  expect(toBankAccount(info({ fields: breb }), rails)).toMatchObject({
    title: '••••a123',
    institution: 'Bre-B',
  });
  const pix = { PixKey: 'maria@example.com', TaxIdNumber: '52998224725' };
  expect(toBankAccount(info({ name: 'bank:1700000000000', fields: pix }), rails)).toMatchObject({
    title: '••••.com',
    institution: 'Pix',
    details: [{ field: 'TaxIdNumber', value: '••••4725' }],
  });
});

// covers: bank-accounts.6
test('fields unknown to every rail are masked as well, and codes without a name are shown as they are', () => {
  const fields = { BankName: 'Caja de la Villa', Number: '123', Branch: 'Centro' };
  expect(toBankAccount(info({ fields }), [])).toMatchObject({
    title: '123',
    institution: 'Caja de la Villa',
    accountType: null,
    details: [{ field: 'Branch', value: '••••ntro' }],
  });
});

// covers: bank-accounts.17
test('without number and key the stored name is the title', () => {
  expect(toBankAccount(info({ name: 'bank:1700000000000', fields: {} }), [])).toMatchObject({
    title: '••••0000',
    institution: null,
    details: [],
  });
});

function info(more: Partial<BankInfo>): BankInfo {
  return {
    infoId: 'a1',
    kind: 'bank',
    productId: 5,
    symbol: 'COP',
    name: 'bank:1',
    isVerified: true,
    fields: {},
    ...more,
  };
}

function rail(providerId: number, providerName: string, templateName: string, displayName: string) {
  return { providerId, providerName, templateName, templateType: templateName, displayName, amountMin: null };
}
