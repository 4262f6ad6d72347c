/** The networks, providers and caps of the local profile's EVM networks. */
import { minor } from '@salar/protocol';
import type { ProductId } from '@salar/protocol';
import type { ChainProvider, EvmNetwork, PaymentCaps, ProviderTable } from './networks.ts';

export const localChainIds = { ethereum: 31337, polygon: 31338 } as const;

/** The first two contracts of the local networks' first account: the same on every new chain. */
export const localContracts = {
  usdt: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
  usdc: '0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512',
} as const;

export type LocalProductIds = {
  readonly eth: ProductId;
  readonly usdt: ProductId;
  readonly usdc: ProductId;
};

const ether = 10n ** 18n;
const dollar = 10n ** 6n;

/** Builds the provider table of the laptop: two EVM networks, so that customers can select one. */
export function localProviders(ids: LocalProductIds): ProviderTable {
  const shared = {
    family: 'evm',
    startHeight: 0,
    confirmations: 2,
    reorgGraceBlocks: 12,
    stuckBlocks: 10,
    paymentFees: { perHour: 20n * ether, perDay: 80n * ether },
    pollMs: 400,
    traces: 'trace', // with `debug`, anvil loses what was before its saved state
    sweeps: {
      gasWalletMin: ether / 2n,
      gasWalletMax: 5n * ether,
      perMove: ether / 20n,
      perHour: 20n * ether,
    },
  } as const;
  // High enough that ordinary deposits stay on their addresses during a walk through the exchange.
  const dollarsSweepMin = 20_000n * dollar;
  // A withdrawal of any amount that a walk deposits is paid from the float, whichever network it is on.
  const sharedDollars = {
    decimals: 6,
    sweepMin: dollarsSweepMin,
    houseMin: 20_000n * dollar,
    houseFloat: 1_000_000n * dollar,
  };
  const dollars = [
    { ...sharedDollars, productId: ids.usdt, contract: localContracts.usdt },
    { ...sharedDollars, productId: ids.usdc, contract: localContracts.usdc },
  ];
  const coin = {
    productId: ids.eth,
    contract: null,
    decimals: 18,
    sweepMin: 5n * ether,
    houseMin: 5n * ether,
    houseFloat: 1_000n * ether,
  };
  const ethereum: EvmNetwork = {
    ...shared,
    chainId: localChainIds.ethereum,
    name: 'ethereum',
    displayName: 'Ethereum (local)',
    assets: [coin, ...dollars],
  };
  const polygon: EvmNetwork = {
    ...shared,
    chainId: localChainIds.polygon,
    name: 'polygon',
    displayName: 'Polygon (local)',
    assets: dollars,
  };
  const toShared = (network: EvmNetwork, template: string) => ({
    kind: 'chain' as const,
    chainId: network.chainId,
    displayName: network.displayName,
    confirmations: network.confirmations,
    depositTemplate: `WSAccountProvider_${template}`,
    withdrawTemplate: `ToExternal${template}Address`,
  });
  const onEthereum = toShared(ethereum, 'Ethereum');
  const onPolygon = toShared(polygon, 'Polygon');
  const dollarsOnEthereum = {
    ...onEthereum,
    depositMin: minor(dollar),
    withdrawFee: minor(dollar),
    withdrawMin: minor(5n * dollar),
  };
  const dollarsOnPolygon = {
    ...onPolygon,
    depositMin: minor(dollar),
    withdrawFee: minor(dollar / 2n),
    withdrawMin: minor(2n * dollar),
  };
  const providers: readonly ChainProvider[] = [
    {
      ...onEthereum,
      providerId: 1,
      name: 'ETH_LOCAL_ETHEREUM',
      productId: ids.eth,
      depositMin: minor(ether / 1000n),
      withdrawFee: minor((ether * 2n) / 1000n),
      withdrawMin: minor((ether * 5n) / 1000n),
    },
    { ...dollarsOnEthereum, providerId: 2, name: 'USDT_LOCAL_ETHEREUM', productId: ids.usdt },
    { ...dollarsOnPolygon, providerId: 3, name: 'USDT_LOCAL_POLYGON', productId: ids.usdt },
    { ...dollarsOnEthereum, providerId: 4, name: 'USDC_LOCAL_ETHEREUM', productId: ids.usdc },
    { ...dollarsOnPolygon, providerId: 5, name: 'USDC_LOCAL_POLYGON', productId: ids.usdc },
  ];
  return { networks: [ethereum, polygon], providers };
}

/** Builds the local signer's caps: far above the levels' limits, low enough to stop a runaway loop. */
export function localCaps(ids: LocalProductIds): readonly PaymentCaps[] {
  const dollars = {
    perTransaction: minor(500_000n * dollar),
    perHour: minor(2_000_000n * dollar),
    perDay: minor(8_000_000n * dollar),
    perCustomerDay: minor(4_000_000n * dollar),
    newReceivers: { hours: 24, perDay: minor(4_000_000n * dollar) },
  };
  const passkeyDollars = {
    perTransaction: minor(1_000_000n * dollar),
    perHour: minor(4_000_000n * dollar),
    perDay: minor(16_000_000n * dollar),
    perCustomerDay: minor(4_000_000n * dollar),
  };
  const approvedDollars = { perTransaction: minor(5_000_000n * dollar), perDay: minor(20_000_000n * dollar) };
  const tokens = [
    { productId: ids.usdt, symbol: 'USDT' },
    { productId: ids.usdc, symbol: 'USDC' },
  ];
  return [
    {
      chainId: localChainIds.ethereum,
      productId: ids.eth,
      perTransaction: minor(200n * ether),
      perHour: minor(800n * ether),
      perDay: minor(3_200n * ether),
      perCustomerDay: minor(1_600n * ether),
      newReceivers: { hours: 24, perDay: minor(1_600n * ether) },
      passkey: {
        symbol: 'ETH',
        perTransaction: minor(400n * ether),
        perHour: minor(1_600n * ether),
        perDay: minor(6_400n * ether),
        perCustomerDay: minor(1_600n * ether),
      },
      approved: { symbol: 'ETH', perTransaction: minor(2_000n * ether), perDay: minor(8_000n * ether) },
    },
    ...Object.values(localChainIds).flatMap((chainId) =>
      tokens.map(({ productId, symbol }) => ({
        chainId,
        productId,
        ...dollars,
        passkey: { symbol, ...passkeyDollars },
        approved: { symbol, ...approvedDollars },
      })),
    ),
  ];
}
