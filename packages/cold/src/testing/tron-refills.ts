/** TRON cold storage for tests: an account with the keys of three owners, of whom two sign. */
import { parseTronAddressHex } from '@salar/adapters/chain-tron/tron-addresses';
import { encodeTransfer } from '@salar/adapters/chain-tron/tron-transaction';
import type { TronTerms, TronTransfer } from '@salar/adapters/chain-tron/tron-transaction';
import type { TronColdNetwork } from '../cold-settings.ts';
import { coldPermissionId, formatTronPayload } from '../tron/tron-payload.ts';
import { describeTronOwner } from '../tron/tron-storage.ts';
import { createOwnerRoot } from './cold-owners.ts';

export const testColdTron = parseTronAddressHex('c0'.repeat(20));
export const testHotTron = parseTronAddressHex('40'.repeat(20));
const testUsdtTron = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
/** The time of the machine on which refills are signed. */
export const testNow = Date.UTC(2026, 0, 5, 12);

export const testTron: TronColdNetwork = {
  family: 'tron',
  name: 'tron',
  chainId: 728_126_428,
  coldAddress: testColdTron,
  owners: (['ana', 'bruno', 'carla'] as const).map((name) => ({
    name,
    address: describeTronOwner(createOwnerRoot(name))[1],
  })),
  required: 2,
  hotAddresses: [testHotTron],
  assets: [
    { product: 'TRX', contract: null, decimals: 6 },
    { product: 'USDT', contract: testUsdtTron, decimals: 6 },
  ],
  feeLimit: 50_000_000n,
};

/** Encodes a refill of 5000 USDT, with changes. */
export function encodeTestRefill(
  transfer: Partial<TronTransfer> = {},
  terms: Partial<TronTerms> = {},
): Buffer {
  return encodeTransfer(
    { from: testColdTron, to: testHotTron, contract: testUsdtTron, amount: 5_000_000_000n, ...transfer },
    {
      refBlockBytes: '00ff',
      refBlockHash: '0011223344556677',
      timestamp: testNow - 3_600_000,
      expiration: testNow + 22 * 3_600_000,
      feeLimit: 40_000_000n,
      permissionId: coldPermissionId,
      ...terms,
    },
  );
}

export function toTronPayload(rawData: Buffer): unknown {
  return formatTronPayload({ rawData, signatures: [] });
}
