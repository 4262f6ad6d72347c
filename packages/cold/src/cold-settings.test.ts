/** The owner's settings decide which receiver is ours: a mistake in them is refused. */
import { expect, test } from 'vitest';
import { parseColdSettings } from './cold-settings.ts';
import { testHot, testNetwork, testSafe } from './testing/cold-owners.ts';
import { testColdTron, testTron } from './testing/tron-refills.ts';

const parse = (change: object, more: readonly object[] = []) =>
  parseColdSettings(JSON.stringify({ networks: [{ ...testNetwork, ...change }, ...more] }));

test('settings are read as they are written', () => {
  expect(parse({})).toEqual({ networks: [testNetwork] });
});

const [ana] = testNetwork.owners;
test.each([
  ['a wrong checksum', { hotAddresses: [testHot.replace('fB', 'fb')] }, 'with its checksum'],
  ['no hot wallet', { hotAddresses: [] }, 'hotAddresses'],
  ['cold storage as a hot wallet', { hotAddresses: [testSafe] }, 'cold storage among the hot wallets'],
  ['too few owners', { required: 6 }, 'more signatures than it has owners'],
  ['an owner twice', { owners: [ana, ana], required: 1 }, 'an owner twice'],
  ['an asset twice', { assets: [...testNetwork.assets, testNetwork.assets[0]] }, 'an asset twice'],
  ['an unknown field', { hot: testHot }, 'hot'],
])('%s is refused', (_name, change, reason) => {
  expect(() => parse(change)).toThrow(reason);
});

test('a network twice is refused', () => {
  expect(() => parse({}, [testNetwork])).toThrow('a network twice');
});

const parseTron = (change: object) =>
  parseColdSettings(JSON.stringify({ networks: [{ ...testTron, feeLimit: '50', ...change }] }));

test('settings of a TRON account are read, with its fee limit in sun', () => {
  expect(parseTron({})).toEqual({ networks: [testTron] });
});

test.each([
  ['a wrong checksum', { coldAddress: testColdTron.replace(/.$/, '1') }, 'with its checksum'],
  ['an address of another family', { hotAddresses: [testHot] }, 'with its checksum'],
  ['a fee limit without a number', { feeLimit: 'much' }, 'an amount of TRX'],
  ['too few owners', { required: 4 }, 'more signatures than it has owners'],
])('%s of a TRON account is refused', (_name, change, reason) => {
  expect(() => parseTron(change)).toThrow(reason);
});
