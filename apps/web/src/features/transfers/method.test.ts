import { expect, test } from 'vitest';
import { isDepositNetwork } from '../../api/records/template-type.ts';
import type { TemplateType } from '../../api/records/template-type.ts';
import { chooseDepositMethod, groupByMethod, chooseProvider, chooseWithdrawMethod } from './method.ts';

const ethereum = provider(1, 'ETH_NODE', 'WSAccountProvider_Ethereum');
const polygon = provider(2, 'POLYGON_NODE', 'WSAccountProvider_Polygon');
const bank = provider(9, 'COP_FIAT', 'Standard');

// covers: deposit.10, withdraw.42
test('providers are classified by their names', () => {
  const unknown = provider(3, 'SOMETHING', 'Standard');
  expect(groupByMethod([ethereum, bank, unknown], isDepositNetwork)).toEqual({
    bank: [bank],
    wallet: [ethereum],
  });
});

// covers: deposit.3
test('a deposit starts with the bank when there is one', () => {
  expect(chooseDepositMethod({ bank: [bank], wallet: [ethereum] }, null)).toBe('bank');
  expect(chooseDepositMethod({ bank: [], wallet: [ethereum] }, null)).toBe('wallet');
  expect(chooseDepositMethod({ bank: [bank], wallet: [ethereum] }, 'wallet')).toBe('wallet');
  expect(chooseDepositMethod({ bank: [], wallet: [ethereum] }, 'bank')).toBe('wallet');
});

// covers: withdraw.5
test('a withdrawal falls back to the wallet, else to the bank', () => {
  expect(chooseWithdrawMethod({ bank: [bank], wallet: [ethereum] }, null)).toBe('wallet');
  expect(chooseWithdrawMethod({ bank: [bank], wallet: [] }, 'wallet')).toBe('bank');
  expect(chooseWithdrawMethod({ bank: [], wallet: [ethereum] }, 'bank')).toBe('wallet');
});

// covers: deposit.5
test('the first provider is selected until the customer chooses another', () => {
  const networks = [ethereum, polygon];
  expect(chooseProvider(networks, null)).toBe(ethereum);
  expect(chooseProvider(networks, 2)).toBe(polygon);
  expect(chooseProvider(networks, 77)).toBe(ethereum);
  expect(chooseProvider([], 2)).toBeNull();
});

function provider(providerId: number, providerName: string, templateName: string): TemplateType {
  return {
    providerId,
    providerName,
    templateName,
    templateType: templateName,
    displayName: providerName,
    amountMin: null,
  };
}
