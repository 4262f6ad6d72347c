import { expect, test } from 'vitest';
import { destinationKey } from './destination-key.ts';

test('one destination has one key, however it is written', () => {
  expect(destinationKey('ToExternalEthereumAddress', { ExternalAddress: ' 0xAb ' })).toBe(
    destinationKey('ToExternalEthereumAddress', { ExternalAddress: '0xab' }),
  );
  expect(destinationKey('BrlPix', { PixKey: 'ANA@example.com', TaxIdNumber: '529.982.247-25' })).toBe(
    destinationKey('BrlPix', { PixKey: 'ana@example.com', TaxIdNumber: '52998224725', Comment: 'rent' }),
  );
});

test('an unfinished form has none', () => {
  expect(destinationKey('ToExternalEthereumAddress', {})).toBeNull();
  expect(destinationKey('BrlPix', { PixKey: 'ana@example.com' })).toBeNull();
});
