/** The policy of the signer that the drill attacks: small caps, approvers, and a rule for amendments. */
import type { ApprovalPolicy } from '@salar/adapters/signer/approval-policy';
import type { SignerNetwork, SignerPolicy } from '@salar/adapters/signer/signer-policy';
import { minor, productId } from '@salar/protocol';
import type { ProductId } from '@salar/protocol';
import { localContracts } from '@salar/services';
import { createApprovers, toApprovalPolicy } from '@salar/testing/approvers';

export const products = { btc: productId(1), eth: productId(2), usdt: productId(3) } as const;
export const chains = { ethereum: 31337, bitcoin: 3_669_344_250, tron: 2_494_104_990 } as const;

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

/** Two payments of the largest size fill an hour, four a day; an attacker's address, which is new, gets one and a half. */
function cap(chainId: number, product: ProductId, symbol: string, perTransaction: bigint) {
  const approved = {
    symbol,
    perTransaction: minor(100n * perTransaction),
    perDay: minor(100n * perTransaction),
  };
  return {
    chainId,
    productId: product,
    perTransaction: minor(perTransaction),
    perHour: minor(2n * perTransaction),
    perDay: minor(4n * perTransaction),
    perCustomerDay: minor(2n * perTransaction),
    newReceivers: { hours: 24, perDay: minor((3n * perTransaction) / 2n) },
    passkey: {
      symbol,
      perTransaction: minor(5n * perTransaction),
      perHour: minor(10n * perTransaction),
      perDay: minor(20n * perTransaction),
      perCustomerDay: minor(5n * perTransaction),
    },
    approved,
  };
}

/** Few registrations, so that the drill reaches their limit. */
export const passkeyRules = { site: 'https://exchange.example', ageHours: 24, registrationsPerDay: 8 };

export const policy: SignerPolicy = {
  networks,
  caps: [
    cap(chains.ethereum, products.eth, 'ETH', ether),
    cap(chains.ethereum, products.usdt, 'USDT', 1_000n * dollar),
    cap(chains.bitcoin, products.btc, 'BTC', bitcoin / 10n),
    cap(chains.tron, products.usdt, 'USDT', 1_000n * dollar),
  ],
  approvals,
  passkeys: passkeyRules,
};

/** The caps of one product on one network. */
export type DrillCaps = (typeof policy.caps)[number];
