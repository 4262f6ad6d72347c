import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ConfigError } from '../config.ts';
import { products } from '../../seed/catalogue.ts';
import { readNetworksFile } from './networks-file.ts';

const example = readFileSync(new URL('../../../../../docs/networks.example.json', import.meta.url), 'utf8');

type Json = Record<string, unknown>;
type Network = Json & { assets: Json[] };

/** Returns the example with one change. */
function changed(change: (networks: Network[], file: Json) => void): string {
  const file = JSON.parse(example) as Json & { networks: Network[] };
  change(file.networks, file);
  return JSON.stringify(file);
}

function findProblems(text: string): readonly string[] {
  try {
    readNetworksFile(text, products);
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.problems;
  }
}

test('the example of the guide is complete, and amounts are read exactly', () => {
  const { networks, providers, caps, passkeys, nodes, hotCapPpm } = readNetworksFile(example, products);
  expect(networks.map(({ family, chainId }) => [family, chainId])).toEqual([
    ['evm', 1],
    ['evm', 137],
    ['bitcoin', 3_652_501_241],
    ['tron', 728_126_428],
  ]);
  expect(networks[0]).toMatchObject({
    confirmations: 30,
    traces: 'debug',
    sweeps: { gasWalletMin: 2n * 10n ** 17n, gasWalletMax: 10n ** 18n, perMove: 5n * 10n ** 16n },
    assets: [
      {
        productId: products.ETH.productId,
        contract: null,
        sweepMin: 10n ** 17n,
        largeDeposit: 2n * 10n ** 19n,
      },
      { productId: products.USDT.productId, decimals: 6, sweepMin: 200_000_000n },
    ],
  });
  expect(networks[2]).toMatchObject({
    difficultyMin: 20_000_000_000_000n,
    assets: [{ houseMin: 20_000_000n, houseFloat: 100_000_000n }],
  });
  expect(networks[3]).toMatchObject({
    feeLimit: 50_000_000n,
    sweeps: { gasWalletMax: 2_000_000_000n, perMove: 50_000_000n },
    coldAddress: 'TTYPebjFUT7iZc8g1YF3u1XBsw8UzT6fq7',
    assets: [{ sweepMin: 100_000_000n, houseMin: 500_000_000n }],
  });
  expect(providers[0]).toMatchObject({
    providerId: 20,
    chainId: 1,
    depositMin: 10n ** 15n,
    withdrawFee: 2n * 10n ** 15n,
    confirmations: 30,
    depositTemplate: 'WSAccountProvider_Ethereum',
    withdrawTemplate: 'ToExternalEthereumAddress',
  });
  expect(caps).toHaveLength(providers.length);
  expect(caps[0]).toMatchObject({
    approved: { symbol: 'ETH', perTransaction: 500n * 10n ** 18n, perDay: 2_000n * 10n ** 18n },
    perCustomerDay: 150n * 10n ** 18n,
    newReceivers: { hours: 24, perDay: 200n * 10n ** 18n },
    passkey: {
      symbol: 'ETH',
      perTransaction: 100n * 10n ** 18n,
      perHour: 200n * 10n ** 18n,
      perDay: 400n * 10n ** 18n,
      perCustomerDay: 100n * 10n ** 18n,
    },
  });
  expect(passkeys).toEqual({ site: 'https://exchange.example', ageHours: 24, registrationsPerDay: 500 });
  expect(caps[1]).not.toHaveProperty('approved');
  expect(nodes[0]).toMatchObject({
    url: 'https://ethereum.node.example',
    secondUrl: 'https://ethereum.other.example',
  });
  expect(hotCapPpm).toBe(50_000n);
});

test('a share of 0 sends everything to cold storage, which an exchange needs whose seed is known', () => {
  const file = changed((networks, all) => {
    Object.assign(all, { hotCapPercent: 0 });
    Object.assign(networks[0]?.assets[1] ?? {}, { sweepMin: '0.000001' });
  });
  const { hotCapPpm, networks } = readNetworksFile(file, products);
  expect(hotCapPpm).toBe(0n);
  expect(networks[0]?.assets[1]).toMatchObject({ sweepMin: 1n });
});

describe('is refused with the field and the reason:', () => {
  test.each<[string, (networks: Network[], file: Json) => void, string]>([
    ['an unknown field', ([one]) => Object.assign(one ?? {}, { confirmation: 3 }), 'networks.0'],
    ...['0', '1.5', '2e13'].map((difficultyMin): [string, (networks: Network[]) => void, string] => [
      `a difficulty of ${difficultyMin}`,
      ([, , third]) => Object.assign(third ?? {}, { difficultyMin }),
      'networks.2.difficultyMin: must be a whole number',
    ]),
    [
      'a cap of approved payments that no payment needs',
      ([one]) => Object.assign(one?.assets[0] ?? {}, { approved: { perTransaction: '1', perDay: '500' } }),
      'networks.0.assets.0.approved.perTransaction: must be above',
    ],
    [
      'less of approved payments a day than one may pay',
      ([one]) => Object.assign(one?.assets[0] ?? {}, { approved: { perTransaction: '500', perDay: '499' } }),
      'networks.0.assets.0.approved.perDay: must be at least',
    ],
    ...(
      [
        ['a passkey cap that no withdrawal needs', { perTransaction: '50' }, 'perTransaction: must be above'],
        ['an hour of less than one withdrawal', { perHour: '99' }, 'perHour: must be at least'],
        ['a day of less than an hour', { perDay: '199' }, 'perDay: must be at least what an hour'],
        ['a customer’s day of less than one withdrawal', { perCustomerDay: '99' }, 'perCustomerDay: must be'],
        [
          'more for a customer than for all',
          { perCustomerDay: '401' },
          'perDay: must be at least what a cust',
        ],
      ] as const
    ).map(
      ([name, fields, problem]) =>
        [
          name,
          ([one]: Network[]) =>
            Object.assign((one?.assets[0]?.['passkey'] as Json | undefined) ?? {}, fields),
          `networks.0.assets.0.passkey.${problem}`,
        ] as [string, (networks: Network[]) => void, string],
    ),
    [
      'passkeys that count before a day has passed',
      (_, file) => Object.assign((file['passkeys'] as Json | undefined) ?? {}, { ageHours: 23 }),
      'passkeys.ageHours: must be at least 24',
    ],
    [
      'passkey caps without the rule for passkeys',
      (_, file) => Object.assign(file, { passkeys: null }),
      'passkeys: is needed',
    ],
    [
      'a rule for passkeys without caps',
      ([one]) => Object.assign(one?.assets[0] ?? {}, { passkey: undefined }),
      'passkeys: has no effect',
    ],
    [
      'more for one customer than for everybody',
      ([one]) => Object.assign(one?.assets[0] ?? {}, { perCustomerDay: '601' }),
      'networks.0.assets.0.perCustomerDay: must be above 0 and at most perDay',
    ],
    [
      'no cap of new receivers',
      ([one]) => Object.assign(one?.assets[0] ?? {}, { newReceivers: undefined }),
      'networks.0.assets.0.newReceivers',
    ],
    [
      'nothing for new receivers',
      ([one]) => Object.assign(one?.assets[0] ?? {}, { newReceivers: { hours: 24, perDay: '0' } }),
      'networks.0.assets.0.newReceivers.perDay: must be above 0',
    ],
    [
      'cold storage of one signature',
      (networks) => Object.assign(networks[2] ?? {}, { coldDescriptor: 'wsh(sortedmulti(1,a,b))' }),
      'networks.2.coldDescriptor: each key of a cold descriptor is',
    ],
    [
      'a TRON cold address with a wrong checksum',
      ([, , , tron]) => Object.assign(tron ?? {}, { coldAddress: 'TTYPebjFUT7iZc8g1YF3u1XBsw8UzT6fq8' }),
      'networks.3.coldAddress: must be an address with its checksum',
    ],
    [
      'TRON cold storage without sweeps',
      ([, , , tron]) => Object.assign(tron ?? {}, { sweeps: null }),
      'networks.3.coldAddress: needs sweeps',
    ],
    [
      'moves of TRON that may burn less than a transfer',
      ([, , , tron]) => Object.assign(tron?.['sweeps'] ?? {}, { perMove: '49' }),
      'networks.3.sweeps.perMove: must be at least feeLimit',
    ],
    [
      'no confirmations',
      ([one]) => Object.assign(one ?? {}, { confirmations: 0 }),
      'networks.0.confirmations',
    ],
    [
      'a node without http',
      ([one]) => Object.assign(one ?? {}, { url: 'ws://node' }),
      'networks.0.url: must be',
    ],
    [
      'a number where text belongs',
      ([one]) => Object.assign(one?.assets[0] ?? {}, { depositMin: 0.1 }),
      'depositMin',
    ],
    [
      'a chain for development',
      ([one]) => Object.assign(one ?? {}, { chainId: 31_337 }),
      '31337 is a development network',
    ],
    [
      'an unknown product',
      ([one]) => Object.assign(one?.assets[0] ?? {}, { product: 'DOGE' }),
      'there is no product DOGE',
    ],
    [
      'a property name of JavaScript objects',
      ([one]) => Object.assign(one?.assets[0] ?? {}, { product: 'toString' }),
      'no product',
    ],
    [
      'decimals of another network',
      ([one]) => Object.assign(one?.assets[1] ?? {}, { decimals: 18 }),
      'USDT has 6 decimals',
    ],
    [
      'too many decimals',
      ([one]) => Object.assign(one?.assets[1] ?? {}, { withdrawFee: '0.0000001' }),
      'up to 6 decimals',
    ],
    [
      'an amount below zero',
      ([one]) => Object.assign(one?.assets[1] ?? {}, { withdrawFee: '-1' }),
      'withdrawFee',
    ],
    [
      'no minimum',
      ([one]) => Object.assign(one?.assets[1] ?? {}, { depositMin: '0' }),
      'depositMin: must be above 0',
    ],
    [
      'a fee above the minimum',
      ([one]) => Object.assign(one?.assets[1] ?? {}, { withdrawFee: '10' }),
      'above the fee',
    ],
    [
      'a cap below the minimum',
      ([one]) => Object.assign(one?.assets[1] ?? {}, { perTransaction: '1' }),
      'perTransaction',
    ],
    [
      'an hour below a transaction',
      ([one]) => Object.assign(one?.assets[1] ?? {}, { perHour: '99999' }),
      'perHour',
    ],
    [
      'a day below an hour',
      ([one]) => Object.assign(one?.assets[1] ?? {}, { perDay: '399999' }),
      'perDay: must be at least what an hour may pay',
    ],
    [
      'no cap of fees',
      ([one]) => Object.assign(one ?? {}, { paymentFees: undefined }),
      'networks.0.paymentFees',
    ],
    [
      'fees of a day below those of an hour',
      ([one]) => Object.assign(one ?? {}, { paymentFees: { perHour: '2', perDay: '1' } }),
      'networks.0.paymentFees.perDay: must be at least perHour',
    ],
    [
      'a contract with a wrong checksum',
      ([one]) =>
        Object.assign(one?.assets[1] ?? {}, { contract: '0xdac17F958D2ee523a2206206994597C13D831ec7' }),
      'is not a contract of this network',
    ],
    [
      'a contract on Bitcoin',
      ([, , one]) => Object.assign(one?.assets[0] ?? {}, { contract: '0x' }),
      'is not a contract',
    ],
    [
      'an address of another family',
      ([, , , one]) =>
        Object.assign(one?.assets[0] ?? {}, { contract: '0xdAC17F958D2ee523a2206206994597C13D831ec7' }),
      'is not a contract',
    ],
    [
      'a node over http',
      ([one]) => Object.assign(one ?? {}, { secondUrl: 'http://10.0.0.9:8545' }),
      'networks.0.secondUrl: must be an https address',
    ],
    ['a network without a second node', ([, one]) => delete one?.['secondUrl'], 'networks.1.secondUrl'],
    [
      'the same node twice',
      ([one]) => Object.assign(one ?? {}, { secondUrl: `${String(one?.['url'])}/other` }),
      'networks.0.secondUrl: must be another node than url',
    ],
    [
      'an asset without the sum from which the second node decides',
      ([, one]) => delete one?.assets[0]?.['largeDeposit'],
      'networks.1.assets.0.largeDeposit',
    ],
    [
      'a large deposit below the smallest one',
      ([one]) => Object.assign(one?.assets[0] ?? {}, { largeDeposit: '0.0001' }),
      'largeDeposit: must be at least the smallest deposit',
    ],
    [
      'a sweep without its settings',
      ([one]) => Object.assign(one ?? {}, { sweeps: null }),
      'needs the sweeps',
    ],
    [
      'a sweep of a token with transfer fees',
      ([one]) => Object.assign(one?.assets[1] ?? {}, { feeOnTransfer: true }),
      'cannot be swept',
    ],
    [
      'a house wallet without moves',
      ([, , , tron]) => Object.assign(tron ?? {}, { sweeps: null }),
      'houseMin: needs the sweeps',
    ],
    [
      'a float without a house wallet',
      ([, polygon]) => Object.assign(polygon?.assets[0] ?? {}, { houseFloat: '5' }),
      'houseFloat: has no effect',
    ],
    [
      'a swept coin above another network',
      ([one]) => Object.assign(one ?? {}, { chainId: 8453 }),
      'cannot be swept to zero',
    ],
    [
      'a network twice',
      (networks) => networks.push(structuredClone(networks[2] as Network)),
      'bitcoin main occurs more than once',
    ],
    [
      'a provider twice',
      ([one]) => Object.assign(one?.assets[0] ?? {}, { providerId: 21 }),
      'providerId: 21',
    ],
    [
      'a provider number of the laptop',
      ([one]) => Object.assign(one?.assets[0] ?? {}, { providerId: 3 }),
      'providerId',
    ],
    ['a cap below nothing', (_, file) => Object.assign(file, { hotCapPercent: -1 }), 'hotCapPercent'],
    ['a cap above everything', (_, file) => Object.assign(file, { hotCapPercent: 101 }), 'hotCapPercent'],
    ['no network', (networks) => networks.splice(0), 'networks'],
  ])('%s', (_, change, expected) => {
    expect(findProblems(changed(change)).join('\n')).toContain(expected);
  });

  test('text that is not JSON', () => {
    expect(findProblems('{')).toEqual([expect.stringContaining('is not JSON')]);
  });
});

test('everything that is wrong is reported at once', () => {
  const text = changed(([ethereum, polygon]) => {
    Object.assign(ethereum?.assets[0] ?? {}, { product: 'DOGE' });
    Object.assign(ethereum?.assets[1] ?? {}, { decimals: 18, withdrawFee: 'one' });
    Object.assign(polygon ?? {}, { name: 'ethereum' });
  });
  expect(findProblems(text)).toHaveLength(4);
});

test('a TRON network of an earlier version is not swept and has no cold storage', () => {
  const text = changed(([, , , tron]) => {
    delete tron?.['sweeps'];
    delete tron?.['coldAddress'];
    delete tron?.assets[0]?.['sweepMin'];
    delete tron?.assets[0]?.['houseMin'];
  });
  expect(readNetworksFile(text, products).networks[3]).toMatchObject({
    sweeps: null,
    coldAddress: undefined,
  });
});

test('a key of deposit addresses is compromised on all networks of its family or on none', () => {
  const mark = (...places: readonly number[]) =>
    changed((networks) => {
      for (const place of places) Object.assign(networks[place] ?? {}, { compromisedBranches: [0] });
    });
  expect(findProblems(mark(0))).toEqual([
    'networks file, networks.1.compromisedBranches: must be those of the other networks of its family',
  ]);
  expect(findProblems(mark(0, 1))).toEqual([]);
  expect(readNetworksFile(mark(2), products).networks.map((one) => one.compromisedBranches)).toEqual([
    undefined,
    undefined,
    [0],
    undefined,
  ]);
  for (const wrong of [[], [-1], [64], ['0']])
    expect(
      findProblems(changed(([, , bitcoin]) => Object.assign(bitcoin ?? {}, { compromisedBranches: wrong }))),
    ).toEqual([expect.stringContaining('compromisedBranches')]);
});
