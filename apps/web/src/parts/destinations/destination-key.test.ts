import { expect, test } from 'vitest';
import { buildDestinationKey } from './destination-key.ts';

test('one destination has one key, however it is written', () => {
  expect(buildDestinationKey('ToExternalEthereumAddress', { ExternalAddress: ' 0xAb ' })).toBe(
    buildDestinationKey('ToExternalEthereumAddress', { ExternalAddress: '0xab' }),
  );
  expect(buildDestinationKey('BrlPix', { PixKey: 'ANA@example.com', TaxIdNumber: '529.982.247-25' })).toBe(
    buildDestinationKey('BrlPix', { PixKey: 'ana@example.com', TaxIdNumber: '52998224725', Comment: 'rent' }),
  );
});

test('an unfinished form has none', () => {
  expect(buildDestinationKey('ToExternalEthereumAddress', {})).toBeNull();
  expect(buildDestinationKey('BrlPix', { PixKey: 'ana@example.com' })).toBeNull();
});
