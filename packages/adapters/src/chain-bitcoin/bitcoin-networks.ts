/** The parameters that differ between the three Bitcoin networks. */
import type { BitcoinNetwork } from '@salar/services';

export type BitcoinKind = BitcoinNetwork['kind'];

export type BitcoinParameters = {
  /** Hash of block 0. */
  readonly genesis: string;
  /** The prefix of its bech32 addresses. */
  readonly bech32: string;
  readonly pubKeyHash: number;
  readonly scriptHash: number;
  readonly wif: number;
  /** SLIP-44, part of every path. */
  readonly coinType: 0 | 1;
};

export const bitcoinParameters: Readonly<Record<BitcoinKind, BitcoinParameters>> = {
  main: {
    genesis: '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f',
    bech32: 'bc',
    pubKeyHash: 0x00,
    scriptHash: 0x05,
    wif: 0x80,
    coinType: 0,
  },
  testnet: {
    genesis: '000000000933ea01ad0ee984209779baaec3ced90fa3f408719526f8d77f4943',
    bech32: 'tb',
    pubKeyHash: 0x6f,
    scriptHash: 0xc4,
    wif: 0xef,
    coinType: 1,
  },
  regtest: {
    genesis: '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206',
    bech32: 'bcrt',
    pubKeyHash: 0x6f,
    scriptHash: 0xc4,
    wif: 0xef,
    coinType: 1,
  },
};
