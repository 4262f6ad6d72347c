import { expect, test } from 'vitest';
import { isDepositNetwork } from '../../api/records/template-type.ts';
import type { TemplateType } from '../../api/records/template-type.ts';
import { depositMethod, methodsOf, providerOf, withdrawMethod } from './method.ts';

const ethereum = provider(1, 'ETH_NODE', 'WSAccountProvider_Ethereum');
const polygon = provider(2, 'POLYGON_NODE', 'WSAccountProvider_Polygon');
const bank = provider(9, 'COP_FIAT', 'Standard');

// covers: deposit.10, withdraw.42
test('providers are told apart by their names', () => {
  const unknown = provider(3, 'SOMETHING', 'Standard');
  expect(methodsOf([ethereum, bank, unknown], isDepositNetwork)).toEqual({
    bank: [bank],
    wallet: [ethereum],
  });
});

// covers: deposit.3
test('a deposit starts with the bank when there is one', () => {
  expect(depositMethod({ bank: [bank], wallet: [ethereum] }, null)).toBe('bank');
  expect(depositMethod({ bank: [], wallet: [ethereum] }, null)).toBe('wallet');
  expect(depositMethod({ bank: [bank], wallet: [ethereum] }, 'wallet')).toBe('wallet');
  expect(depositMethod({ bank: [], wallet: [ethereum] }, 'bank')).toBe('wallet');
});

// covers: withdraw.5
test('a withdrawal falls back to the wallet, else to the bank', () => {
  expect(withdrawMethod({ bank: [bank], wallet: [ethereum] }, null)).toBe('wallet');
  expect(withdrawMethod({ bank: [bank], wallet: [] }, 'wallet')).toBe('bank');
  expect(withdrawMethod({ bank: [], wallet: [ethereum] }, 'bank')).toBe('wallet');
});

// covers: deposit.5
test('the first provider is chosen until the customer chooses another', () => {
  const networks = [ethereum, polygon];
  expect(providerOf(networks, null)).toBe(ethereum);
  expect(providerOf(networks, 2)).toBe(polygon);
  expect(providerOf(networks, 77)).toBe(ethereum);
  expect(providerOf([], 2)).toBeNull();
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
