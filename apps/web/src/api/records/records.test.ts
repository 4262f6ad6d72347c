import { expect, test } from 'vitest';
import { readTemplateTypes } from './template-type.ts';
import { readWithdrawInfo } from './withdraw-info.ts';
import { WireRow } from '../wire/wire-row.ts';

// covers: calls.23
test('a provider without a display name uses its own name', () => {
  const type = { AccountProviderId: '2', AccountProviderName: 'ETH_NODE', TemplateName: 'ToExternal' };
  const names = readTemplateTypes({
    TemplateTypes: [type, { ...type, DisplayName: '' }, { ...type, DisplayName: 'Ethereum' }],
  }).map(({ displayName }) => displayName);
  expect(names).toEqual(['ETH_NODE', 'ETH_NODE', 'Ethereum']);
});

const info = (Name: string, AccountIdentifier: string) =>
  readWithdrawInfo(
    new WireRow({
      AccountWithdrawInfoId: 'a1',
      ProductId: '5',
      ProductName: 'COP',
      Name,
      AccountIdentifier,
      Verified: true,
    }),
  );
const start = { infoId: 'a1', productId: 5, symbol: 'COP', isVerified: true };

// covers: calls.25
test('the name of a saved destination makes it a wallet or a bank account', () => {
  expect(info('wallet:My ledger:Ethereum (local)', '0x1')).toEqual({
    ...start,
    name: 'wallet:My ledger:Ethereum (local)',
    kind: 'wallet',
    label: 'My ledger',
    network: 'Ethereum (local)',
    address: '0x1',
  });
  expect(info('bank:123', '{"Number":"123","PixKey":"","BankName":"Nubank"}')).toEqual({
    ...start,
    name: 'bank:123',
    kind: 'bank',
    fields: { Number: '123', BankName: 'Nubank' },
  });
  expect(info('bank:123', '123')).toMatchObject({ kind: 'bank', fields: { Number: '123' } });
});
