import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from '../settings/config.ts';
import { readChainSettings } from './external-parties.ts';

const config = readConfig({});
const production = { ...config, profile: 'production', publicUrl: 'https://exchange.example' } as const;
const example = join(import.meta.dirname, '../../../../docs/networks.example.json');
const banks = ['COP_FIAT_BANK', 'COP_FIAT_BREB', 'BRL_FIAT_PIX', 'BRL_FIAT_TED'];

test('without a networks file production has banks only', () => {
  const { providers, networks, nodes } = readChainSettings(production);
  expect(providers.map(({ name }) => name)).toEqual(banks);
  expect([networks, nodes]).toEqual([[], []]);
});

test('with a networks file production has its networks and the banks, with unique provider numbers', () => {
  const { providers } = readChainSettings({ ...production, networksFile: example });
  const names = providers.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining([...banks, 'ETH_ETHEREUM', 'BTC_BITCOIN', 'USDT_TRON']));
  expect(new Set(providers.map(({ providerId }) => providerId)).size).toBe(providers.length);
});

test('passkeys are those of the address of this exchange', () => {
  const read = (publicUrl: string) =>
    readChainSettings({ ...production, publicUrl, networksFile: example }).passkeys?.site;
  expect(read('https://exchange.example/')).toBe('https://exchange.example');
  expect(() => read('https://other.example')).toThrow('passkeys.site: must be https://other.example');
});

test('the laptop has its own networks and the same banks', () => {
  const names = readChainSettings(config).providers.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(banks));
  expect(names.length).toBeGreaterThan(banks.length);
});
