import { expect, test } from 'vitest';
import type { TemplateType } from '../../api/records/template-type.ts';
import { checkAddress } from './address-shape.ts';

const ethereumAddress = '0x52908400098527886E0F7030069857D2E4169EE7';
const bitcoinAddress = 'bcrt1q6rhpng9evdsfnn833a4f4vej0asu6dk5srld6x';
const tronAddress = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';

test('an address of the network is plausible', () => {
  expect(checkAddress(ethereumAddress, network('Ethereum (local)')).kind).toBe('plausible');
  expect(checkAddress(ethereumAddress, network('Polygon (local)')).kind).toBe('plausible');
  expect(checkAddress(bitcoinAddress, network('Bitcoin')).kind).toBe('plausible');
  expect(checkAddress(tronAddress, network('Tron')).kind).toBe('plausible');
});

test('an address of another network is reported with that network', () => {
  expect(checkAddress(bitcoinAddress, network('Ethereum'))).toEqual({
    kind: 'otherNetwork',
    looksLike: 'Bitcoin',
  });
  expect(checkAddress(tronAddress, network('Polygon'))).toEqual({ kind: 'otherNetwork', looksLike: 'Tron' });
});

test('a truncated address is malformed', () => {
  expect(checkAddress(ethereumAddress.slice(0, -1), network('Ethereum')).kind).toBe('malformed');
});

test('an address of an unknown network is never judged', () => {
  expect(checkAddress('anything', network('Stellar')).kind).toBe('unknown');
});

function network(displayName: string): TemplateType {
  return {
    providerId: 1,
    providerName: 'NODE',
    templateName: 'ToExternal',
    templateType: 'ToExternal',
    displayName,
    amountMin: null,
  };
}
