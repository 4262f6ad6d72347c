/** The policy of the signer that the drill attacks: small caps, approvers, and a rule for amendments. */
import type { ApprovalPolicy } from '@salar/adapters/signer/approval-policy';
import type { SignerNetwork, SignerPolicy } from '@salar/adapters/signer/signer-policy';
import { minor, productId } from '@salar/protocol';
import type { ProductId } from '@salar/protocol';
import { localContracts } from '@salar/services';
import { createApprovers, toApprovalPolicy } from '@salar/testing/keys/approvers';

export const products = { btc: productId(1), eth: productId(2), usdt: productId(3) } as const;
export const chains = { ethereum: 31337, bitcoin: 3_669_344_250, tron: 2_494_104_990 } as const;

export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;
/** How long a receiver is new after its first payment. */
export const receiverHours = 24;

const ether = 10n ** 18n;
const bitcoin = 10n ** 8n;
const dollar = 10n ** 6n;
const coin = 10n ** 6n; // TRX

/** The exchange that the signer belongs to: the texts that approvers sign name it. */
export const installation = 'exchange.example';

/** Cold storage of the EVM network: no part of the drill has its keys. */
export const coldAddress = '0x8ba1f109551bD432803012645Ac136ddd64DBA72';

export const approvers = createApprovers(['ana', 'carla', 'diego']);
const approvals: ApprovalPolicy = {
  ...toApprovalPolicy(approvers),
  amendments: { required: 2, delayHours: 48 },
};

const networks: readonly SignerNetwork[] = [
  {
    family: 'evm',
    chainId: chains.ethereum,
    assets: [
      { productId: products.eth, contract: null, decimals: 18 },
      { productId: products.usdt, contract: localContracts.usdt, decimals: 6 },
    ],
    paymentFees: { perHour: ether, perDay: 4n * ether },
    coldAddress,
    sweeps: { gasWalletMin: ether / 10n, gasWalletMax: ether, perMove: ether / 20n, perHour: ether / 2n },
  },
  {
    family: 'bitcoin',
    kind: 'regtest',
    chainId: chains.bitcoin,
    assets: [{ productId: products.btc, contract: null, decimals: 8 }],
    paymentFees: { perHour: bitcoin / 100n, perDay: bitcoin / 25n },
  },
  {
    family: 'tron',
    chainId: chains.tron,
    assets: [{ productId: products.usdt, contract: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', decimals: 6 }],
    paymentFees: { perHour: 500n * coin, perDay: 2_000n * coin },
    feeLimit: 50n * coin,
    sweeps: null,
  },
];

/**
 * Every sum differs from the others, so that each cap is reached alone. In payments of the largest size: an hour has two,
 * a day five, a customer's day three, and new addresses together one and a half.
 */
function cap(chainId: number, product: ProductId, symbol: string, largest: bigint) {
  return {
    chainId,
    productId: product,
    perTransaction: minor(largest),
    perHour: minor(2n * largest),
    perDay: minor(5n * largest),
    perCustomerDay: minor(3n * largest),
    newReceivers: { hours: receiverHours, perDay: minor((3n * largest) / 2n) },
    passkey: {
      symbol,
      perTransaction: minor(5n * largest),
      perHour: minor(10n * largest),
      perDay: minor(25n * largest),
      perCustomerDay: minor(5n * largest),
    },
    approved: { symbol, perTransaction: minor(100n * largest), perDay: minor(100n * largest) },
  };
}

/** Few registrations, so that the drill reaches their limit. */
export const passkeyRules = { site: 'https://exchange.example', ageHours: 24, registrationsPerDay: 8 };

const caps = [
  cap(chains.ethereum, products.eth, 'ETH', ether),
  cap(chains.ethereum, products.usdt, 'USDT', 1_000n * dollar),
  cap(chains.bitcoin, products.btc, 'BTC', bitcoin / 10n),
  cap(chains.tron, products.usdt, 'USDT', 1_000n * dollar),
];

export const policy = { networks, caps, approvals, passkeys: passkeyRules } satisfies SignerPolicy;

/** The caps of one product on one network. */
export type DrillCaps = (typeof policy.caps)[number];

/** Describes a product on a network. @throws when the policy does not have it */
export function findAsset({ chainId, productId: product }: Pick<DrillCaps, 'chainId' | 'productId'>): {
  readonly name: string;
  readonly decimals: number;
  readonly network: string;
} {
  const asset = networks
    .find((network) => network.chainId === chainId)
    ?.assets.find((one) => one.productId === product);
  const name = caps.find((one) => one.chainId === chainId && one.productId === product)?.passkey.symbol;
  if (asset === undefined || name === undefined) throw new Error(`${chainId} has no product ${product}`);
  return { name, decimals: asset.decimals, network: nameNetwork(chainId) };
}

export function nameNetwork(chainId: number): string {
  return Object.entries(chains).find(([, id]) => id === chainId)?.[0] ?? String(chainId);
}
