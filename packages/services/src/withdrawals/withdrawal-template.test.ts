import { productId } from '@salar/protocol';
import { describe, expect, test } from 'vitest';
import { localProviders } from '../tickets/providers.ts';
import { parseWithdrawalForm, withdrawalTemplate } from './withdrawal-template.ts';

const table = localProviders({ eth: productId(2), usdt: productId(3), usdc: productId(4) });
const [provider] = table.providers;
if (provider === undefined) throw new Error('there is a provider');
const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

describe('the form of a withdrawal', () => {
  test('asks for an address and takes a comment', () => {
    expect(withdrawalTemplate(provider)).toEqual({
      TemplateType: 'ToExternalEthereumAddress',
      Comment: '',
      ExternalAddress: '',
    });
  });

  test('keeps what it read and nothing else', () => {
    const text = JSON.stringify({ ExternalAddress: ` ${address} `, Amount: '5', __proto__: { evil: 1 } });
    expect(parseWithdrawalForm(text, provider)).toEqual({
      ok: true,
      value: {
        address,
        text: JSON.stringify({
          TemplateType: 'ToExternalEthereumAddress',
          Comment: '',
          ExternalAddress: address,
        }),
      },
    });
  });

  test.each([
    ['form_malformed', 'no json'],
    ['form_malformed', 'null'],
    ['form_malformed', '[]'],
    ['form_malformed', JSON.stringify({ ExternalAddress: [address] })],
    ['form_malformed', JSON.stringify({ ExternalAddress: address, Comment: 'x'.repeat(300) })],
    ['form_malformed', JSON.stringify({ ExternalAddress: 'x'.repeat(5000) })],
    ['field_missing', '{}'],
    ['field_missing', JSON.stringify({ ExternalAddress: '  ' })],
  ])('is refused with %s: %s', (refusal, text) => {
    expect(parseWithdrawalForm(text, provider)).toEqual({ ok: false, refusal });
  });
});
