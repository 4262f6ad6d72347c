/** The laptop's Bitcoin network, its provider and the limits of its signer. */
import { minor } from '@salar/protocol';
import type { ProductId } from '@salar/protocol';
import type { BitcoinNetwork, ChainProvider, PaymentCaps } from './networks.ts';

/** The magic number of a regtest network's messages. */
const localBitcoinChainId = 3_669_344_250;

const bitcoin = 10n ** 8n;

export function localBitcoin(btc: ProductId): {
  readonly network: BitcoinNetwork;
  readonly provider: ChainProvider;
  readonly caps: PaymentCaps;
} {
  const network: BitcoinNetwork = {
    family: 'bitcoin',
    kind: 'regtest',
    chainId: localBitcoinChainId,
    name: 'bitcoin',
    displayName: 'Bitcoin (local)',
    // A withdrawal of any amount that a walk deposits is paid from the float.
    assets: [
      {
        productId: btc,
        contract: null,
        decimals: 8,
        houseMin: 2n * bitcoin,
        houseFloat: 60n * bitcoin,
      },
    ],
    startHeight: 440, // below it a new network has only the miner's rewards
    confirmations: 2,
    reorgGraceBlocks: 12,
    stuckBlocks: 10,
    paymentFees: { perHour: bitcoin, perDay: 4n * bitcoin },
    pollMs: 400,
  };
  const provider: ChainProvider = {
    kind: 'chain',
    chainId: network.chainId,
    providerId: 6,
    name: 'BTC_LOCAL_BITCOIN',
    displayName: network.displayName,
    productId: btc,
    depositMin: minor(bitcoin / 10_000n),
    withdrawFee: minor(bitcoin / 10_000n),
    withdrawMin: minor(bitcoin / 2_000n),
    confirmations: network.confirmations,
    depositTemplate: 'WSAccountProvider_Bitcoin',
    withdrawTemplate: 'ToExternalBitcoinAddress',
  };
  const caps: PaymentCaps = {
    chainId: network.chainId,
    productId: btc,
    perTransaction: minor(10n * bitcoin),
    perHour: minor(40n * bitcoin),
    perDay: minor(160n * bitcoin),
    perCustomerDay: minor(80n * bitcoin),
    newReceivers: { hours: 24, perDay: minor(80n * bitcoin) },
    passkey: {
      symbol: 'BTC',
      perTransaction: minor(20n * bitcoin),
      perHour: minor(80n * bitcoin),
      perDay: minor(320n * bitcoin),
      perCustomerDay: minor(80n * bitcoin),
    },
    approved: { symbol: 'BTC', perTransaction: minor(100n * bitcoin), perDay: minor(400n * bitcoin) },
  };
  return { network, provider, caps };
}
